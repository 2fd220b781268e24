import { isUtf8 } from 'node:buffer'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { PortalContext } from '#kernel/context.ts'
import { AppError, fail, GENERIC_ERROR, toBody } from '#kernel/errors.ts'
import { formatPhone } from '#kernel/format.ts'
import { meaningOf } from '../db/constraints.ts'
import { addressWithoutSecrets, loggedError } from '../process/redact.ts'
import { logFields } from '../watch/work.ts'
import { type CallLimit, createCallLimit } from './call-limit.ts'
import { mountHealth, showHealth } from './health.ts'
import { createInnerReads, type FailedAnswer, type InnerReads } from './inner-reads.ts'
import { logOutput } from './log-output.ts'
import { mountRoute } from './mount.ts'
import { createNarrowLimit } from './narrow-limit.ts'
import { describeApi } from './openapi.ts'
import type { HttpOptions } from './options.ts'
import { parseQuery } from './query.ts'
import { createTrust, requestIdOf } from './requests/request-id.ts'
import { traceRequests } from './requests/request-work.ts'
import { noteTokenError, recordTokenCalls } from './tokens/token-calls.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The portal of the host; set for every call and page before anything else runs. */
    host_portal: PortalContext | null
    /** True on the host that serves untrusted course content and nothing else. */
    is_content_host: boolean
  }
  interface FastifyInstance {
    /** The calls of a page that is being rendered. */
    innerReads: InnerReads
    /** The key that a page, like a call, is counted by. */
    callLimit: CallLimit
  }
}

const CONTENT_PREFIX = 'content.'
export const API_BASE = '/api/v1'

/** The HTTP server with every call of `routes` below `/api/v1`, its errors as data, and its documentation. */
export const createHttp = async (options: HttpOptions): Promise<FastifyInstance> => {
  const { config, resolvers } = options
  const isTrusted = createTrust(config.TRUST_PROXY)
  const app = Fastify({
    logger:
      config.LOG_LEVEL === 'silent'
        ? false
        : {
            level: config.LOG_LEVEL,
            stream: logOutput,
            mixin: (_line, _level, logger) => logFields(logger.bindings()),
            serializers: {
              err: (error: unknown) => loggedError(error),
              req: (request) => ({
                method: request.method,
                url: addressWithoutSecrets(request.url),
                host: request.host,
                address: request.ip,
              }),
            },
          },
    logController: new LogController({
      disableRequestLogging: config.LOG_LEVEL !== 'debug',
      requestIdLogLabel: 'request_id',
    }),
    trustProxy: config.TRUST_PROXY ?? false,
    bodyLimit: 1 << 20,
    rewriteUrl: ({ url = '/' }) => (options.repairUrl ? options.repairUrl(url) : url),
    requestIdHeader: false,
    genReqId: (raw) => requestIdOf(raw, isTrusted),
    routerOptions: { maxParamLength: 2000, querystringParser: parseQuery },
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => sendError(error, request, reply, options),
  })
  app.decorateRequest('host_portal', null)
  app.decorateRequest('is_content_host', false)
  traceRequests(app, isTrusted)
  options.countAnswers?.(app)
  const { early } = options
  if (early)
    app.addHook('onRequest', (request, reply, done) => {
      if (!early(request, reply)) done()
    })
  await app.register(cookie)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(multipart, { limits: { fileSize: 20_971_520, files: 20, fields: 100 }, throwFileSizeLimit: true })
  await app.register(rateLimit, {
    global: false,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.ip,
    errorResponseBuilder: () => fail('too_many_requests'),
  })
  const narrowLimit = createNarrowLimit(options.db)
  const { CALLS_PER_MINUTE: max, secret } = config
  const limits = { callLimit: createCallLimit(app, { max, secret, narrowLimit }), narrowLimit }
  keepRawBodies(app)
  const failed = (thrown: unknown, request: FastifyRequest) => answerTo(thrown, request, options)
  app.decorate('innerReads', createInnerReads({ ...options, failed }))
  app.decorate('callLimit', limits.callLimit)

  const contentHost = config.CONTENT_ORIGIN ? new URL(config.CONTENT_ORIGIN).host : null
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.routeOptions.config.is_portal_free) return
    const host = request.host.toLowerCase()
    const isBeside = host.startsWith(CONTENT_PREFIX)
    const isApart = contentHost !== null && (host === contentHost || host.endsWith(`.${contentHost}`))
    request.is_content_host = isBeside || isApart
    if (!isApart)
      request.host_portal = await resolvers.portalByHost(isBeside ? host.slice(CONTENT_PREFIX.length) : host)
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, options))
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff').header('vary', 'cookie')
        // An open page learns from it that the site around it has changed (PGB-057).
        if (request.host_portal) reply.header('x-site-release', request.host_portal.release_number)
        if (request.is_content_host) throw fail('not_found')
      })
      recordTokenCalls(api, options.db, options.now ?? (() => new Date()))
      for (const route of options.routes) mountRoute(api, route, options, limits)
      if (options.health) mountHealth(api, options.db, options.health)
      describeApi(api, [...options.routes.map((route) => route.endpoint), ...(options.health ? [showHealth] : [])])
      api.setNotFoundHandler((request, reply) => sendError(fail('not_found'), request, reply, options))
    },
    { prefix: API_BASE },
  )
  return app
}

/** Signatures are checked over the bytes as sent, so JSON and forms keep them together with the parsed value. */
const keepRawBodies = (app: FastifyInstance) => {
  app.removeContentTypeParser('application/json')
  const parse = (request: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void) => {
    ;(request as { raw_body?: Buffer }).raw_body = body
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body)) return done(fail('invalid', { message: 'The body is not valid UTF-8.' }))
    try {
      done(null, JSON.parse(body.toString('utf8')))
    } catch {
      done(fail('invalid', { message: 'The body is not valid JSON.' }))
    }
  }
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parse as never)
  // A beacon of a page that is being left can only send text.
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, parse as never)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body, done) => {
    ;(request as { raw_body?: Buffer }).raw_body = body as Buffer
    done(null, parseQuery(body.toString('utf8')))
  })
}

/** What a failed call answers; a failure that nobody foresaw is logged and reported here. */
const answerTo = (thrown: unknown, request: FastifyRequest, options: HttpOptions): FailedAnswer => {
  const error = asAppError(thrown)
  if (error === null) {
    request.log.error({ err: thrown, url: addressWithoutSecrets(request.url) }, 'a call failed unexpectedly')
    options.report?.(thrown, { method: request.method, path: addressWithoutSecrets(request.url), id: request.id })
  }
  if (error?.code === 'storage_full') {
    request.log.error({ err: thrown, url: addressWithoutSecrets(request.url) }, 'a disk is full')
    options.onDiskFull?.()
  }
  if (error?.code === 'storage_unavailable') {
    request.log.error({ err: thrown, url: addressWithoutSecrets(request.url) }, 'the storage of files cannot be used')
    options.onStorageFailure?.(thrown)
  }
  const phone = formatPhone(request.host_portal?.company.support_phone)
  const body = toBody(error ?? thrown, { phone })
  // Support finds the lines of the log by it (ERR-176).
  if (error === null) body.message = `${body.message} Reference: ${request.id}`
  return { status: error?.status ?? 500, body }
}

const sendError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply, options: HttpOptions) => {
  const { status, body } = answerTo(thrown, request, options)
  noteTokenError(request, body)
  const wait = thrown instanceof AppError ? thrown.retry_after : undefined
  if (wait !== undefined) reply.header('retry-after', wait)
  else if (status === 429 && !reply.getHeader('retry-after')) reply.header('retry-after', '60')
  if (isPage(request)) return reply.code(status).type('text/html; charset=utf-8').send(brokenPage(status))
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}

const isPage = ({ url, headers }: FastifyRequest) =>
  !url.startsWith(API_BASE) && headers.accept?.includes('text/html') === true

/** What a person sees when not even the portal can be found out (PRT-044); pages that fail later have their own. */
const brokenPage = (status: number) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Something went wrong</title><body style="font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem"><main><h1>${status}</h1><p>${GENERIC_ERROR}</p></main>`

/** Errors of ours, of the database's constraints and of HTTP itself as catalog rows; null is an unexpected one. */
const asAppError = (thrown: unknown): AppError | null => {
  if (thrown instanceof AppError) return thrown
  const meaning = meaningOf(thrown)
  if (meaning) return meaning
  const status = (thrown as { statusCode?: number }).statusCode
  // An address that cannot be decoded names nothing.
  if (status === 404 || (thrown as { code?: string }).code === 'FST_ERR_BAD_URL') return fail('not_found')
  if (status === 413) return fail('too_large', { message: 'The body is too large.' })
  if (status === 415) return fail('unsupported_media_type', { message: 'This type of body is not taken here.' })
  if (status === 429) return fail('too_many_requests')
  if (status !== undefined && status >= 400 && status < 500)
    return fail('invalid', { message: (thrown as Error).message })
  return null
}
