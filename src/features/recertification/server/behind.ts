import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

export type Behind = {
  /** Reminders that wait for the mail server, and for how long the oldest of them has. */
  waiting: number
  oldest_seconds: number
  /** Portals whose day has not been worked on for more than a day. */
  late_portals: number
}

/** The longest time between two runs of a portal: a day, the hour that a clock is put back, and some for the run. */
const LATE_HOURS = 30

/** What reminders to renew wait for, over all portals (CMP-034). */
export const remindersBehind = async (tx: Tx): Promise<Behind> => {
  const { rows } = await sql<Behind>`
    select
      (select count(*)::int from mails where sent_at is null and given_up_at is null
        and template in ('recertification', 'recertification-team')) as waiting,
      coalesce((select extract(epoch from now() - min(created_at)) from mails where sent_at is null and given_up_at is null
        and template in ('recertification', 'recertification-team')), 0)::float8 as oldest_seconds,
      (select count(*)::int from recertification_runs where done_at < now() - ${LATE_HOURS}::int * interval '1 hour') as late_portals`.execute(
    tx,
  )
  return rows[0] ?? { waiting: 0, oldest_seconds: 0, late_portals: 0 }
}
