import { endpoint, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const text = z.nullable(z.string())
const count = z.int()

export const ProcessState = z.object({
  memory_bytes: count,
  /** The part of the last seconds in which the process was busy, 0 to 1. */
  load: z.number(),
  live_connections: count,
  cache: z.object({ hits: count, stale: count, misses: count, entries: count, bytes: count }),
  connections: z.object({ in_use: count, waiting: count, max: count }),
  /** `off`: takes no jobs. */
  jobs: z.enum(['up', 'down', 'off']),
  disk: z.nullable(
    z.object({ place: z.string(), state: z.enum(['up', 'low', 'down']), free: z.number(), total: z.number() }),
  ),
  /** Redis, where live events go through it. */
  redis: z.optional(z.object({ failing_seconds: z.number() })),
  /** The replica for public reads, where the process has one. */
  replica: z.optional(
    z.object({
      state: z.enum(['up', 'behind', 'unreachable', 'promoted', 'foreign']),
      lag_seconds: z.nullable(z.number()),
      failing_seconds: z.number(),
    }),
  ),
})
export type ProcessState = z.output<typeof ProcessState>

export const Health = z.object({
  version: z.string(),
  problems: z.array(
    z.object({ name: z.string(), level: z.enum(['down', 'warn']), title: z.string(), text: z.string() }),
  ),
  processes: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      pid: count,
      role: z.enum(['web', 'worker', 'all']),
      version: z.string(),
      started_at: time,
      seen_at: time,
      is_alive: z.boolean(),
      state: ProcessState,
    }),
  ),
  queues: z.array(
    z.object({
      queue: z.string(),
      waiting: count,
      /** Not due yet: planned, or between two tries. */
      later: count,
      running: count,
      failed: count,
      oldest_seconds: z.number(),
      last_error: text,
    }),
  ),
  failed_jobs: z.array(
    z.object({
      id: z.string(),
      queue: z.string(),
      error: text,
      tries: count,
      created_at: time,
      failed_at: z.nullable(time),
      request_id: text,
    }),
  ),
  mails: z.object({
    waiting: count,
    failed: count,
    oldest_seconds: z.number(),
    last_sent_at: z.nullable(time),
    last_error: text,
  }),
  callbacks: z.object({
    waiting: count,
    oldest_seconds: z.number(),
    down: z.array(z.object({ id: count, name: z.string(), portal_name: z.string(), failing_since: z.nullable(time) })),
  }),
  domains: z.array(
    z.object({
      name: z.string(),
      portal_name: z.string(),
      status: z.string(),
      failing_since: z.nullable(time),
      checked_at: z.nullable(time),
    }),
  ),
  storage: z.array(z.object({ portal_id: count, portal_name: z.string(), used: z.number() })),
  /** The portals that have used at least 80 percent of their text messages today. */
  texts: z.array(z.object({ portal_id: count, portal_name: z.string(), sent: count, limit: count })),
  /** The last one that ended well, and why the newest one did not. */
  backups: z.object({ last_at: z.nullable(time), error: text }),
  database: z.object({
    version: z.string(),
    size: z.number(),
    connections: count,
    connections_max: count,
    oldest_transaction_seconds: z.number(),
    replicas: z.array(z.object({ name: z.string(), state: text, lag_seconds: z.nullable(z.number()) })),
    /** Null where pg_stat_statements is not there. */
    slowest: z.nullable(
      z.array(z.object({ statement: z.string(), calls: count, mean_ms: z.number(), total_ms: z.number() })),
    ),
  }),
})

/** Everything that an operator wants to know at one look (OPS-056). */
export const showSystemHealth = endpoint({
  method: 'GET',
  path: '/admin/health',
  permission: 'portals.update',
  is_over_all_portals: true,
  summary: 'How the whole installation is: what is wrong, processes, jobs, mail, callbacks, domains, storage, database',
  response: one(Health),
})

/** Gives failed jobs another round of tries: one, or all of a queue (OPS-057). */
export const retryJobs = endpoint({
  method: 'POST',
  path: '/admin/health/retries',
  permission: 'portals.update',
  is_over_all_portals: true,
  summary: 'Run failed jobs again: one by its id, or all of a queue',
  body: z.object({
    queue: rule.valueText(z.string().check(z.regex(/^[\w.-]{1,200}$/, 'This is not a queue.'))),
    id: z.optional(z.uuid()),
  }),
  response: one(z.object({ count })),
  errors: ['job_not_failed'],
})
