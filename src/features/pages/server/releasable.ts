import { fail } from '#kernel/errors.ts'
import type { ReleasableKind } from '#platform/pages/releasable.ts'
import { loadPage } from './store.ts'
import { findVersion, setLive } from './version-store.ts'

const versionOf = (value: Record<string, unknown>): number | null =>
  typeof value['version'] === 'number' ? value['version'] : null

/** A page goes live as one of its versions; which one is fixed when it is picked, whatever is saved later. */
export const releasablePages: ReleasableKind = {
  kind: 'page',
  read: async (tx, portalId, id, isLocked) => {
    const row = await loadPage(tx, portalId, id, isLocked)
    return row && { title: row.title, live: { version: row.live_version } }
  },
  draft: async (tx, portalId, id) => {
    const row = await loadPage(tx, portalId, id)
    return row && { version: row.newest_version }
  },
  check: async (tx, portalId, id, value) => {
    const version = versionOf(value)
    if (version === null || !(await findVersion(tx, portalId, id, version))) throw fail('invalid')
    return { version }
  },
  put: async (tx, portalId, id, value, now) => {
    const row = await loadPage(tx, portalId, id, true)
    if (row) await setLive(tx, portalId, row, versionOf(value), now)
  },
  // Versions are a line: a later one contains what an earlier one said.
  isBehind: ({ value }, live) => (versionOf(live) ?? 0) > (versionOf(value) ?? 0),
  edited_as: null,
}
