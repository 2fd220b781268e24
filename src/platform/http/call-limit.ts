import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '#kernel/context.ts'
import { deviceCookieName, readDevice } from './device.ts'
import type { NarrowLimit } from './narrow-limit.ts'
import { networkOf } from './network.ts'
import { tooManyRequests } from './too-many.ts'

/** Callers whose calls of the last minute are remembered; beyond that the ones heard of longest ago are forgotten. */
const CALLERS = 50_000
const WINDOW_SECONDS = 60
/** The part of the general limit that visitors of one network may use for changes: sign-ins, links and orders together. */
const CHANGES_PART = 0.1

type Asking = Pick<FastifyRequest, 'ip' | 'host_portal' | 'protocol' | 'cookies'>

/** Who a visitor was at their last sign-in, so that they can sign in again however many others there are behind their address. */
const knownVisitor = ({ protocol, cookies }: Asking, secret: string): number | undefined =>
  readDevice(secret, cookies[deviceCookieName(protocol === 'https')], new Date())?.user_ids[0]

/**
 * The person a call counts for: the session of a person in a portal, also after they sign in again there; the person of
 * an API token; the person who signed in with the visitor's browser before; for everyone else their network, so that
 * inventing sessions gives nobody a fresh count. Known people behind one address do not count for each other.
 */
export const countedAs = (request: Asking, viewer: Viewer | null, secret: string): string => {
  if (!viewer) {
    const visitor = knownVisitor(request, secret)
    return visitor === undefined ? `address ${networkOf(request.ip)}` : `browser of ${visitor}`
  }
  if (viewer.portal_token) return `portal token ${viewer.portal_token.id}`
  const kind = viewer.is_token ? 'token' : viewer.impersonator_id ? `session by ${viewer.impersonator_id}` : 'session'
  return `${kind} of ${viewer.user_id} in ${request.host_portal?.id}`
}

/** How a caller stands: the most calls in the window, those that are left, and when it starts over. */
type Counted = { most: number; remaining: number; seconds: number }

/** Tells a program its limit as the IETF draft of the RateLimit fields says (INT-036). */
export const tellLimit = (reply: FastifyReply, { most, remaining, seconds }: Counted): void => {
  reply
    .header('ratelimit-policy', `"calls";q=${most};w=${WINDOW_SECONDS}`)
    .header('ratelimit', `"calls";r=${remaining};t=${seconds}`)
}

export type CallLimit = {
  /** Counts one call of the caller, over all paths, and tells how they stand. Throws `too_many_requests`. */
  count: (request: FastifyRequest, viewer: Viewer | null, tell?: (counted: Counted) => void) => Promise<void>
  /** Counts a change that a visitor makes. Apart from what they read, so that reading keeps nobody from signing in. */
  countChange: (request: FastifyRequest) => Promise<void>
}

/**
 * The general limit of calls a minute (API-020), counted by each process for itself. Calls with a token of the portal are
 * counted over all processes: a program reads from its answers how many it has left, wherever the next one arrives (INT-043).
 */
export const createCallLimit = (
  app: FastifyInstance,
  { max, secret, narrowLimit }: { max: number; secret: string; narrowLimit: NarrowLimit },
): CallLimit => {
  const callers = new WeakMap<FastifyRequest, string>()
  const limiter = (most: number) =>
    app.createRateLimit({
      max: most,
      timeWindow: WINDOW_SECONDS * 1000,
      keyGenerator: (request) => callers.get(request) ?? networkOf(request.ip),
      // Read by the store, though the types do not name it here.
      ...({ cache: CALLERS } as object),
    })
  const refuseBeyond = (counted: Awaited<ReturnType<ReturnType<typeof limiter>>>) => {
    if (!counted.isAllowed && counted.isExceeded) throw tooManyRequests(counted.ttlInSeconds)
  }
  const countEverywhere = async (key: string, tell?: (counted: Counted) => void) => {
    const { count, seconds } = await narrowLimit.tally(`calls of ${key}`)
    tell?.({ most: max, remaining: Math.max(0, max - count), seconds })
    if (count > max) throw tooManyRequests(seconds)
  }
  const calls = limiter(max)
  const changes = limiter(Math.ceil(max * CHANGES_PART))
  return {
    count: async (request, viewer, tell) => {
      if (viewer?.portal_token) return countEverywhere(countedAs(request, viewer, secret), tell)
      callers.set(request, countedAs(request, viewer, secret))
      const counted = await calls(request)
      if (tell && !counted.isAllowed)
        tell({ most: counted.max, remaining: counted.remaining, seconds: counted.ttlInSeconds })
      refuseBeyond(counted)
    },
    countChange: async (request) => {
      callers.set(request, countedAs(request, null, secret))
      refuseBeyond(await changes(request))
    },
  }
}
