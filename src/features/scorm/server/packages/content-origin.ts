import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseRange } from '#features/media/server/api.ts'
import type { Progress } from '#features/progress/server/api.ts'
import type { Context, PortalContext } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { z } from '#kernel/schema.ts'
import type { Db } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import { requireStorable } from '#platform/http/storable.ts'
import type { LaunchClaims } from '#platform/packages/launch-token.ts'
import type { Config } from '#platform/process/config.ts'
import { COMMITS_BODY_LIMIT, Commits } from '../../contract.ts'
import { contentPath, contentType } from '../../rules/content-path.ts'
import { repairedAddress } from '../../rules/file-address.ts'
import { applyMessages } from '../actions/apply-messages.ts'
import { openLaunch } from '../launch.ts'
import { loadPlaying, mayPlay, playState } from '../play-state.ts'
import { createPackageFiles } from './package-files.ts'
import { playerFile, playerPage } from './player-files.ts'

export type ContentOriginOptions = {
  config: Config
  db: Db
  files: Files
  progress: Progress
  portalById: (id: number) => Promise<PortalContext | null>
  now: () => Date
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the launch token of this request allows. */
    launch: LaunchClaims | null
  }
}

/** Messages of one player in a minute. An honest one sends one a second at most, and some on its way out. */
const COMMITS_PER_MINUTE = 300

const Body = z.object({ commits: Commits })

/** Nothing on this origin is cached, reveals its referrer, or becomes another type. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-robots-tag': 'noindex',
}

/** The player's page runs only its own scripts; the page that started it may embed it. */
const playerPolicy = (embedder: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors ${embedder}`
/** Content is what its author made; it stays inside the player. */
const contentPolicy = (embedder: string): string =>
  `object-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'self' ${embedder}`

const CONTENT = /^(\/p\/[^/?]+\/c\/)([^?]*)(.*)$/s
const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * The address of a file of a package, with escapes corrected if they are not UTF-8: content refers to its own files as
 * its tool wrote them, `%E9` and a bare percent sign included (SCO-035). Every other address stays unchanged.
 */
export const repairContentUrl = (url: string): string => {
  if (!url.startsWith('/p/') || isDecodable(url)) return url
  const [, start, address = '', rest = ''] = CONTENT.exec(url) ?? []
  return start === undefined || isDecodable(address) ? url : start + repairedAddress(address) + rest
}

const forbidden = () => fail('not_enough_permissions', { message: 'This launch of the course has expired.' })

/**
 * The origin on which course content runs (SCO-016): `content.<portal host>`, or sub-domains of CONTENT_ORIGIN. It knows no
 * cookies and no sessions; the signed token in the path says what may be read and written, for as long as the enrollment
 * lasts. Service workers, which would outlive their token, are refused.
 */
export const contentOrigin = async (app: FastifyInstance, options: ContentOriginOptions): Promise<void> => {
  const { config, db, progress, portalById, now } = options
  const files = createPackageFiles(options.files)

  app.decorateRequest('launch', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is_content_host) throw fail('not_found')
    reply.headers(HEADERS)
    if (request.headers['service-worker'] !== undefined) throw forbidden()
  })

  const portalOf = async (claims: LaunchClaims): Promise<PortalContext> => {
    const portal = await portalById(claims.portal_id)
    if (!portal || portal.flags.is_blocked) throw forbidden()
    return portal
  }

  const requireLaunch = async (request: FastifyRequest): Promise<void> => {
    const { token = '' } = request.params as { token?: string }
    request.launch = openLaunch(config, token, request.host, now())
    if (!request.launch) throw forbidden()
    await portalOf(request.launch)
  }
  const launchOf = (request: FastifyRequest): LaunchClaims => {
    if (!request.launch) throw forbidden()
    return request.launch
  }

  const playing = async (claims: LaunchClaims, sco: string) => {
    const playing = await db.withPortal(
      claims.portal_id,
      (tx) => loadPlaying(tx, claims, { now: now(), sco }),
      'read only',
    )
    if (!playing) throw forbidden()
    return playing
  }
  const requireLife = async (claims: LaunchClaims): Promise<void> => {
    if (!(await db.withPortal(claims.portal_id, (tx) => mayPlay(tx, claims, now()), 'read only'))) throw forbidden()
  }

  app.get<{ Params: { file: string } }>('/p/-/:file', async ({ params }, reply) => {
    const file = playerFile(params.file)
    if (!file) throw fail('not_found')
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type(file.type).send(file.content)
  })

  app.get('/p/:token/player', { onRequest: requireLaunch }, async (request, reply) => {
    const claims = launchOf(request)
    await requireLife(claims)
    return reply
      .header('content-security-policy', playerPolicy(claims.embedder))
      .type('text/html; charset=utf-8')
      .send(playerPage(claims))
  })

  app.get<{ Querystring: { item?: string } }>('/p/:token/state', { onRequest: requireLaunch }, async (request) => {
    const claims = launchOf(request)
    const identifier = String(request.query.item ?? claims.entry)
    const state = playState(await playing(claims, identifier), claims, identifier)
    if (state === null) throw fail('not_found')
    if (state === 'locked') throw fail('locked', { message: 'This part is not open yet.' })
    return { data: state }
  })

  const commit = async (request: FastifyRequest) => {
    const claims = launchOf(request)
    requireStorable(request.body, { isAnyText: true })
    const body = z.safeParse(Body, request.body)
    if (!body.success) throw fail('invalid', { message: 'These messages cannot be read.' })
    const { commits } = body.data
    if (claims.mode !== 'learn') {
      await requireLife(claims)
      return { data: { ack: Math.max(0, ...commits.map(({ seq }) => seq)) } }
    }
    const portal = await portalOf(claims)
    const ctx: Context = {
      portal,
      host_portal: portal,
      viewer: null,
      scope: 'own',
      now: now(),
      request: {
        id: request.id,
        address: request.ip,
        user_agent: request.headers['user-agent'] ?? '',
        is_secure: request.protocol === 'https',
      },
    }
    const { subject: attempt_id, launch, epoch } = claims
    const messages = { attempt_id, launch, epoch, commits, check: () => {} }
    return { data: await db.withPortal(portal.id, (tx) => applyMessages(progress, tx, ctx, messages)) }
  }
  const perLaunch = (request: FastifyRequest) => `scorm ${request.host} ${(request.params as { token: string }).token}`
  app.post(
    '/p/:token/commit',
    {
      onRequest: requireLaunch,
      bodyLimit: COMMITS_BODY_LIMIT,
      config: { rateLimit: { max: COMMITS_PER_MINUTE, timeWindow: '1 minute', keyGenerator: perLaunch } },
    },
    commit,
  )

  const sendFile = async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
    const claims = launchOf(request)
    await requireLife(claims)
    const path = contentPath(request.params['*'])
    const file = path === null ? null : await files.open(claims.package, path)
    if (!file || path === null) throw fail('not_found')
    reply
      .header('content-security-policy', contentPolicy(claims.embedder))
      .header('accept-ranges', 'bytes')
      .type(contentType(path))
    const range = parseRange(request.headers.range, file.size)
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
    reply.header('content-length', range ? range.end - range.start + 1 : file.size)
    // An empty stream keeps the given length.
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    return reply.send(await file.read(range ?? undefined))
  }
  app.get<{ Params: { '*': string } }>('/p/:token/c/*', { onRequest: requireLaunch }, sendFile)
}
