import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import type { ReleaseValue } from '#platform/pages/releasable.ts'
import type { Services } from '#platform/services.ts'
import { type HistoryRecord, keepSiteVersion } from './store.ts'
import './ports.ts'

/** Puts another file in place of one, by their uuids, in what a record says, as a save of it (UPL-054, PGB-063). */
export const replaceFileInRecord = async (
  tx: Tx,
  ctx: SignedIn,
  { historyKinds }: Pick<Services, 'historyKinds'>,
  record: HistoryRecord,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { kind, record_id: id } = record
  const { read, put, edited_as: as } = historyKinds[kind]
  const now = await read(tx, ctx.portal.id, id, true)
  if (!now) return
  const value = JSON.parse(JSON.stringify(now.live).replaceAll(from, to)) as ReleaseValue
  await put(tx, ctx.portal.id, id, value, ctx.now)
  await keepSiteVersion(tx, ctx, record, { made_by: 'save', value, former: now.live })
  if (as !== null) await countChange(tx, ctx, as, [id])
}
