import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

type Activity = {
  version: string
  size: number
  connections: number
  connections_max: number
  oldest_transaction_seconds: number
}

/** Size and use of the database. What others than the program's own role do is seen where it may (`pg_monitor`). */
export const readActivity = async (tx: Tx): Promise<Activity> => {
  const { rows } = await sql<Activity>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size,
      current_setting('max_connections')::int as connections_max,
      count(*)::int as connections,
      coalesce(extract(epoch from now() - min(xact_start) filter (where pid <> pg_backend_pid())), 0)::float8
        as oldest_transaction_seconds
    from pg_stat_activity where backend_type = 'client backend'`.execute(tx)
  const [activity] = rows
  if (!activity) throw new Error('The database says nothing about itself')
  return activity
}

export const readReplicas = async (tx: Tx) => {
  const { rows } = await sql<{ name: string | null; state: string | null; lag_seconds: number | null }>`
    select application_name as name, state, extract(epoch from replay_lag)::float8 as lag_seconds
    from pg_stat_replication order by application_name limit 20`.execute(tx)
  return rows.map((row) => ({ ...row, name: row.name || 'replica' }))
}

type Slow = { statement: string; calls: number; mean_ms: number; total_ms: number }

/** The statements that took the most time in all, with placeholders for values; null where the extension is not there. */
export const readSlowest = async (tx: Tx): Promise<Slow[] | null> => {
  const { rows: views } = await sql<{ view: string }>`
    select format('%I.pg_stat_statements', n.nspname) as view from pg_extension e
    join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_stat_statements'
      and current_setting('pg_stat_statements.max', true) is not null`.execute(tx)
  const view = views[0]?.view
  if (!view) return null
  const { rows } = await sql<Slow>`
    select regexp_replace(left(query, 300), '\s+', ' ', 'g') as statement, calls::int, mean_exec_time as mean_ms,
      total_exec_time as total_ms
    from ${sql.raw(view)} where dbid = (select oid from pg_database where datname = current_database())
      and query <> '<insufficient privilege>'
    order by total_exec_time desc limit 5`.execute(tx)
  return rows
}

/** The portals whose files take the most room. */
export const readStorage = async (tx: Tx) => {
  const { rows } = await sql<{ portal_id: number; portal_name: string; used: number }>`
    with sizes as (
      select portal_id, size from media where not is_received and not (is_public and deleted_at is not null)
      union all select portal_id, size from assignment_files
      union all select portal_id, file_size from compliance_documents where file_size is not null
      union all select portal_id, size from scorm_packages where not is_received
      union all select portal_id, file_size from exports
    )
    select p.id as portal_id, p.name as portal_name, sum(s.size)::float8 as used
    from sizes s join portals p on p.id = s.portal_id
    group by p.id, p.name having sum(s.size) > 0 order by used desc limit 10`.execute(tx)
  return rows
}

/** The last backup that ended well, and why the newest one did not. */
export const readBackups = async (tx: Tx) => {
  const { rows } = await sql<{ last_at: Date | null; error: string | null }>`
    select (select max(ended_at) from backups where error is null) as last_at,
      (select error from backups where ended_at is not null order by started_at desc, id desc limit 1) as error`.execute(
    tx,
  )
  return rows[0] ?? { last_at: null, error: null }
}
