import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, PortalContext, Viewer } from '#kernel/context.ts'
import { type AnyEndpoint, savesRecord } from '#kernel/endpoint.ts'
import { AppError, fail } from '#kernel/errors.ts'
import '#kernel/html.ts'
import { fieldErrors, z } from '#kernel/schema.ts'
import { contentDisposition, fileNameOf } from '#kernel/uploads/file-name.ts'
import type { Tx } from '../db/db.ts'
import { countSave, withVersions } from '../db/record-versions.ts'
import { primaryReads } from '../db/replica/public-reads.ts'
import { actingOf } from '../db/transactions/acting.ts'
import { isPictureName } from '../files/content-check.ts'
import { readPicture } from '../files/pictures/pictures.ts'
import { type CallLimit, countedAs, tellLimit } from './call-limit.ts'
import { compileSchema } from './compile-schema.ts'
import {
  COOKIES,
  callerOf,
  requireOpenPortal,
  requirePermission,
  selectPortal,
  sessionTokenOf,
  withSecondFactor,
} from './context.ts'
import { CSRF_COOKIE, CSRF_HEADER, csrfFault, isCsrfValid } from './csrf.ts'
import { onceForKey } from './idempotency.ts'
import type { NarrowLimit } from './narrow-limit.ts'
import { networkOf } from './network.ts'
import type { HttpOptions } from './options.ts'
import { withinRequest } from './requests/request-work.ts'
import { CHANGED_SECONDS, mayReadBehind } from './requests/stranger.ts'
import {
  CommittedFailure,
  type FileAnswer,
  type HttpAccess,
  type LaterFile,
  type Route,
  type UploadedFile,
} from './route.ts'
import { requireStorable } from './storable.ts'
import { requireScope } from './tokens/scope.ts'
import { noteTokenAnswer, noteTokenCall } from './tokens/token-calls.ts'
import { tooManyRequests } from './too-many.ts'

type Schema = z.core.$ZodType
const isNothing = (schema: Schema) => schema._zod.def.type === 'undefined'

/**
 * Decodes one part of the input, or fails with the catalog's text for each field (VAL-007). All input comes this way,
 * so that no call meets a text that it cannot store (API-027).
 */
export const decode = (schema: Schema, value: unknown, texts: { isAnyText?: boolean } = {}) => {
  requireStorable(value, texts)
  if (isNothing(schema)) return undefined
  const result = z.safeParse(schema, value ?? {})
  if (result.success) return result.data
  throw fail('invalid', { fields: fieldErrors(result.error.issues) })
}

const ALWAYS_ALLOWED_IN_QUERY = new Set(['in_portal_id', 'referer_portal_id'])

/** Lists refuse filters and sorts they do not know (API-015); `referer_portal_id` may come with every call (API-004). */
export const decodeQuery = (schema: Schema, query: Record<string, unknown>) => {
  if (isNothing(schema)) return undefined
  const shape = (schema as unknown as { shape?: Record<string, unknown> }).shape
  if (shape) {
    const unknown = Object.keys(query).filter((name) => !(name in shape) && !ALWAYS_ALLOWED_IN_QUERY.has(name))
    if (unknown.length > 0)
      throw fail('invalid', {
        fields: Object.fromEntries(unknown.map((name) => [name, ['This filter is not known here.']])),
      })
  }
  return decode(schema, query)
}

/** Fields and files of a multipart body as it arrives. */
const readParts = async (request: FastifyRequest) => {
  const files: UploadedFile[] = []
  const fields: Record<string, unknown> = {}
  for await (const part of request.parts()) {
    if (part.type === 'file')
      files.push({
        field: part.fieldname,
        name: fileNameOf(part.filename, 255),
        mime_type: part.mimetype,
        bytes: await part.toBuffer(),
      })
    else if (part.fieldname.endsWith('[]')) {
      const name = part.fieldname.slice(0, -2)
      fields[name] = [...((fields[name] as unknown[]) ?? []), part.value]
    } else fields[part.fieldname] = part.value
  }
  return { files, fields }
}

/** A status that the library knows is one of its limits or rules; everything else is a body that it cannot read. */
const multipartFault = (error: unknown): never => {
  if (typeof (error as { statusCode?: number }).statusCode === 'number') throw error
  throw fail('multipart_unreadable')
}

type RequestBody = { files: UploadedFile[]; fields: unknown }

/**
 * Fields and files of the body. A file above the limit ends the call with 413, a form that is not accepted with 415.
 */
const readBody = async (request: FastifyRequest, { takes }: AnyEndpoint): Promise<RequestBody> => {
  if (!request.isMultipart()) return { files: [], fields: request.body ?? undefined }
  if (takes !== 'multipart') throw fail('unsupported_media_type', { message: 'This call takes JSON, not a form.' })
  // An empty one is a boundary to the library, and makes every part an end.
  if (!/;\s*boundary=(?:"[^"]|[^"\s;])/i.test(request.headers['content-type'] ?? '')) throw fail('multipart_unreadable')
  const body = await readParts(request).catch(multipartFault)
  requireStorable(Object.fromEntries(body.files.map(({ field, name }) => [field, name])))
  return body
}

const httpAccess = (request: FastifyRequest, reply: FastifyReply): HttpAccess => ({
  cookies: request.cookies,
  setCookie: (name, value, { max_age: maxAge, is_readable: isReadable = false, path = '/' } = {}) => {
    reply.setCookie(name, value, {
      path,
      sameSite: 'lax',
      httpOnly: !isReadable,
      secure: request.protocol === 'https',
      ...(maxAge !== undefined && { maxAge }),
    })
  },
  clearCookie: (name) => {
    reply.clearCookie(name, { path: '/', sameSite: 'lax', secure: request.protocol === 'https' })
  },
  header: (name) => {
    const value = request.headers[name.toLowerCase()]
    return Array.isArray(value) ? value[0] : value
  },
  raw_body: (request as { raw_body?: Buffer }).raw_body ?? null,
  raw_query: request.url.split('?').slice(1).join('?'),
})

const sendFile = (reply: FastifyReply, file: FileAnswer) => {
  reply
    .code(file.status ?? 200)
    .type(file.mime_type)
    .headers(file.headers ?? {})
    .header('cache-control', file.cache ?? 'private, no-store')
    .header('content-disposition', contentDisposition(file.is_attachment ? 'attachment' : 'inline', file.name))
  if (file.size !== undefined) reply.header('content-length', file.size)
  return reply.send(file.content)
}

/** Hands a kept failure on as a result, so that the transaction commits before the call fails. */
const committedFailureOf = <T>(run: () => Promise<T>): Promise<T | CommittedFailure> =>
  run().catch((error: unknown) => {
    if (error instanceof CommittedFailure) return error
    throw error
  })

/** What decides whether a call is made: its query, and who makes it from which host. */
type CallRequest = {
  request: FastifyRequest
  query: Record<string, unknown>
  portal: PortalContext
  viewer: Viewer | null
}

/** The context of a call that its caller may make in the portal; throws what one answers that may not. */
export const admit = async (
  endpoint: AnyEndpoint,
  { request, query, portal: hostPortal, viewer: caller }: CallRequest,
  { resolvers, now = () => new Date() }: Pick<HttpOptions, 'resolvers' | 'now'>,
): Promise<Context> => {
  const viewer = withSecondFactor(endpoint, caller)
  const portal = await selectPortal({ query, cookies: request.cookies }, hostPortal, viewer, endpoint, resolvers)
  requireOpenPortal(portal, viewer, endpoint)
  requireScope(endpoint, viewer)
  const scope = requirePermission(endpoint, viewer, portal)
  if (endpoint.is_closed_to_impersonation && viewer?.impersonator_id) throw fail('not_enough_permissions')
  if (endpoint.is_closed_to_tokens && viewer?.is_token) throw fail('operation_not_permitted')
  const { 'user-agent': userAgent = '', 'idempotency-key': key } = request.headers
  requireStorable({ 'user-agent': userAgent, 'idempotency-key': key })
  return {
    portal,
    host_portal: hostPortal,
    viewer,
    scope,
    now: now(),
    request: {
      id: request.id,
      address: request.ip,
      user_agent: userAgent,
      is_secure: request.protocol === 'https',
    },
  }
}

/** Whose keys these are: one caller never meets those of another. */
const callerName = (request: FastifyRequest, viewer: Viewer | null): string => {
  if (!viewer) return `address:${request.ip}`
  return viewer.portal_token ? `token:${viewer.portal_token.id}` : `user:${viewer.user_id}`
}

/** API tokens that are refused in a minute from one network, before the answer is to wait. */
const REFUSED_TOKENS = 60

/** Signed messages of outside services come from few addresses, in bursts. */
const isVisitorsChange = ({ method, is_read_only: isReadOnly, csrf }: AnyEndpoint) =>
  method !== 'GET' && !isReadOnly && csrf

/** Puts one call on the server: portal, caller, permission, input, one transaction, answer (architecture §4). */
export const mountRoute = (
  api: FastifyInstance,
  { endpoint, handler, after }: Route,
  options: HttpOptions,
  { callLimit, narrowLimit }: { callLimit: CallLimit; narrowLimit: NarrowLimit },
) => {
  const { config, db, resolvers, publicReads = primaryReads(options.db) } = options
  if (!endpoint.permission) throw new Error(`${endpoint.method} ${endpoint.path} names no permission`)
  compileSchema(endpoint.response)

  /** Who makes the call. A call that is refused before that is known counts for its address. */
  const countedCaller = async (request: FastifyRequest, reply: FastifyReply, portal: PortalContext | null) => {
    const caller = portal && (await callerOf(request, portal, resolvers).catch((error: unknown) => ({ error })))
    const isKnown = caller !== null && 'viewer' in caller
    const viewer = isKnown ? caller.viewer : null
    if (portal && viewer?.is_token) noteTokenCall(request, portal.id, viewer)
    if (!viewer && isVisitorsChange(endpoint)) await callLimit.countChange(request)
    else if (!endpoint.is_uncounted)
      await callLimit.count(request, viewer, viewer?.is_token ? (counted) => tellLimit(reply, counted) : undefined)
    if (isKnown) return caller
    const error = caller ? caller.error : fail('portal_not_found')
    if (error instanceof AppError && error.code === 'user_token_invalid')
      await countNarrowly(`refused tokens ${networkOf(request.ip)}`, REFUSED_TOKENS)
    throw error
  }

  const countNarrowly = async (key: string, most: number) => {
    const wait = await narrowLimit.count(key, most)
    if (wait !== null) throw tooManyRequests(wait)
  }

  const { method, limit, visitor_limit: visitorLimit, failure_limit: failureLimit } = endpoint
  const name = `${endpoint.method} ${endpoint.path}`

  /** The call's own limits, in addition to the general one. */
  const requireFewCalls = async (request: FastifyRequest, viewer: Viewer | null) => {
    const most = viewer ? limit : (visitorLimit ?? limit)
    if (most !== null) await countNarrowly(`${name} ${countedAs(request, viewer, config.secret)}`, most)
    if (failureLimit === null || viewer) return
    const wait = await narrowLimit.peek(`failed ${name} ${networkOf(request.ip)}`, failureLimit)
    if (wait !== null) throw tooManyRequests(wait)
  }

  /** Counts what a visitor has tried out without success. */
  const countFailure = async (request: FastifyRequest, viewer: Viewer | null, error: unknown) => {
    if (failureLimit === null || viewer || !(error instanceof AppError) || error.status >= 500) return
    await narrowLimit.count(`failed ${name} ${networkOf(request.ip)}`, failureLimit)
  }

  type Work<T> = (tx: Tx) => Promise<T>
  /** The one transaction of the call; a stranger's read may be made elsewhere. */
  const transact = <T>(request: FastifyRequest, ctx: Context, work: Work<T>): Promise<T> => {
    const { portal, viewer } = ctx
    if (!endpoint.is_read_only) return db.withPortal(portal.id, work, 'read write', actingOf(ctx))
    const mayBeBehind = viewer === null && !endpoint.is_always_current && mayReadBehind(request)
    return mayBeBehind ? publicReads.reader().read(portal.id, work) : db.withPortal(portal.id, work, 'read only')
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const hostPortal = request.host_portal
    const { viewer, isToken } = await countedCaller(request, reply, hostPortal)
    await requireFewCalls(request, viewer)
    if (!hostPortal) throw fail('portal_not_found')
    const token = sessionTokenOf(request)
    const header = request.headers[CSRF_HEADER]
    const cookie = request.cookies[CSRF_COOKIE]
    if (endpoint.csrf && !isToken && !isCsrfValid(config.secret, token, cookie, header as string))
      throw csrfFault(Boolean(header))
    const query = request.query as Record<string, unknown>
    const ctx = await admit(endpoint, { request, query, portal: hostPortal, viewer }, options)
    const { files, fields } = await readBody(request, endpoint)
    const input = {
      params: decode(endpoint.params, request.params),
      query: decodeQuery(endpoint.query, query),
      body:
        endpoint.takes === 'raw' ? undefined : decode(endpoint.body, fields, { isAnyText: endpoint.takes_any_text }),
    }
    // Decoding takes up to a second, so no connection and no lock is held during it.
    for (const file of files) if (isPictureName(file.name)) file.picture = await readPicture(file.bytes)
    const http = httpAccess(request, reply)
    const isWriting = !endpoint.is_read_only
    const work = async (tx: Tx) => {
      const run = async () => {
        const version = savesRecord(endpoint)
          ? await countSave(tx, ctx, endpoint, input, http.header('if-match'))
          : undefined
        const output = await handler({ ...input, tx, ctx, files, http })
        if (endpoint.gives !== 'json') return { status: endpoint.gives === 'none' ? 204 : 200, body: output }
        const body = z.encode(endpoint.response, output)
        return { status: 200, body: await withVersions(tx, ctx, endpoint, input, body, version) }
      }
      const key = endpoint.is_idempotent ? http.header('idempotency-key') : undefined
      const path = request.url
      const done = await (key
        ? onceForKey({ tx, ctx, key, caller: callerName(request, viewer), method, path, body: fields }, run)
        : committedFailureOf(run))
      if (isWriting && viewer?.portal_token) await resolvers.requireLiveToken(tx, viewer.portal_token.id)
      return done
    }
    const result = await transact(request, ctx, work).catch(async (error: unknown) => {
      await countFailure(request, viewer, error)
      throw error
    })
    if (isWriting && !isToken && publicReads.mayBeBehind)
      http.setCookie(COOKIES.changed, '1', { max_age: CHANGED_SECONDS })
    if (result instanceof CommittedFailure) throw result.error
    if (after) {
      const isJson = endpoint.gives === 'json'
      const first = isJson ? z.decode(endpoint.response, result.body as never) : result.body
      const output = await after({ ...input, ctx, files, http, db, answer: first as never })
      result.body = isJson ? z.encode(endpoint.response, output as never) : output
    }
    if (endpoint.gives === 'file') {
      const file = result.body as FileAnswer | LaterFile
      return sendFile(reply, typeof file === 'function' ? await file() : file)
    }
    if (viewer?.portal_token) noteTokenAnswer(request, result.body)
    if (result.status === 204) return reply.code(204).send()
    return reply.code(result.status).type('application/json; charset=utf-8').send(JSON.stringify(result.body))
  }

  api.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: (request, reply) => withinRequest(request, () => answer(request, reply)),
    ...(endpoint.takes === 'multipart' && { bodyLimit: 64 << 20 }),
    ...(endpoint.body_limit !== null && { bodyLimit: endpoint.body_limit }),
  })
}
