import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** What an enrollment has of one item, with times as PostgreSQL writes them, so that nothing of them is lost. */
export type KeptItem = {
  item_type: string
  item_id: number
  status: number
  details: Record<string, unknown>
  started_at: string | null
  finished_at: string | null
  updated_at: string
}

/** What an enrollment has of all of its items. */
export const keepItems = async (tx: Tx, portalId: number, enrollmentId: number): Promise<KeptItem[]> => {
  const { rows } = await sql<{ items: KeptItem[] | null }>`
    select jsonb_agg(jsonb_build_object('item_type', item_type, 'item_id', item_id, 'status', status, 'details', details,
      'started_at', started_at, 'finished_at', finished_at, 'updated_at', updated_at) order by item_type, item_id) as items
    from course_user_progress
    where portal_id = ${portalId}::bigint and enrollment_id = ${enrollmentId}::bigint`.execute(tx)
  return rows[0]?.items ?? []
}

type Ref = Pick<KeptItem, 'item_type' | 'item_id'>

/**
 * Gives items of an enrollment what they had before a change that is undone, and takes what the change added. The caller
 * holds the lock of the enrollment and writes it as well, so that no process goes on from what it knew.
 */
export const restoreItems = async (
  tx: Tx,
  at: { portal_id: number; enrollment_id: number },
  { former, added }: { former: readonly KeptItem[]; added: readonly Ref[] },
): Promise<void> => {
  if (former.length > 0)
    await sql`
      update course_user_progress p set status = r.status, details = r.details, started_at = r.started_at,
        finished_at = r.finished_at, updated_at = r.updated_at
      from jsonb_to_recordset(${JSON.stringify(former)}::jsonb) as r (item_type text, item_id bigint, status smallint,
        details jsonb, started_at timestamptz, finished_at timestamptz, updated_at timestamptz)
      where p.portal_id = ${at.portal_id}::bigint and p.enrollment_id = ${at.enrollment_id}::bigint
        and p.item_type = r.item_type and p.item_id = r.item_id`.execute(tx)
  if (added.length > 0)
    await sql`
      delete from course_user_progress p
      using jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as r (item_type text, item_id bigint)
      where p.portal_id = ${at.portal_id}::bigint and p.enrollment_id = ${at.enrollment_id}::bigint
        and p.item_type = r.item_type and p.item_id = r.item_id`.execute(tx)
}
