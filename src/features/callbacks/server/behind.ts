import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { FAILURES_UNTIL_DOWN } from '../rules/retries.ts'

/** How far the callbacks of all portals are behind, and those whose address is down. */
export const callbacksBehind = async (tx: Tx) => {
  const { rows: waiting } = await sql<{ waiting: number; oldest_seconds: number }>`
    select count(*)::int as waiting, coalesce(extract(epoch from now()
        - min(greatest(d.created_at, d.next_attempt_at)) filter (where d.next_attempt_at <= now())), 0)::float8 as oldest_seconds
    from callback_deliveries d join callbacks c on c.id = d.callback_id and c.deleted_at is null and c.is_active
    where d.status in ('NOT_STARTED', 'PENDING', 'TEMPORARY_FAILURE')`.execute(tx)
  const down = await tx
    .selectFrom('callbacks as c')
    .innerJoin('portals as p', 'p.id', 'c.portal_id')
    .select(['c.id', 'c.name', 'p.name as portal_name', 'c.failing_since'])
    .where('c.failures', '>=', FAILURES_UNTIL_DOWN)
    .where('c.is_active', '=', true)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.failing_since')
    .limit(50)
    .execute()
  return { waiting: waiting[0]?.waiting ?? 0, oldest_seconds: waiting[0]?.oldest_seconds ?? 0, down }
}
