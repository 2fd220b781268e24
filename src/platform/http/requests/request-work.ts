import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTracing, type Span, startSpan } from '../../watch/trace.ts'
import { within } from '../../watch/work.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/** The version that the W3C has given out so far; ids of zeros only name nothing. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

const callerOf = (raw: IncomingMessage, isTrusted: (raw: IncomingMessage) => boolean): string | null => {
  const { traceparent } = raw.headers
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) && isTrusted(raw) ? traceparent : null
}

/** One span for each request, by the pattern of its route; a trace of the balancer in front is gone on with. */
export const traceRequests = (app: FastifyInstance, isTrusted: (raw: IncomingMessage) => boolean): void => {
  if (!isTracing()) return
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? ''
    const span = startSpan(`${request.method} ${route}`.trim(), {
      kind: 'server',
      parent: callerOf(request.raw, isTrusted),
      attributes: {
        'http.request.method': request.method,
        ...(route && { 'http.route': route }),
        request_id: request.id,
      },
    })
    if (span) spans.set(request, span)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': reply.raw.statusCode })
    span?.end(reply.raw.statusCode >= 500 ? new Error(String(reply.raw.statusCode)) : undefined)
    done()
  })
}

/** Does the work of a request as its work: its log lines, jobs and spans know which one it was. */
export const withinRequest = <T>(request: FastifyRequest, run: () => T): T =>
  within({ request_id: request.id, span: spans.get(request) ?? null }, run)
