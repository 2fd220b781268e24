import type { FastifyRequest } from 'fastify'
import { MOST_LAG_MS } from '../../db/replica/bound.ts'
import { COOKIES, sessionTokenOf } from '../context.ts'

/**
 * For how long a browser remembers that it has changed something. Twice the age that a read from a replica may have, so
 * that the change is there when the cookie is gone.
 */
export const CHANGED_SECONDS = (2 * MOST_LAG_MS) / 1000

/** Whether the request may be answered from a moment ago: nobody is signed in, and the browser has changed nothing just now. */
export const mayReadBehind = (request: FastifyRequest): boolean =>
  !sessionTokenOf(request) && !request.cookies[COOKIES.changed] && request.headers.authorization === undefined
