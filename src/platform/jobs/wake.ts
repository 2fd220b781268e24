import type { PgBoss } from 'pg-boss'

/** How long a job that may start waits at most before somebody looks, in milliseconds. */
const PAUSE_MS = 250

// What the queue itself asks when it takes a job, for every queue at once.
const READY = `select queue.name from unnest($1::text[]) as queue(name) where exists (
  select from pgboss.job j
  where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`

/**
 * Looks four times a second, in one statement for all queues, which of them have a job that may start, and wakes their
 * workers. A worker that asks for its own queue does so once for each queue: with fifty of them, an idle process would ask a
 * hundred times a second. Ends with the returned function, after the look that runs.
 */
export const wakeWorkers = (
  boss: PgBoss,
  workers: ReadonlyMap<string, string>,
  onError: (error: unknown) => void,
): (() => Promise<void>) => {
  const queues = [...workers.keys()]
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const look = async () => {
    try {
      const { rows } = await boss.getDb().executeSql(READY, [queues])
      for (const { name } of rows as { name: string }[]) boss.notifyWorker(workers.get(name) as string)
    } catch (error) {
      if (!isStopped) onError(error)
    }
    if (!isStopped)
      timer = setTimeout(() => {
        looking = look()
      }, PAUSE_MS)
  }
  let looking = look()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await looking
  }
}
