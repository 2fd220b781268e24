import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import type { ReleaseValue } from '#platform/pages/releasable.ts'
import type { Services } from '#platform/services.ts'
import { findVersion, type HistoryRecord, keepSiteVersion } from './store.ts'
import './ports.ts'

type Ports = Pick<Services, 'historyKinds' | 'portalChanged'>

/** Shows visitors what a version said, as a new version; `not_found` where the record or the version is gone (PGB-065). */
export const restoreSiteVersion = async (
  tx: Tx,
  ctx: SignedIn,
  { historyKinds, portalChanged }: Ports,
  record: HistoryRecord,
  number: number,
): Promise<void> => {
  const { kind, record_id: id } = record
  const { read, check, put, edited_as: as } = historyKinds[kind]
  const now = await read(tx, ctx.portal.id, id, true)
  const version = now && (await findVersion(tx, ctx.portal.id, record, number))
  if (!version) throw fail('not_found')
  const value = await check(tx, ctx.portal.id, id, version.value as ReleaseValue)
  await put(tx, ctx.portal.id, id, value, ctx.now)
  await keepSiteVersion(tx, ctx, record, { made_by: 'restore', restored_from: number, value, former: now.live })
  // Somebody who has the record open is asked before their save takes this back.
  if (as !== null) await countChange(tx, ctx, as, [id === 0 ? '' : id])
  await logActivity(tx, ctx, {
    action: `${kind.replace('_', '-')}.restore`,
    subject_type: kind,
    subject_id: id,
    changes: { title: now.title, number },
  })
  await portalChanged(tx, ctx.portal.id)
}
