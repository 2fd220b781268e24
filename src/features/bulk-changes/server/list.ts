import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import type { Action, ListedAction, ListedStatus } from '../rules/actions.ts'

/** Which bulk changes somebody sees: those of some actions, of others what they made themselves, and imports or none (BLK-015). */
export type Sight = { all: readonly Action[]; own: readonly Action[]; imports: boolean; user_id: number }

export type ListedRow = {
  record_id: number
  action: ListedAction
  status: ListedStatus
  rows_total: number
  rows_done: number
  created_at: Date
  made_by: number
  file_name: string | null
}

type Request = { cursor?: string | undefined; per_page: number; sight: Sight; now: Date }

/**
 * A page of the bulk changes and imports that are kept, the newest first, as far as somebody sees them. Both are kept for 30
 * days, so there are few, whatever the age of the portal.
 */
export const pageOfListed = async (tx: Tx, portalId: number, { sight, now, ...page }: Request) => {
  const { all, own, imports, user_id: userId } = sight
  // A cursor has milliseconds, and the ids of the two count by themselves.
  const listed = sql<ListedRow & { id: number }>`(
    select 2 * c.id as id, c.id as record_id, c.action, c.status, c.rows_total, c.rows_done,
      date_trunc('milliseconds', c.created_at) as created_at, c.made_by, null::text as file_name
    from bulk_changes c
    where c.portal_id = ${portalId}::bigint and c.expires_at > ${now}::timestamptz
      and (c.action = any(${[...all]}::text[]) or c.made_by = ${userId}::bigint and c.action = any(${[...own]}::text[]))
    union all
    select 2 * i.id + 1, i.id, 'import', i.status, i.rows_total, i.rows_done,
      date_trunc('milliseconds', i.created_at), i.user_id, i.file_name
    from people_imports i
    where ${imports}::boolean and i.portal_id = ${portalId}::bigint and i.expires_at > ${now}::timestamptz
  )`.as<'listed'>('listed')
  return keysetPage(
    tx
      .selectFrom(listed)
      .select([
        'listed.id',
        'listed.record_id',
        'listed.action',
        'listed.status',
        'listed.rows_total',
        'listed.rows_done',
        'listed.created_at',
        'listed.made_by',
        'listed.file_name',
      ]),
    { ...page, sort: '-created_at', keys: [{ name: 'created_at', type: 'timestamptz' }] },
  )
}
