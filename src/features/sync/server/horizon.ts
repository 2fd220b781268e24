import { sql } from 'kysely'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'

/**
 * The first transaction that may still be running: everything before it has ended. Changes are noted since the portal's
 * first token that reads progress, so a transaction that is older than that has to end before a reader begins.
 */
export const horizonOf = async (tx: Tx, portalId: number): Promise<number> => {
  const { rows } = await sql<{ horizon: number; begun: number | null }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon,
      (select min(created_in) from portal_tokens where portal_id = ${portalId} and 'progress:read' = any (scopes)) as begun`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new TypeError('A database has a snapshot')
  if (row.begun !== null && row.horizon <= row.begun)
    throw fail('conflict', { message: 'Progress is being prepared. Send the call again in a moment.', retry_after: 1 })
  return row.horizon
}
