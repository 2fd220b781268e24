import { loadShownPeople } from '#features/accounts/server/api.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ReleaseStatus } from '../rules/releases.ts'
import { changedSince, loadParts, standing } from './actions/publish-release.ts'
import { loadRelease, type ReleaseRow } from './store.ts'

type People = Awaited<ReturnType<typeof loadShownPeople>>
const shown = (people: People, id: number | null) => people.get(id ?? 0) ?? null

const summary = (row: ReleaseRow, people: People) => ({
  ...row,
  status: row.status as ReleaseStatus,
  created_by: shown(people, row.created_by),
  published_by: shown(people, row.published_by),
  rolled_back_by: shown(people, row.rolled_back_by),
})

const namedIn = (row: ReleaseRow) => [row.created_by, row.published_by, row.rolled_back_by]

/** The rows of the list of releases. */
export const presentReleases = async (tx: Tx, portalId: number, rows: readonly ReleaseRow[]) => {
  const people = await loadShownPeople(
    tx,
    portalId,
    rows.flatMap(namedIn).flatMap((id) => id ?? []),
  )
  return rows.map((row) => summary(row, people))
}

/** A release with its parts, and how they stand to what visitors see now. */
export const presentRelease = async (tx: Tx, portalId: number, id: number) => {
  const row = await loadRelease(tx, portalId, id)
  if (!row) throw fail('not_found')
  const parts = await loadParts(tx, portalId, id)
  const ids = [...namedIn(row), ...parts.map(({ item }) => item.picked_by)].flatMap((each) => each ?? [])
  const people = await loadShownPeople(tx, portalId, ids)
  return {
    ...summary(row, people),
    items: parts.map((each) => {
      const { base: _, ...item } = each.item
      return { ...item, live: each.live, standing: standing(each), picked_by: shown(people, item.picked_by) }
    }),
    changed_since: row.status === 'live' ? changedSince(parts.filter(({ item }) => item.former !== null)) : [],
  }
}
