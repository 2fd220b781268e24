import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../db/db.ts'
import type { Replica } from '../db/replica/replica.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { RedisEvents } from '../live/redis/redis-events.ts'
import type { Live } from '../live/server.ts'
import type { PageCache } from '../pages/page-cache.ts'

/** How far one kind of work is behind, by what it is called here. */
export type Backlog = {
  jobs: readonly { queue: string; waiting: number; running: number; failed: number; oldest_seconds: number }[]
  mails: { waiting: number; failed: number; oldest_seconds: number }
  callbacks: { waiting: number; down: number; oldest_seconds: number }
  processes: readonly { role: string; count: number }[]
}

export type MetricsOptions = {
  db: Db
  role: string
  version: string
  cache: PageCache
  /** Null where public reads use no replica. */
  replica?: Replica | null
  /** Null where live events do not go through Redis. */
  redis?: Pick<RedisEvents, 'report'> | null
  live: () => Live | undefined
  jobs: () => Jobs | undefined
  countUploads: () => Promise<number>
  /** What all processes have before them, from the database; asked once for each scrape. */
  readBacklog: () => Promise<Backlog>
}

export type Metrics = {
  /** Everything, in Prometheus's text format. */
  text: () => Promise<string>
  content_type: string
  /** Counts every answer of the server; before its routes are added. */
  countAnswers: (app: FastifyInstance) => void
  jobEnded: (queue: string, result: 'done' | 'failed', seconds: number) => void
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const JOB_SECONDS = [0.05, 0.25, 1, 5, 15, 60, 300, 1800]

/** The pattern of a route: never an address, which would make a series of its own for each record, portal or guess. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none'

/**
 * The measurements of this process for Prometheus, with its names and units: seconds, bytes, `_total` for what only grows.
 * Labels have few values, all known here. What all processes share (jobs, mails, callbacks) is read from the database when
 * somebody scrapes, so take the maximum over processes and not the sum (OPS-046).
 */
export const createMetrics = (options: MetricsOptions): Metrics => {
  const { db, cache, replica, redis, live, jobs, countUploads, readBacklog } = options
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []): Gauge<L> =>
    new Gauge({ name, help, labelNames, registers })
  const read = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(value())
      },
    })
  /** A number that somebody else counts and that only grows. */
  const counted = <L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    values: () => [Record<L, string>, number][],
  ) =>
    new Counter({
      ...{ name, help, labelNames, registers },
      collect() {
        this.reset()
        for (const [labels, value] of values()) this.inc(labels, value)
      },
    })

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status_class'] as const,
    buckets: SECONDS,
    registers,
  })
  const runs = new Histogram({
    name: 'portico_job_duration_seconds',
    help: 'Time that a run of a job took in this process',
    labelNames: ['queue', 'result'] as const,
    buckets: JOB_SECONDS,
    registers,
  })
  const { role, version } = options
  gauge('portico_info', 'Always 1; its labels say what runs here', ['version', 'role']).set({ version, role }, 1)
  read(
    'portico_database_connections_in_use',
    'Connections of this process that a transaction uses',
    () => db.pool.totalCount - db.pool.idleCount,
  )
  read('portico_database_connections_open', 'Connections of this process to the database', () => db.pool.totalCount)
  read(
    'portico_database_connections_max',
    'Connections that this process may open for calls',
    () => db.pool.options.max ?? 10,
  )
  read(
    'portico_database_requests_waiting',
    'Transactions of this process that wait for a connection',
    () => db.pool.waitingCount,
  )
  read('portico_takes_jobs', '1 where this process takes jobs and the queue answers', () =>
    jobs()?.state() === 'up' ? 1 : 0,
  )
  counted('portico_page_cache_requests_total', 'Pages for visitors, by where they came from', ['result'], () => {
    const { hits, stale, misses } = cache.stats()
    return [
      [{ result: 'hit' }, hits],
      [{ result: 'stale' }, stale],
      [{ result: 'miss' }, misses],
    ]
  })
  read('portico_page_cache_entries', 'Finished pages that are kept', () => cache.stats().entries)
  read('portico_page_cache_bytes', 'Bytes that the kept pages are counted as', () => cache.stats().bytes)
  read('portico_live_connections', 'Open live connections', () => live()?.connections ?? 0)
  counted('portico_live_events_total', 'Live events that came over the bus', [], () => [[{}, live()?.events ?? 0]])

  read(
    'portico_redis_failing_seconds',
    'For how long Redis could not carry live events; 0 without one',
    () => (redis?.report().failing_ms ?? 0) / 1000,
  )
  read(
    'portico_replica_failing_seconds',
    'For how long the replica for public reads could not be used; 0 without one',
    () => (replica?.report().failing_ms ?? 0) / 1000,
  )
  if (replica) {
    read(
      'portico_replica_lag_seconds',
      'How long the replica has lacked something; NaN while that is not known',
      () => (replica.report().lag_ms ?? Number.NaN) / 1000,
    )
    counted('portico_public_reads_total', 'Reads of people without a session, by who answered', ['place'], () => {
      const { replica: there, primary, again } = replica.report().reads
      return [
        [{ place: 'replica' }, there],
        [{ place: 'primary' }, primary],
        [{ place: 'again' }, again],
      ]
    })
  }

  const uploads = gauge('portico_uploads_in_progress', 'Resumable uploads that are not finished')
  const share = shareBacklog(gauge)

  return {
    text: async () => {
      const [backlog, unfinished] = await Promise.all([
        readBacklog().catch(() => null),
        countUploads().catch(() => null),
      ])
      share(backlog)
      if (unfinished === null) uploads.remove()
      else uploads.set(unfinished)
      return registry.metrics()
    },
    content_type: registry.contentType,
    countAnswers: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const method = METHODS.has(request.method) ? request.method : 'OTHER'
        const statusClass = `${Math.floor(reply.raw.statusCode / 100)}xx`
        requests.observe({ method, route: routeOf(request), status_class: statusClass }, reply.elapsedTime / 1000)
        done()
      })
    },
    jobEnded: (queue, result, seconds) => runs.observe({ queue, result }, seconds),
  }
}

type MakeGauge = <L extends string>(name: string, help: string, labelNames?: L[]) => Gauge<L>

/** What the database knows. Without an answer only `portico_backlog_known` is there, so that no old number looks new. */
const shareBacklog = (gauge: MakeGauge): ((backlog: Backlog | null) => void) => {
  const known = gauge('portico_backlog_known', '1 where the database told what waits')
  const jobs = gauge('portico_jobs', 'Jobs of all processes, by queue and state', ['queue', 'state'])
  const oldestJob = gauge('portico_jobs_oldest_waiting_seconds', 'How long the oldest due job has waited', ['queue'])
  const mails = gauge('portico_mails', 'Mails that wait, and those that failed in the last 24 hours', ['state'])
  const oldestMail = gauge('portico_mails_oldest_waiting_seconds', 'How long the oldest mail has waited')
  const callbacks = gauge('portico_callback_messages_waiting', 'Messages that wait for the systems of customers')
  const oldestCallback = gauge('portico_callback_oldest_waiting_seconds', 'How long the oldest due message has waited')
  const down = gauge('portico_callbacks_down', 'Callbacks whose address does not answer')
  const processes = gauge('portico_processes', 'Processes that have given a sign of life, by role', ['role'])
  return (backlog) => {
    known.set(backlog ? 1 : 0)
    for (const one of [jobs, oldestJob, mails, processes]) one.reset()
    if (!backlog) {
      for (const one of [oldestMail, callbacks, oldestCallback, down]) one.remove()
      return
    }
    for (const { queue, waiting, running, failed, oldest_seconds: oldest } of backlog.jobs) {
      jobs.set({ queue, state: 'waiting' }, waiting)
      jobs.set({ queue, state: 'running' }, running)
      jobs.set({ queue, state: 'failed' }, failed)
      oldestJob.set({ queue }, oldest)
    }
    mails.set({ state: 'waiting' }, backlog.mails.waiting)
    mails.set({ state: 'failed' }, backlog.mails.failed)
    oldestMail.set(backlog.mails.oldest_seconds)
    callbacks.set(backlog.callbacks.waiting)
    oldestCallback.set(backlog.callbacks.oldest_seconds)
    down.set(backlog.callbacks.down)
    for (const { role, count } of backlog.processes) processes.set({ role }, count)
  }
}
