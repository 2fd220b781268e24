import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/db.ts'
import type { PublicReads } from '../db/replica/public-reads.ts'
import type { Config } from '../process/config.ts'
import type { ReportedCall } from '../process/error-reports.ts'
import type { Resolvers } from './context.ts'
import type { HealthProbes } from './health.ts'
import type { Route } from './route.ts'

/** What the HTTP server is made of. */
export type HttpOptions = {
  config: Config
  db: Db
  /** Where people without a session read; the database itself if left out. */
  publicReads?: PublicReads
  routes: Route[]
  resolvers: Resolvers
  now?: () => Date
  /** What `GET /health` checks apart from the database; without it the call does not exist. */
  health?: HealthProbes
  /** Looks at every request before anything else does; true when it has answered. */
  early?: (request: FastifyRequest, reply: FastifyReply) => boolean
  /** Corrects addresses that cannot be decoded, before anything else looks at them. */
  repairUrl?: (url: string) => string
  /** Called when a write failed for lack of space. */
  onDiskFull?: () => void
  /** Called when the storage of files could not be used. */
  onStorageFailure?: (error: unknown) => void
  /** Called for every answer of 500, with secrets already left out (INT-011, INT-012). */
  report?: (error: unknown, request: ReportedCall) => void
  /** Counts answers for the metrics of this process. */
  countAnswers?: (app: FastifyInstance) => void
}
