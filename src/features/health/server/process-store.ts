import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { ProcessState } from '../contract.ts'

export type ProcessRow = {
  id: string
  host: string
  pid: number
  role: 'web' | 'worker' | 'all'
  version: string
  started_at: Date
  seen_at: Date
  state: ProcessState
}

/** A process that was silent for so long is of no interest any more. */
const FORGOTTEN_AFTER = sql`interval '1 day'`

/** Writes a sign of life, by the clock of the database, which is the same for all processes. */
export const writeSign = async (tx: Tx, one: Omit<ProcessRow, 'seen_at' | 'started_at'>, uptimeMs: number) => {
  const { id, host, pid, role, version, state } = one
  await sql`
    insert into processes (id, host, pid, role, version, state, started_at, seen_at)
    values (${id}, ${host}, ${pid}, ${role}, ${version}, ${JSON.stringify(state)},
      now() - ${uptimeMs}::float8 * interval '1 millisecond', now())
    on conflict (id) do update set state = excluded.state, seen_at = excluded.seen_at`.execute(tx)
}

export const removeProcess = (tx: Tx, id: string) => tx.deleteFrom('processes').where('id', '=', id).execute()

export const forgetProcesses = (tx: Tx) =>
  sql`delete from processes where seen_at < now() - ${FORGOTTEN_AFTER}`.execute(tx)

export const readProcesses = async (tx: Tx): Promise<ProcessRow[]> => {
  const { rows } = await sql<ProcessRow>`
    select id, host, pid, role, version, state, started_at, seen_at from processes
    order by seen_at > now() - interval '1 minute' desc, role, started_at limit 200`.execute(tx)
  return rows
}

/** The database's own time: ages are computed from it alone. */
export const databaseNow = async (tx: Tx): Promise<Date> =>
  (await sql<{ now: Date }>`select now() as now`.execute(tx)).rows[0]?.now ?? new Date()
