import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { accountRoutes } from './accounts.ts'
import { checkoutRoutes } from './checkout/checkout.ts'
import { taxRoutes } from './checkout/tax.ts'
import { customerRoutes } from './customers.ts'
import { disputeRoutes } from './disputes.ts'
import { StripeFailure } from './failure.ts'
import { newId } from './ids.ts'
import { expand } from './lists.ts'
import { API_VERSION } from './model.ts'
import { Params, parseForm } from './params.ts'
import { paymentRoutes } from './payments.ts'
import { refundRoutes } from './refunds.ts'
import type { Route } from './route.ts'
import type { State } from './state.ts'
import { transferRoutes } from './transfers.ts'

const routes: Route[] = [
  ...checkoutRoutes,
  ...paymentRoutes,
  ...taxRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...transferRoutes,
  ...customerRoutes,
  ...accountRoutes,
]

interface Answer {
  status: number
  body: object
  request_id: string
  isReplayed?: boolean
}

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function checkKey(request: FastifyRequest): void {
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (!key)
    throw new StripeFailure(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
      { status: 401 },
    )
  // A live key must never be used here: anyone who uses one believes that money moves.
  if (!/^[sr]k_test_\w+$/.test(key))
    throw new StripeFailure(`Invalid API Key provided: ${key.slice(0, 8)}***`, { status: 401 })
}

function checkAccount(state: State, request: FastifyRequest): void {
  const account = header(request, 'stripe-account')
  if (!account) return
  if (!state.store.find('accounts', account))
    throw new StripeFailure(
      `The provided key does not have access to account '${account}' (or that account does not exist).`,
      { status: 403, code: 'account_invalid' },
    )
  throw new StripeFailure('This stand-in does not take requests on behalf of connected accounts.')
}

const canonical = (text: string) => JSON.stringify([...new URLSearchParams(text)].sort())

/**
 * The earlier answer for the key. The same key with other parameters, or for another call, is an error; see https://docs.stripe.com/api/idempotent_requests.
 */
function replay(state: State, key: string, path: string, params: string): Answer | undefined {
  const known = state.store.find('idempotent_answers', key)
  if (!known || known.created * 1000 < state.store.now() - 24 * 60 * 60 * 1000) return undefined
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`
  if (known.path !== path)
    throw new StripeFailure(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${known.path}' vs '${path}'). ${advice}`,
      { type: 'idempotency_error' },
    )
  if (known.params !== params)
    throw new StripeFailure(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
      { type: 'idempotency_error' },
    )
  return { status: known.status, body: known.body, request_id: known.request_id, isReplayed: true }
}

function execute(state: State, route: Route, request: FastifyRequest): Answer {
  checkKey(request)
  checkAccount(state, request)
  const [path = '', query = ''] = request.url.split('?')
  const text = route.method === 'POST' ? String(request.body ?? '') : query
  const key = route.method === 'POST' ? header(request, 'idempotency-key') : undefined
  const params = canonical(text)
  const known = key && replay(state, key, path, params)
  if (known) return known

  const requestId = newId('req', 14)
  const ids = request.params as Record<string, string>
  const keep = (status: number, body: object) => ({ path, params, status, body, request_id: requestId })
  try {
    return state.change({ id: requestId, idempotency_key: key ?? null }, (work) => {
      const read = new Params(parseForm(text))
      const result = route.run({ work, params: read, id: (name = 'id') => ids[name] ?? '' })
      const paths = read.strings('expand')
      read.done()
      // A refusal that is returned instead of thrown keeps what was written: the attempt with a declined card.
      const isRefused = result instanceof StripeFailure
      const answer = keep(isRefused ? result.status : 200, isRefused ? result.body() : expand(work, result, paths))
      if (key) work.put('idempotent_answers', { id: key, created: work.now, ...answer })
      return { status: answer.status, body: answer.body, request_id: requestId }
    })
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    const { status } = error
    const body = error.body()
    if (key && error.isSaved)
      state.store.change((tx) => tx.put('idempotent_answers', { id: key, created: tx.now, ...keep(status, body) }))
    return { status, body, request_id: requestId }
  }
}

function send(reply: FastifyReply, { status, body, request_id, isReplayed }: Answer): FastifyReply {
  reply.code(status).header('request-id', request_id).header('stripe-version', API_VERSION)
  if (isReplayed) reply.header('idempotent-replayed', 'true').header('original-request', request_id)
  return reply.send(body)
}

/** The API under `/v1`, as the unmodified client calls it. */
export function createApi(state: State): FastifyInstance {
  const app = Fastify({ logger: false })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    done(null, text)
  })
  for (const route of routes)
    app.route({
      method: route.method,
      url: route.path,
      handler(request, reply) {
        const answer = execute(state, route, request)
        if (state.takeLostAnswer()) {
          reply.hijack()
          request.raw.socket.destroy()
          return reply
        }
        return send(reply, answer)
      },
    })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const request_id = newId('req', 14)
    if (error instanceof StripeFailure) return send(reply, { status: error.status, body: error.body(), request_id })
    const status = error.statusCode ?? 500
    const type = status < 500 ? 'invalid_request_error' : 'api_error'
    return send(reply.header('stripe-should-retry', 'false'), {
      status,
      body: { error: { type, message: error.message } },
      request_id,
    })
  })
  app.setNotFoundHandler((request, reply) => {
    const [path] = request.url.split('?')
    const failure = new StripeFailure(
      `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      { status: 404 },
    )
    return send(reply, { status: 404, body: failure.body(), request_id: newId('req', 14) })
  })
  return app
}
