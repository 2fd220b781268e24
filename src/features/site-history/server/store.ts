import type { Context } from '#kernel/context.ts'
import { isSameJson } from '#kernel/format/compare.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import type { ReleaseValue } from '#platform/pages/releasable.ts'
import type { HistoryKind } from '../contract.ts'

export type MadeBy = 'former' | 'create' | 'save' | 'restore' | 'release' | 'roll_back'
export type HistoryRecord = { kind: HistoryKind; record_id: number }

const SUMMARY = ['number', 'made_by', 'restored_from', 'created_at', 'created_by'] as const

const own = (tx: Tx, portalId: number, { kind, record_id }: HistoryRecord) =>
  tx
    .selectFrom('site_versions')
    .where('portal_id', '=', portalId)
    .where('kind', '=', kind)
    .where('record_id', '=', record_id)

type Save = {
  made_by: MadeBy
  restored_from?: number
  value: ReleaseValue
  /** What the record said before; null for a new one. */
  former: ReleaseValue | null
}

/**
 * Keeps what a record says after a save, whose transaction has locked it. What it said before its first kept save is kept
 * with it; a save that changes nothing makes no version, unless it restored one (PGB-063).
 */
export const keepSiteVersion = async (
  tx: Tx,
  { portal, viewer, now }: Pick<Context, 'portal' | 'viewer' | 'now'>,
  record: HistoryRecord,
  { made_by, restored_from, value, former }: Save,
): Promise<void> => {
  const last = await own(tx, portal.id, record)
    .select(['number', 'value'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const known = last?.value ?? former
  if (known && made_by !== 'restore' && isSameJson(known, value)) return
  const row = { portal_id: portal.id, ...record, created_at: now }
  const rows = [
    ...(!last && former
      ? [{ ...row, number: 1, made_by: 'former', restored_from: null, created_by: null, value: JSON.stringify(former) }]
      : []),
    {
      ...row,
      number: (last?.number ?? (former ? 1 : 0)) + 1,
      made_by,
      restored_from: restored_from ?? null,
      created_by: viewer?.user_id ?? null,
      value: JSON.stringify(value),
    },
  ]
  await tx.insertInto('site_versions').values(rows).execute()
}

/** Removes the history of a record that is deleted. */
export const forgetSiteVersions = async (tx: Tx, portalId: number, { kind, record_id }: HistoryRecord) => {
  await tx
    .deleteFrom('site_versions')
    .where('portal_id', '=', portalId)
    .where('kind', '=', kind)
    .where('record_id', '=', record_id)
    .execute()
}

/** The versions of a record, newest first, without what they say. */
export const listVersions = (
  tx: Tx,
  portalId: number,
  record: HistoryRecord,
  request: { cursor?: string | undefined; per_page: number },
) =>
  keysetPage(
    own(tx, portalId, record)
      .select(SUMMARY)
      .select((eb) => eb.ref('number').as('id')),
    { ...request, sort: '-id', keys: [], id: 'number' },
  )

/** A version with all that it says, or null. */
export const findVersion = async (tx: Tx, portalId: number, record: HistoryRecord, number: number) =>
  (await own(tx, portalId, record).select(SUMMARY).select('value').where('number', '=', number).executeTakeFirst()) ??
  null
