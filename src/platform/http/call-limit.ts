import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'

/** Callers whose calls of the last minute are remembered; beyond that the ones heard of longest ago are forgotten. */
const CALLERS = 50_000

export type CallLimit = (
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'header'>,
  viewer: Viewer | null,
) => Promise<void>

/**
 * Counts calls per minute over all paths: those of a signed-in person together, wherever they come from, all others by
 * network address, so that nobody gets a fresh count by inventing sessions (API-020). Throws `too_many_requests`.
 */
export const createCallLimit = (app: FastifyInstance, max: number): CallLimit => {
  const callers = new WeakMap<FastifyRequest, string>()
  const count = app.createRateLimit({
    max,
    timeWindow: 60_000,
    keyGenerator: (request) => callers.get(request) ?? request.ip,
    // Read by the store, though the types do not name it here.
    ...({ cache: CALLERS } as object),
  })
  return async (request, reply, viewer) => {
    callers.set(request, viewer ? `user ${viewer.user_id}` : `address ${request.ip}`)
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    reply.header('retry-after', counted.ttlInSeconds)
    throw fail('too_many_requests')
  }
}
