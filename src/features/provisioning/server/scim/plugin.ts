import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PortalById } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { type AnyEndpoint, endpoint } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import type { Db } from '#platform/db/db.ts'
import { tellLimit } from '#platform/http/call-limit.ts'
import { callerOf, type Resolvers } from '#platform/http/context.ts'
import { admit } from '#platform/http/mount.ts'
import { requireStorable } from '#platform/http/storable.ts'
import { noteTokenCall, noteTokenError, recordTokenCalls } from '#platform/http/tokens/token-calls.ts'
import { addressWithoutSecrets } from '#platform/process/redact.ts'
import { invalidSyntax, isObject, type Json, ScimFault } from '../../rules/resources.ts'
import { holdProvisioning, isProvisioningOn, tellEvent } from '../store.ts'
import { asScimError, errorBody, type ScimError, UNFORESEEN } from './answers.ts'
import { SCIM_BASE } from './base.ts'
import type { ScimAnswer, ScimRoute } from './call.ts'
import { listOf, resourceTypes, schemas, serviceProviderConfig } from './discovery.ts'
import { groupCalls } from './group-calls.ts'
import { userCalls } from './user-calls.ts'

const TYPE = 'application/scim+json; charset=utf-8'

/** What a token of the portal needs for reading and for writing: those who may manage tokens hold the same on the screen. */
const reading = endpoint({
  method: 'GET',
  path: SCIM_BASE,
  permission: 'callbacks.view',
  summary: 'Read people and groups by SCIM',
  token_scope: 'provisioning',
})
const writing = endpoint({
  method: 'POST',
  path: SCIM_BASE,
  permission: 'callbacks.update',
  summary: 'Change people and groups by SCIM',
  token_scope: 'provisioning',
})

export type ScimOptions = {
  db: Db
  resolvers: Resolvers
  portalById: PortalById
  now: () => Date
  report?: ((error: unknown, about: { method: string; path: string; id: string }) => void) | undefined
}

const ok = (body: Json): ScimAnswer => ({ status: 200, body })

const answerResource = (resources: readonly Json[], id: string): ScimAnswer => {
  const one = resources.find((resource) => resource.id === id)
  if (!one) throw fail('not_found')
  return ok(one)
}

const noFilter = (query: Json): void => {
  // RFC 7644 (4): these lists are whole, and refuse a filter rather than ignore it.
  if (query.filter !== undefined) throw new ScimFault(403, undefined, 'These resources cannot be filtered.')
}

const discovery: ScimRoute[] = [
  {
    method: 'GET',
    url: '/ServiceProviderConfig',
    work: async ({ origin, query }) => {
      noFilter(query)
      return ok(serviceProviderConfig(origin))
    },
  },
  {
    method: 'GET',
    url: '/ResourceTypes',
    work: async ({ origin, query }) => {
      noFilter(query)
      return ok(listOf(resourceTypes(origin)))
    },
  },
  {
    method: 'GET',
    url: '/ResourceTypes/:id',
    work: async ({ origin, id }) => answerResource(resourceTypes(origin), id),
  },
  {
    method: 'GET',
    url: '/Schemas',
    work: async ({ origin, query }) => {
      noFilter(query)
      return ok(listOf(schemas(origin)))
    },
  },
  { method: 'GET', url: '/Schemas/:id', work: async ({ origin, id }) => answerResource(schemas(origin), id) },
]

const notOffered = (what: string) => async (): Promise<ScimAnswer> => {
  throw new ScimFault(501, undefined, `${what} is not offered here.`)
}
const beyond: ScimRoute[] = [
  { method: 'POST', url: '/Bulk', is_reading: true, work: notOffered('Bulk') },
  { method: 'POST', url: '/.search', is_reading: true, work: notOffered('A search over all resources') },
  { method: 'GET', url: '/Me', work: notOffered('A user of the token') },
]

/**
 * SCIM 2.0 at `/scim/v2` below every portal (PRV-002), for tokens of the portal with the scope `provisioning`. It stands
 * beside the API because its bodies, errors and addresses are those of RFC 7643 and 7644; portal, caller, permission,
 * limits and log are those of every call. Writing calls of a portal come one after the other.
 */
export const scimApi = async (app: FastifyInstance, options: ScimOptions): Promise<void> => {
  const { db, resolvers, portalById, now } = options
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'buffer' },
    (_request, body: Buffer, done) => {
      if (body.length === 0) return done(null, undefined)
      try {
        if (!isUtf8(body)) throw new SyntaxError('UTF-8')
        done(null, JSON.parse(body.toString('utf8')))
      } catch {
        done(invalidSyntax('The body is not valid JSON.'))
      }
    },
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    if (request.is_content_host) throw fail('not_found')
  })
  recordTokenCalls(app, db, now)

  const send = (reply: FastifyReply, { status, body, location }: ScimAnswer) => {
    reply.code(status)
    if (location !== undefined) reply.header('location', location)
    return body === undefined ? reply.send() : reply.type(TYPE).send(JSON.stringify(body))
  }

  const fails = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = asScimError(thrown)
    if (!known) {
      const path = addressWithoutSecrets(request.url)
      request.log.error({ err: thrown, url: path }, 'a call of a provider failed unexpectedly')
      options.report?.(thrown, { method: request.method, path, id: request.id })
    }
    const error = known ?? UNFORESEEN
    noteTokenError(request, { code: error.code, message: error.detail })
    if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="scim"')
    const wait = (thrown as { retry_after?: number }).retry_after
    if (error.status === 429) reply.header('retry-after', wait ?? 60)
    return send(reply, { status: error.status, body: errorBody(error) })
  }
  app.setErrorHandler((error, request, reply) => fails(error, request, reply))
  app.setNotFoundHandler((request, reply) => fails(fail('not_found'), request, reply))

  /** The context of a call with a token that may provision this portal. */
  const contextOf = async (request: FastifyRequest, reply: FastifyReply, asked: AnyEndpoint): Promise<SignedIn> => {
    const portal = request.host_portal
    if (!portal) throw fail('portal_not_found')
    const { viewer } = await callerOf(request, portal, resolvers).catch(async (error: unknown) => {
      await app.callLimit.count(request, null)
      throw error
    })
    if (viewer?.is_token) noteTokenCall(request, portal.id, viewer)
    await app.callLimit.count(request, viewer, (counted) => tellLimit(reply, counted))
    if (!viewer?.portal_token) throw fail('unauthorized')
    // The query names no portal here: a token belongs to one.
    return (await admit(asked, { request, query: {}, portal, viewer }, { resolvers, now })) as SignedIn
  }

  /** What a provider was refused, for the screen: in a transaction of its own, since that of the call changed nothing. */
  const tellRefusal = async (ctx: SignedIn, request: FastifyRequest, error: ScimError) => {
    const what = `${request.method} ${request.url.split('?')[0]?.slice(SCIM_BASE.length) ?? ''}`
    await db
      .withPortal(ctx.portal.id, (tx) =>
        tellEvent(tx, ctx, {
          kind: 'refused',
          subject: subjectOf(request.body) ?? what,
          detail: `${what}: ${error.detail}`,
        }),
      )
      .catch((failure: unknown) => request.log.error({ err: failure }, 'a refusal could not be written down'))
  }

  const answer = ({ method, work, is_reading: isReading = method === 'GET' }: ScimRoute) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const ctx = await contextOf(request, reply, isReading ? reading : writing)
      requireStorable(request.body)
      const call = {
        ctx,
        id: (request.params as { id?: string }).id ?? '',
        query: request.query as Json,
        body: request.body,
        origin: ctx.portal.origin,
        portalById,
      }
      const done = await db
        .withPortal(
          ctx.portal.id,
          async (tx) => {
            const isOn = isReading
              ? await isProvisioningOn(tx, ctx.portal.id)
              : await holdProvisioning(tx, ctx.portal.id)
            if (!isOn) throw fail('provisioning_off')
            const result = await work({ ...call, tx })
            if (!isReading) await resolvers.requireLiveToken(tx, ctx.viewer.portal_token?.id ?? 0)
            return result
          },
          isReading ? 'read only' : 'read write',
        )
        .catch(async (error: unknown) => {
          const known = asScimError(error)
          // A person who is gone is an answer; what the provider could not do is a matter for its admin.
          if (!isReading && known && known.status !== 404 && known.code !== 'user_token_invalid')
            await tellRefusal(ctx, request, known)
          throw error
        })
      return send(reply, done)
    }
  }

  for (const one of [...discovery, ...beyond, ...userCalls, ...groupCalls])
    app.route({ method: one.method, url: one.url, bodyLimit: 4 << 20, handler: answer(one) })
}

/** Whom or what a refused body is about, for the screen. */
const subjectOf = (body: unknown): string | null => {
  if (!isObject(body)) return null
  const { userName, displayName } = body
  if (typeof userName === 'string') return userName
  return typeof displayName === 'string' ? displayName : null
}
