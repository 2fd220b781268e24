import { sql } from 'kysely'
import { callbacksBehind } from '#features/callbacks/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { withoutSecrets } from '#platform/process/redact.ts'
import type { Backlog } from '#platform/watch/metrics.ts'
import { SILENT_MS } from '../rules/problems.ts'

export type QueueState = {
  queue: string
  waiting: number
  later: number
  running: number
  failed: number
  oldest_seconds: number
}

/** Every queue with what is before it. Two looks, so that each finds its rows by an index among a week of done jobs. */
export const readQueues = async (tx: Tx): Promise<QueueState[]> => {
  const { rows } = await sql<QueueState>`
    with open as (
      select name,
        count(*) filter (where start_after <= now()) as waiting,
        count(*) filter (where start_after > now()) as later,
        extract(epoch from now() - min(start_after) filter (where start_after <= now())) as oldest
      from pgboss.job where state < 'active' and not blocked group by name
    ), taken as (
      select name, count(*) filter (where state = 'active') as running, count(*) filter (where state = 'failed') as failed
      from pgboss.job where state in ('active', 'failed') group by name
    )
    select q.name as queue, coalesce(waiting, 0)::int as waiting, coalesce(later, 0)::int as later,
      coalesce(running, 0)::int as running, coalesce(failed, 0)::int as failed, coalesce(oldest, 0)::float8 as oldest_seconds
    from pgboss.queue q left join open using (name) left join taken using (name)
    order by q.name`.execute(tx)
  return rows
}

export type FailedJob = {
  id: string
  queue: string
  error: string | null
  tries: number
  created_at: Date
  failed_at: Date | null
  request_id: string | null
}

/** The jobs that failed last. Their errors are texts of any origin, so what looks like a secret or an address is left out. */
export const readFailedJobs = async (tx: Tx, limit: number): Promise<FailedJob[]> => {
  const { rows } = await sql<FailedJob>`
    select id, name as queue, coalesce(output ->> 'message', output -> 'value' ->> 'message', output ->> 'value') as error,
      retry_count + 1 as tries, created_on as created_at, completed_on as failed_at,
      data -> '_origin' ->> 'request_id' as request_id
    from pgboss.job where state = 'failed' order by completed_on desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, error: row.error && withoutSecrets(row.error).slice(0, 500) }))
}

/** Mails that wait and those that were given up within a day. */
export const readMails = async (tx: Tx) => {
  const { rows } = await sql<{
    waiting: number
    failed: number
    oldest_seconds: number
    last_sent_at: Date | null
    last_error: string | null
  }>`
    select
      (select count(*)::int from mails where sent_at is null and given_up_at is null) as waiting,
      (select count(*)::int from mails where given_up_at > now() - interval '1 day') as failed,
      coalesce((select extract(epoch from now() - min(created_at)) from mails
        where sent_at is null and given_up_at is null), 0)::float8 as oldest_seconds,
      (select max(sent_at) from mails where sent_at is not null) as last_sent_at,
      (select error from mails where sent_at is null and error is not null
        and created_at > now() - interval '1 day' order by given_up_at is not null, created_at desc limit 1) as last_error`.execute(
    tx,
  )
  const [mails = { waiting: 0, failed: 0, oldest_seconds: 0, last_sent_at: null, last_error: null }] = rows
  return { ...mails, last_error: mails.last_error && withoutSecrets(mails.last_error).slice(0, 300) }
}

/** What all processes have before them, for their metrics. */
export const readBacklog = async (tx: Tx): Promise<Backlog> => {
  const { rows: processes } = await sql<{ role: string; count: number }>`
    select r.role, count(p.id)::int as count from unnest(array['web', 'worker', 'all']) r (role)
    left join processes p on p.role = r.role and p.seen_at > now() - ${SILENT_MS}::int * interval '1 millisecond'
    group by r.role`.execute(tx)
  const { waiting, oldest_seconds, down } = await callbacksBehind(tx)
  return {
    jobs: await readQueues(tx),
    mails: await readMails(tx),
    callbacks: { waiting, oldest_seconds, down: down.length },
    processes,
  }
}
