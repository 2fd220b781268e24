import type { FastifyInstance } from 'fastify'
import { endpoint } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import type { Db } from '../db/db.ts'
import type { ReplicaState } from '../db/replica/replica.ts'
import type { BucketState } from '../files/bucket/bucket-watch.ts'
import type { DiskState } from '../files/disk-watch.ts'
import type { RedisState } from '../live/redis/redis-events.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for the one call that needs no portal, and therefore no database, for its answer. */
    is_portal_free?: boolean
  }
}

/** `off`: this process takes no jobs. */
export type JobState = 'up' | 'down' | 'off'
/** What the process knows of its other parts. */
export type HealthProbes = {
  bus: () => boolean
  jobs: () => JobState
  disk: () => Promise<DiskState>
  /** Only where files are in a bucket. */
  files?: () => Promise<BucketState>
  /** Only where public reads use a replica. */
  replica?: () => ReplicaState
  /** Only where live events go through Redis. */
  redis?: () => RedisState
  /** Whether the process has been told to stop, so that a balancer should send it nothing more. */
  isLeaving: () => boolean
}

const Health = z.object({
  status: z.enum(['ok', 'failing', 'stopping']),
  checks: z.object({
    database: z.enum(['up', 'down']),
    bus: z.enum(['up', 'down']),
    jobs: z.enum(['up', 'down', 'off']),
    /** `low` still works; `down` is a full disk, of the files or of the database. */
    disk: z.enum(['up', 'low', 'down']),
    /** Of a bucket: while it is `unreachable`, calls that need a file fail and everything else works, so this is no 503. */
    files: z.enum(['up', 'unreachable']),
    /** Of the replica for public reads: while it is not `up`, the primary answers them, so this is no 503. */
    replica: z.enum(['off', 'up', 'behind', 'unreachable', 'promoted', 'foreign']),
    /** While it is `unreachable`, live events go through PostgreSQL, so this is no 503. */
    redis: z.enum(['off', 'up', 'unreachable']),
  }),
})

/** Whether this process can do its work: 200 when it can, else 503. For balancers, under every host name. */
export const showHealth = endpoint({
  method: 'GET',
  path: '/health',
  permission: 'public',
  summary:
    'State of the database, the message bus, the jobs of this process, its disk, its files, its read replica and Redis: 200 or 503',
  is_always_open: true,
  response: Health,
})

/** A database that takes longer than this is of no use to anybody. */
const TIMEOUT_MS = 2_000

const answers = async (db: Db): Promise<boolean> => {
  const { promise: isLate, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), TIMEOUT_MS)
  const ping = db.pool.query('select 1').then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([ping, isLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Mounts `GET /health` (API-025). */
export const mountHealth = (api: FastifyInstance, db: Db, probes: HealthProbes): void => {
  api.get(showHealth.path, { config: { is_portal_free: true } }, async (_request, reply) => {
    const checks = {
      database: (await answers(db)) ? ('up' as const) : ('down' as const),
      bus: probes.bus() ? ('up' as const) : ('down' as const),
      jobs: probes.jobs(),
      disk: await probes.disk().catch(() => 'down' as const),
      files: (await probes.files?.()) ?? ('up' as const),
      replica: probes.replica?.() ?? ('off' as const),
      redis: probes.redis?.() ?? ('off' as const),
    }
    const isFailing = Object.values(checks).includes('down')
    const status = probes.isLeaving() ? 'stopping' : isFailing ? 'failing' : 'ok'
    return reply.code(status === 'ok' ? 200 : 503).send({ status, checks })
  })
}
