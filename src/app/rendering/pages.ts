import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LITE, leadsToLite, VERSION_COOKIE } from '#features/lite/rules/addresses.ts'
import { readPortal } from '#features/portals/server/api.ts'
import { PORTAL_CHANGED } from '#features/portals/server/portal-directory.ts'
import { redirectFor } from '#features/redirects/server/api.ts'
import { openPreview, type SitePreview } from '#features/releases/server/api.ts'
import type { PageSession } from '#kernel/access/session.ts'
import type { PortalContext } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { CONSENT_COOKIE, type Consent, consentOf } from '#kernel/product/consent.ts'
import { isFindable } from '#kernel/product/portal-visibility.ts'
import { allowedOf, thirdPartiesOf } from '#kernel/product/third-parties.ts'
import type { Db } from '#platform/db/db.ts'
import { currentReader, type PublicReads, primaryReads } from '#platform/db/replica/public-reads.ts'
import { COOKIES, callerOf, type Resolvers, sessionTokenOf } from '#platform/http/context.ts'
import type { HttpOptions } from '#platform/http/options.ts'
import { withinRequest } from '#platform/http/requests/request-work.ts'
import { mayReadBehind } from '#platform/http/requests/stranger.ts'
import { API_BASE } from '#platform/http/server.ts'
import type { Bus } from '#platform/live/bus.ts'
import { onChange } from '#platform/live/changes.ts'
import { type CachedPage, encodingFor, type PageCache, type RenderedPage } from '#platform/pages/page-cache.ts'
import { PAGES_CHANGED } from '#platform/pages/page-tags.ts'
import type { Config } from '#platform/process/config.ts'
import { addressWithoutSecrets } from '#platform/process/redact.ts'
import { tellEndedSession } from './ended-session.ts'
import { NEEDS_SCRIPT, NO_PREVIEW, UNKNOWN_PORTAL } from './fixed-pages.ts'
import { inProcess } from './in-process.ts'
import { serveLite } from './lite.ts'
import { policyOf, withoutNonce } from './page-policy.ts'
import { holdsSecret, partsOf, previewIn, withQuery } from './page-query.ts'
import { pageSession } from './page-session.ts'
import { refusalOf } from './refusal.ts'
import { builtRenderer, developmentRenderer, type Renderer } from './renderer.ts'
import { SITE_FILES } from './site-files.ts'

export type PagesOptions = {
  config: Config
  db: Db
  /** Where people without a session read; the database itself if left out. */
  publicReads?: PublicReads
  resolvers: Resolvers
  bus: Bus
  cache: PageCache
  isDevelopment: boolean
  now?: () => Date
  /** In place of the built pages. */
  renderer?: Renderer
  /** Called for every page that our own code could not make (INT-011). */
  report?: HttpOptions['report']
}

/** What the browser that asks allows (UIX-031). */
const consentIn = (request: FastifyRequest, { setting }: PortalContext): Consent =>
  consentOf(request.cookies[CONSENT_COOKIE], {
    hasSignal: request.headers.dnt === '1' || request.headers['sec-gpc'] === '1',
    isOptIn: setting.is_consent_opt_in,
  })

/**
 * What one visitor's page gets in addition: cookies of the first rendering, and the part of the query that the page
 * does not depend on.
 */
type OwnPart = { cookies: readonly string[]; campaign: string }
const FOR_ANYBODY: OwnPart = { cookies: [], campaign: '' }

/** Sends a finished page as it is kept. Past Fastify's own sending, which would cost as much as everything else together. */
const sendCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  { cookies, campaign } = FOR_ANYBODY,
) => {
  const { body, headers } = page.as(encodingFor(request.headers['accept-encoding']))
  const own = ['x-request-id', request.id, ...cookies.flatMap((cookie) => ['set-cookie', cookie])]
  // A redirect keeps the campaign parameters.
  const moved = campaign ? headers.indexOf('location') + 1 : 0
  const all = moved > 0 ? headers.with(moved, withQuery(headers[moved] as string, campaign)) : headers
  reply.hijack()
  reply.raw.writeHead(page.status, [...all, ...own])
  reply.raw.end(body)
}

/** A cached page is the same for everyone who is not signed in and sends no token. */
const mayGetCached = ({ method, headers }: FastifyRequest) => method === 'GET' && headers.authorization === undefined

/** Whether a browser is signed in, or shows the lite version. */
const hasOwnPages = (cookies: string | undefined) =>
  cookies !== undefined && (cookies.includes(COOKIES.session) || cookies.includes(`${VERSION_COOKIE}=${LITE}`))

/**
 * Answers a visitor with a fresh kept page before anything else has looked at the request: true when it has. It takes
 * only what is certain from the request's first lines; whatever else there is, `servePages` sorts out.
 */
export const answerFromCache =
  (cache: PageCache) =>
  (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (!mayGetCached(request) || hasOwnPages(request.headers.cookie)) return false
    const page = cache.peek(`${request.protocol}://${request.host}${request.url}`)
    if (page) sendCached(request, reply, page)
    return page !== null
  }

/** Pages that work under every address of a portal, so that nobody is locked out by a domain that does not work. */
const EVERYWHERE = ['/login', '/badge', '/reset-password', '/forgot-password', '/verify-email', '/invitation']

/** Where a visitor's page is who asks under another address than the portal's own (PRT-095); null for one that is there. */
const primaryAddress = (request: FastifyRequest, { domain, origin }: PortalContext, path: string): string | null => {
  if (domain === null || request.hostname.toLowerCase() === domain) return null
  const isHere = EVERYWHERE.includes(path) || Object.hasOwn(SITE_FILES, path) || path.includes('.')
  return isHere ? null : origin + request.url.replace(/^[/\\]+/, '/')
}

const TAG_HEADER = 'x-page-tags'
/** What is missing may be there after the next change of anything that has pages. */
const MISSING = ['page-list', 'courses', 'bundles', 'articles', 'faq', 'terms', 'partners', 'schedules', 'redirects']
const tagsOf = (portalId: number, status: number, tags: string | null): string[] => [
  `portal:${portalId}`,
  ...(tags ?? '').split(' ').filter(Boolean),
  ...(status === 404 ? MISSING.map((kind) => `${kind}:${portalId}`) : []),
]

const NOBODY = { viewer: null, hadSession: false }
/** How many releases may go live while one page is drawn. */
const MOST_RELEASES = 5

/** Everything that is not a call: pages, rendered by the server and kept for visitors (architecture §7). */
export const servePages = async (app: FastifyInstance, options: PagesOptions): Promise<void> => {
  const { config, db, resolvers, bus, cache, now = () => new Date(), isDevelopment, renderer: ownRenderer } = options
  const { publicReads = primaryReads(db) } = options
  const renderer = ownRenderer
    ? async () => ownRenderer
    : await (isDevelopment ? developmentRenderer : builtRenderer)(app, config.root)
  const seePreview = openPreview(db, config)
  onChange(db, bus, PAGES_CHANGED, (tags) => cache.drop(tags as string[]))
  // A host may lead to another portal now, or to none.
  onChange(db, bus, PORTAL_CHANGED, () => cache.clear())
  bus.onReconnect(() => cache.clear())

  const thirdPartiesFor = (portal: PortalContext, query: string | undefined) => {
    const parties = thirdPartiesOf(portal, {
      ad_clicks: config.AD_CLICK_SCRIPT_URL ?? null,
      scheduling: config.SCHEDULING_SCRIPT_URL ?? null,
      accessibility_widget: config.ACCESSIBILITY_WIDGET_URL ?? null,
    })
    return holdsSecret(query) ? parties.filter(({ category }) => category === 'necessary') : parties
  }
  /**
   * Pages differ by the visitor's consent if there is anything to consent to, because their policy names it. No address
   * contains a space, so `answerFromCache`, which knows nothing about consent, finds none of them.
   */
  const consentKey = (request: FastifyRequest, portal: PortalContext, query: string | undefined): string => {
    const parties = thirdPartiesFor(portal, query)
    if (parties.length === 0) return ''
    return ` ${allowedOf(parties, consentIn(request, portal)).map(({ name }) => name)}`
  }

  const renderPage = async (
    request: FastifyRequest,
    url = request.url,
    { preview = null, isCurrent = false }: { preview?: SitePreview | null; isCurrent?: boolean } = {},
  ): Promise<RenderedPage & { cookies: string[] }> => {
    const portal = preview?.portal ?? request.host_portal
    if (!portal)
      return {
        status: 404,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: UNKNOWN_PORTAL,
        tags: [],
        cookies: [],
      }
    const [path = '/', query] = url.split('?', 2) as [string, string?]
    const siteFile = Object.hasOwn(SITE_FILES, path) && SITE_FILES[path]
    const mayBeBehind = !isCurrent && !holdsSecret(query) && mayReadBehind(request)
    const reader = mayBeBehind ? publicReads.reader() : currentReader(db)
    const parties = thirdPartiesFor(portal, query)
    // These are the same for everyone.
    const { viewer, hadSession } = siteFile || preview ? NOBODY : await callerOf(request, portal, resolvers)
    const ended = hadSession && viewer === null ? await resolvers.endingOf(sessionTokenOf(request) ?? '', portal) : null
    const session: PageSession = {
      ...pageSession({ config, portal, viewer, ended, third_parties: parties, now: now() }),
      ...(preview && { preview: { name: preview.name, token: previewIn(query) ?? '' } }),
    }
    if (siteFile) {
      const file = await siteFile(reader, portal, session, new URLSearchParams(query))
      return { ...file, tags: [`portal:${portal.id}`, ...file.tags], cookies: [] }
    }
    const nonce = randomBytes(12).toString('hex')
    const { render, manifest, modules } = await renderer()
    const {
      status,
      headers: ownHeaders,
      html,
      fault,
    } = await render({
      request: new Request(`${request.protocol}://${request.host}${url}`),
      session,
      transport: app.innerReads({ request, portal, viewer, reader, preview: preview?.apply }, inProcess(app, request)),
      nonce,
      reference: request.id,
      manifest,
      modules,
    })
    if (fault !== undefined) {
      const address = addressWithoutSecrets(url)
      request.log.error({ err: fault, url: address }, 'a page failed unexpectedly')
      options.report?.(fault, { method: request.method, path: address, id: request.id })
    }
    // Only where there is no page: an address of a former website never hides one (SEO-027).
    const redirect = status === 404 ? await redirectFor(db, portal.id, path, query) : null
    if (redirect !== null)
      return {
        status: 301,
        headers: { location: redirect },
        body: '',
        tags: tagsOf(portal.id, status, null),
        cookies: [],
      }
    const headers: Record<string, string> = {
      'content-type': ownHeaders.get('content-type') ?? 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': holdsSecret(query) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    }
    if (!isFindable(portal) || preview) headers['x-robots-tag'] = 'noindex'
    // A call of the page has its own limit.
    if (status === 429) headers['retry-after'] = '60'
    const { text, scripts } = withoutNonce(html, nonce)
    if (!isDevelopment)
      headers['content-security-policy'] = policyOf(
        scripts,
        config,
        request,
        allowedOf(parties, consentIn(request, portal)),
      )
    const location = ownHeaders.get('location')
    if (location) headers.location = location
    const tags = tagsOf(portal.id, status, ownHeaders.get(TAG_HEADER))
    const page = { status, headers, body: text, tags, cookies: ownHeaders.getSetCookie() }
    return ended ? tellEndedSession(request, page, ended) : page
  }

  /**
   * A page drawn from one state of the site: its header, its colors and all that it reads are those before a release, or
   * those after it (PGB-053). What one process hears about a release comes after the release itself.
   */
  const renderWhole = async (request: FastifyRequest, url = request.url) => {
    for (let tries = 0; ; tries++) {
      // A replica may not have the release yet that this process has just found out about.
      const page = await renderPage(request, url, { isCurrent: tries > 0 })
      const portal = request.host_portal
      if (!portal || tries === MOST_RELEASES) return page
      const newest = await db.withPlatform((tx) => readPortal(tx, portal.id, config), 'read only')
      if (!newest || newest.release_number === portal.release_number) return page
      // No page of before is answered after one of now.
      cache.drop([`portal:${portal.id}`])
      request.host_portal = newest
    }
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.is_content_host) return reply.code(404).type('text/plain').send('Not found')
    const [path = '/', query] = request.url.split('?', 2) as [string, string?]
    // A call that does not exist: programs that make calls cannot use pages (API-006).
    if (path === API_BASE || path.startsWith(`${API_BASE}/`)) throw fail('not_found')
    // A trailing slash is another address for the same page (ROU-002). Several leading ones would name another host, as a
    // backslash would, which browsers take for a slash.
    if (path.length > 1 && path.endsWith('/'))
      return reply.redirect(`/${path.replace(/^[/\\]+|\/+$/g, '')}${query ? `?${query}` : ''}`, 301)
    const portal = request.host_portal
    const isVisitor = !sessionTokenOf(request) && mayGetCached(request)
    const primary = isVisitor && portal !== null ? primaryAddress(request, portal, path) : null
    // A search engine moves its entries for a 301; browsers must not keep it, since the address may change back.
    if (primary !== null) return reply.header('cache-control', 'no-store').redirect(primary, 301)
    const own = request.cookies[VERSION_COOKIE] === LITE && leadsToLite(path)
    if (own) return reply.header('cache-control', 'private, no-store').redirect(own, 302)
    const token = portal && previewIn(query)
    if (token) {
      const preview = await seePreview(portal, token, now())
      const refused = await refusalOf(app, config, request, null)
      const page = refused ?? (preview ? await renderPage(request, request.url, { preview }) : NO_PREVIEW)
      reply.code(page.status).headers(page.headers).header('cache-control', 'private, no-store')
      return reply.send(page.body)
    }
    // What a mailed link shows concerns one person and changes with the answer: it is rendered each time and kept nowhere.
    if (portal === null || !isVisitor || isDevelopment || holdsSecret(query)) {
      const viewer = portal && (await callerOf(request, portal, resolvers)).viewer
      const page = (await refusalOf(app, config, request, viewer)) ?? (await renderWhole(request))
      reply
        .code(page.status)
        .headers(page.headers)
        .header('cache-control', 'private, no-store')
        .header('vary', 'cookie')
      for (const cookie of page.cookies) reply.header('set-cookie', cookie)
      return reply.send(page.body)
    }
    let cookies: string[] = []
    const { shown, campaign } = partsOf(query)
    const key = `${request.protocol}://${request.host}${path}${shown}${consentKey(request, portal, query)}`
    // A cached page costs nothing. A page that must be rendered counts, and beyond the limit the last cached one
    // replaces it.
    const refusal = cache.isDue(key) ? await refusalOf(app, config, request, null) : null
    if (refusal) {
      const last = cache.last(key)
      if (last) sendCached(request, reply, last, { cookies, campaign })
      else
        reply
          .code(refusal.status)
          .headers(refusal.headers)
          .header('cache-control', 'private, no-store')
          .send(refusal.body)
      return reply
    }
    const page = await cache.get(key, async () => {
      const rendered = await renderWhole(request, `${path}${shown}`)
      cookies = rendered.cookies
      return rendered
    })
    sendCached(request, reply, page, { cookies, campaign })
    return reply
  }
  serveLite(app, { ...options, now })
  app.get('/*', { compress: false } as object, (request, reply) => withinRequest(request, () => answer(request, reply)))
  // Pages take no input: a form that the browser submits itself came before the script arrived, or without one.
  app.post('/*', async (request, reply) => {
    if (request.is_content_host || request.url.startsWith(API_BASE) || !request.headers.accept?.includes('text/html'))
      throw fail('not_found')
    return reply.code(405).header('allow', 'GET, HEAD').type('text/html; charset=utf-8').send(NEEDS_SCRIPT)
  })
}
