import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '#kernel/context.ts'
import { networkOf } from './network.ts'
import { tooManyRequests } from './too-many.ts'

/** Callers whose calls of the last minute are remembered; beyond that the ones heard of longest ago are forgotten. */
const CALLERS = 50_000
/** What visitors of one network may change in a minute: sign-ins, links, carts and orders together. */
const VISITORS_CHANGES = 120

/**
 * Who a call counts for: the session of a person in a portal, also after they sign in again there, the person of an API
 * token, or for everybody else their network, so that nobody gets a fresh count by inventing sessions. People behind one
 * address who are signed in do not count for each other.
 */
export const countedAs = (request: Pick<FastifyRequest, 'ip' | 'host_portal'>, viewer: Viewer | null): string => {
  if (!viewer) return `address ${networkOf(request.ip)}`
  const kind = viewer.is_token ? 'token' : viewer.impersonator_id ? `session by ${viewer.impersonator_id}` : 'session'
  return `${kind} of ${viewer.user_id} in ${request.host_portal?.id}`
}

export type CallLimit = {
  /** Counts one call of the caller, over all paths. Throws `too_many_requests`. */
  count: (request: FastifyRequest, viewer: Viewer | null) => Promise<void>
  /** Counts a change that a visitor makes. Apart from what they read, so that reading keeps nobody from signing in. */
  countChange: (request: FastifyRequest) => Promise<void>
}

/** The general limit of calls a minute (API-020), counted by each process for itself. */
export const createCallLimit = (app: FastifyInstance, max: number): CallLimit => {
  const callers = new WeakMap<FastifyRequest, string>()
  const limiter = (most: number) =>
    app.createRateLimit({
      max: most,
      timeWindow: 60_000,
      keyGenerator: (request) => callers.get(request) ?? networkOf(request.ip),
      // Read by the store, though the types do not name it here.
      ...({ cache: CALLERS } as object),
    })
  const refuseBeyond = (counted: Awaited<ReturnType<ReturnType<typeof limiter>>>) => {
    if (!counted.isAllowed && counted.isExceeded) throw tooManyRequests(counted.ttlInSeconds)
  }
  const calls = limiter(max)
  const changes = limiter(Math.min(max, VISITORS_CHANGES))
  return {
    count: async (request, viewer) => {
      callers.set(request, countedAs(request, viewer))
      refuseBeyond(await calls(request))
    },
    countChange: async (request) => {
      callers.set(request, countedAs(request, null))
      refuseBeyond(await changes(request))
    },
  }
}
