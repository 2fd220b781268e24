import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { z } from '#kernel/schema.ts'
import { type Db, dbOf, executeSql, type Tx } from '../db/db.ts'
import { traced } from '../watch/trace.ts'
import { currentWork, within } from '../watch/work.ts'
import { wakeWorkers } from './wake.ts'

/** The description of a background job: its queue and the shape of its data. Handlers stand apart (`JobHandler`). */
export type Job<D = unknown> = {
  name: string
  data: z.core.$ZodType<D>
  /** How often a failed run is tried again, with growing pauses. */
  retries: number
  /** A run longer than this is taken for dead and tried again. */
  seconds: number
  /** A process that has been silent for this long is assumed dead, and its runs are tried again. At least 10. */
  heartbeat_seconds: number
}

/** Each run says twice in this time that it goes on. A process that is killed leaves its jobs for so long, not for their own limit. */
const SILENT_SECONDS = 30
/** Dead runs are looked for this often. */
const LOOK_SECONDS = 30
/** Workers are woken when there is work (`wakeWorkers`); by themselves they ask only this often. */
const UNWOKEN_SECONDS = 10

/** Describes a job. Data is plain JSON and carries its `portal_id`: the queue has no tenant wall. */
export const job = <D>(definition: {
  name: string
  data: z.core.$ZodType<D>
  retries?: number
  seconds?: number
  heartbeat_seconds?: number
}): Job<D> => ({
  retries: 5,
  seconds: 300,
  heartbeat_seconds: SILENT_SECONDS,
  ...definition,
})

type Run = (data: never, context: JobContext) => Promise<void>
export type JobHandler = { job: Job; run: Run; cron?: string; giveUp?: Run }
/** `failure` is what the last try failed with, for the work that follows a job that is given up. */
export type JobContext = { db: Db; now: Date; signal: AbortSignal; failure?: unknown }

type HandlerOptions<D> = {
  cron?: string
  /** Runs once a job has failed in all of its tries, in whatever way: it tells those who wait for the job. */
  giveUp?: (data: D, context: JobContext) => Promise<void>
}

/** Binds a job to its work; `cron` runs it on a schedule as well, with `{}` as data. */
export const handle = <D>(
  job: Job<D>,
  run: (data: D, context: JobContext) => Promise<void>,
  { giveUp, ...options }: HandlerOptions<D> = {},
): JobHandler => ({ job: job as Job, run: run as Run, ...options, ...(giveUp && { giveUp: giveUp as Run }) })

/** The queue that jobs go to once they are given up. */
const givenUp = ({ name }: Job) => `${name}.given-up`

/** The handlers with those of jobs that are given up, whose queues have to exist before the others. */
const withGivenUp = (handlers: readonly JobHandler[]): JobHandler[] =>
  handlers.flatMap((handler) => {
    const { job, giveUp } = handler
    return giveUp ? [{ job: { ...job, name: givenUp(job) }, run: giveUp }, handler] : [handler]
  })

type EnqueueOptions = {
  /** Not before this time. */
  start_after?: Date
  /** While a job with this key waits or runs, another one with it is not added. */
  singleton_key?: string
}

const senders = new WeakMap<Db, PgBoss>()

/** Beside the data of a job: which request led to it, for log lines and traces (OPS-050). */
const ORIGIN = '_origin'
type Origin = { request_id?: string; traceparent?: string }

const withOrigin = (data: object): object => {
  const work = currentWork()
  if (!work) return data
  const { request_id: id, span } = work
  const origin: Origin = { ...(id !== null && { request_id: id }), ...(span && { traceparent: span.traceparent }) }
  return { ...data, [ORIGIN]: origin }
}

const apart = (data: unknown): { data: unknown; origin: Origin } => {
  const { [ORIGIN]: origin = {}, ...own } = (data ?? {}) as Record<string, unknown>
  return { data: own, origin: origin as Origin }
}

/** Adds a job inside the transaction: it exists once the transaction has been committed, and never otherwise. */
export const enqueue = async <D>(tx: Tx, job: Job<D>, data: D, options: EnqueueOptions = {}): Promise<void> => {
  const boss = senders.get(dbOf(tx))
  if (!boss) throw new Error('The job queue has not been started')
  const valid = z.parse(job.data, data) as object
  await boss.send(job.name, withOrigin(valid), {
    ...(options.start_after && { startAfter: options.start_after }),
    ...(options.singleton_key && { singletonKey: options.singleton_key }),
    db: { executeSql: (text, values) => executeSql(tx, text, values) },
  })
}

/** Gives failed jobs of a queue, or one of them, another try; answers how many there were. */
export const retryFailed = async (tx: Tx, queue: string, id: string | null): Promise<number> => {
  const text = `update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
    where name = $1 and state = 'failed' and ($2::uuid is null or id = $2::uuid)`
  return (await executeSql(tx, text, [queue, id])).rowCount ?? 0
}

/** The queue asks for work several times a second; after this long without a new failure it has recovered. */
const FAILING_MS = 10_000

export type Jobs = {
  stop: () => Promise<void>
  /** Whether this process takes jobs and the queue answers it; `off` where it takes none. */
  state: () => 'up' | 'down' | 'off'
  /** Runs what waits, at once, until nothing is left, and answers how many ran; for tests. */
  drain: () => Promise<number>
}

const queueOptions = ({ job, giveUp }: JobHandler) => ({
  ...(giveUp && { deadLetter: givenUp(job) }),
  retryLimit: job.retries,
  retryBackoff: true,
  retryDelay: 2,
  retryDelayMax: 600,
  expireInSeconds: job.seconds,
  heartbeatSeconds: job.heartbeat_seconds,
  deleteAfterSeconds: 7 * 86_400,
})

type JobsOptions = {
  works: boolean
  log: Log
  now?: () => Date
  onFailure?: (error: unknown) => void
  /** Called at the end of every run, with the seconds that it took. */
  onEnd?: (queue: string, result: 'done' | 'failed', seconds: number) => void
}

type Log = { error: (details: object, message: string) => void; info: (details: object, message: string) => void }

/**
 * Opens the queue: makes the queues of all jobs, lets `enqueue` write to it and, where `works` is set, takes jobs until
 * stopped. A run that fails is tried again by its job's settings; each failure is logged.
 */
export const startJobs = async (
  config: pg.PoolConfig,
  db: Db,
  ownHandlers: JobHandler[],
  { works, log, now = () => new Date(), onFailure = () => {}, onEnd = () => {} }: JobsOptions,
): Promise<Jobs> => {
  const options = {
    ...config,
    migrate: false,
    createSchema: false,
    supervise: works,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    schedule: works,
    max: works ? 4 : 1,
  }
  const boss = new PgBoss(options)
  let failedAt = Number.NEGATIVE_INFINITY
  let isStopped = false
  const fail = (error: unknown) => {
    failedAt = performance.now()
    log.error({ err: error }, 'the job queue failed')
  }
  boss.on('error', fail)
  await boss.start()
  senders.set(db, boss)

  const handlers = withGivenUp(ownHandlers)
  const run = async (
    handler: JobHandler,
    { id, data, sourceOutput }: { id: string; data: unknown; sourceOutput?: unknown },
    signal: AbortSignal,
  ) => {
    const { data: own, origin } = apart(data)
    const { name } = handler.job
    const options = { kind: 'consumer', attributes: { 'portico.queue': name }, link: origin.traceparent } as const
    const begun = performance.now()
    const end = (result: 'done' | 'failed') => onEnd(name, result, (performance.now() - begun) / 1000)
    await within({ request_id: origin.request_id ?? null, span: null }, () =>
      traced(`job ${name}`, options, async () => {
        try {
          const valid = z.parse(handler.job.data, own)
          await handler.run(valid as never, { db, now: now(), signal, failure: sourceOutput })
        } catch (error) {
          end('failed')
          log.error({ err: error, job: name, job_id: id }, 'a job failed')
          onFailure(error)
          throw error
        }
        end('done')
      }),
    )
  }
  const workers = new Map<string, string>()
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const handler of handlers) {
    const { name, heartbeat_seconds: silent } = handler.job
    const queue = existing.get(name)
    if (!queue) await boss.createQueue(name, queueOptions(handler))
    else if (queue.heartbeatSeconds !== silent) await boss.updateQueue(name, queueOptions(handler))
    if (!works) continue
    const options = { batchSize: 1, pollingIntervalSeconds: UNWOKEN_SECONDS, includeMetadata: true } as const
    const worker = await boss.work(name, options, async (jobs) => {
      try {
        for (const job of jobs) await run(handler, job, job.signal)
      } finally {
        // The next one follows without a pause.
        boss.notifyWorker(worker)
      }
    })
    workers.set(name, worker)
    if (handler.cron) await boss.schedule(name, handler.cron, {}, { tz: 'UTC' })
  }

  const stopWaking = works ? wakeWorkers(boss, workers, fail) : async () => {}

  const drain = async (): Promise<number> => {
    let count = 0
    for (let before = -1; before !== count; ) {
      before = count
      for (const handler of handlers) {
        for (const job of await boss.fetch(handler.job.name, { batchSize: 20, includeMetadata: true })) {
          count++
          try {
            await run(handler, job, AbortSignal.timeout(60_000))
            await boss.complete(handler.job.name, job.id)
          } catch (error) {
            await boss.fail(handler.job.name, job.id, { message: String(error) })
            throw error
          }
        }
      }
    }
    return count
  }
  return {
    stop: async () => {
      isStopped = true
      await stopWaking()
      await boss.stop({ graceful: works, timeout: 10_000 })
    },
    state: () => {
      if (!works) return 'off'
      return isStopped || performance.now() - failedAt < FAILING_MS ? 'down' : 'up'
    },
    drain,
  }
}
