import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fullPathOf, litePathOf, matchLite, needsFull } from '#features/lite/rules/addresses.ts'
import { liteDocument } from '#features/lite/web/frame.ts'
import { html } from '#features/lite/web/html.ts'
import { failureOf, type LiteAnswer, type LiteCookie, type LiteRequest } from '#features/lite/web/lite-request.ts'
import { fullPage, rolePage } from '#features/lite/web/pages/account.ts'
import { linkButton } from '#features/lite/web/parts.ts'
import { LITE_ROUTES } from '#features/lite/web/routes.ts'
import { runGuards } from '#kernel/access/guards.ts'
import { isSafePath } from '#kernel/access/safe-path.ts'
import type { PageSession } from '#kernel/access/session.ts'
import { createApi, type Transport } from '#kernel/client.ts'
import { errorText } from '#kernel/errors.ts'
import { currentReader } from '#platform/db/replica/public-reads.ts'
import { COOKIES, callerOf, sessionTokenOf } from '#platform/http/context.ts'
import { CSRF_COOKIE, CSRF_HEADER, isCsrfValid, makeCsrfToken } from '#platform/http/csrf.ts'
import type { HttpOptions } from '#platform/http/options.ts'
import { withinRequest } from '#platform/http/requests/request-work.ts'
import { API_BASE } from '#platform/http/server.ts'
import { addressWithoutSecrets } from '#platform/process/redact.ts'
import { tellEndedSession } from './ended-session.ts'
import { UNKNOWN_PORTAL } from './fixed-pages.ts'
import { asCaller } from './in-process.ts'
import { pageSession } from './page-session.ts'
import { refusalOf } from './refusal.ts'

/** Pages of their own: no script at all, nothing from anybody else but recordings that a person asks for. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

const SIGN_IN = '/lite/sign-in'
const DAY_SECONDS = 86_400
type Options = Pick<HttpOptions, 'config' | 'db' | 'resolvers' | 'report'> & { now: () => Date }

/** The form that a browser has sent, by the bytes themselves: a name may stand in it several times. */
const formOf = (request: FastifyRequest): URLSearchParams | null => {
  if (request.method !== 'POST') return null
  const bytes = (request as { raw_body?: Buffer }).raw_body
  return new URLSearchParams(bytes?.toString('utf8') ?? '')
}

const keptPath = ({ cookies }: FastifyRequest): string | null => {
  const path = cookies[COOKIES.redirect]
  return path && isSafePath(path) ? path : null
}

/** The cookies of a request with another token in them, under which calls are made in its name. */
const withToken = (cookies: string, token: string): string =>
  [
    ...cookies.split('; ').filter((each) => each && !each.startsWith(`${CSRF_COOKIE}=`)),
    `${CSRF_COOKIE}=${token}`,
  ].join('; ')

type Made = { api: LiteRequest['api']; readText: LiteRequest['readText']; cookies: string[] }

/** Calls of one request; the cookies that they set go to its browser. */
const callsOf = (
  app: FastifyInstance,
  request: FastifyRequest,
  reads: (others: Transport) => Transport,
  token: string,
): Made => {
  const cookies: string[] = []
  const { headers, ...caller } = asCaller(request)
  const own = { ...headers, cookie: withToken(request.headers.cookie ?? '', token), [CSRF_HEADER]: token }
  const others: Transport = async (call) => {
    const answer = await app.inject({
      ...caller,
      headers: own,
      method: call.method as 'GET',
      url: `${API_BASE}${call.url}`,
      ...(call.body !== undefined && { payload: call.body as object }),
    })
    cookies.push(...[answer.headers['set-cookie'] ?? []].flat())
    return { status: answer.statusCode, body: answer.body ? answer.json() : null }
  }
  const readText = async (url: string) => {
    if (!isSafePath(url)) return null
    const answer = await app.inject({ ...caller, headers: own, method: 'GET', url })
    return answer.statusCode === 200 ? answer.body : null
  }
  return { api: createApi(reads(others)), readText, cookies }
}

/** What a page says that cannot be shown. */
const troublePage = (status: number, text: string, isSignedIn: boolean): LiteAnswer => ({
  title: `Error ${status}`,
  status,
  main: html`<p class="soft">Error ${status}</p><h1>${text}</h1><p>${isSignedIn ? linkButton('/lite', 'My courses') : linkButton(SIGN_IN, 'Sign in')}</p>`,
})

/** Where a guard leads, in the lite version; null where the page may open. */
const guarded = (at: LiteRequest, guards: readonly string[]): LiteAnswer | null => {
  const path = fullPathOf(at.path)
  const result = runGuards(guards, at.session, { path, query: {} })
  if (result.kind === 'pass') return null
  if (result.kind === 'error')
    return result.code === 'learner_only'
      ? rolePage(at)
      : troublePage(result.status, result.text, at.session.viewer !== null)
  const own = litePathOf(result.to)
  if (!own) return fullPage(result.to)
  const kept: LiteCookie[] =
    result.remembers && at.form === null ? [{ name: COOKIES.redirect, value: at.path, max_age: DAY_SECONDS }] : []
  return { to: own, cookies: kept }
}

/** The lite version of the learner's pages: plain HTML, forms and links (LIT-001 to LIT-020). */
export const serveLite = (app: FastifyInstance, { config, db, resolvers, now, report }: Options): void => {
  const answerOf = async (at: LiteRequest, path: string, request: FastifyRequest): Promise<LiteAnswer> => {
    const match = matchLite(path)
    const isSignedIn = at.session.viewer !== null
    if (!match) return troublePage(404, errorText('page_not_found'), isSignedIn)
    const { handler, guards } = LITE_ROUTES[match.page]
    const led = guarded(at, guards)
    if (led) return led
    try {
      return await handler({ ...at, params: match.params })
    } catch (error) {
      const failure = failureOf(error)
      if (failure?.status === 401) return { to: SIGN_IN }
      if (failure?.code === 'second_factor_required') return { to: needsFull('/two-factor') }
      if (failure) return troublePage(failure.status, failure.message, isSignedIn)
      const address = addressWithoutSecrets(request.url)
      request.log.error({ err: error, url: address }, 'a lite page failed unexpectedly')
      report?.(error, { method: request.method, path: address, id: request.id })
      return troublePage(500, `${errorText('unexpected', { phone: '' })} Reference: ${request.id}`, isSignedIn)
    }
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/', query] = request.url.split('?', 2) as [string, string?]
    reply
      .header('cache-control', 'private, no-store')
      .header('vary', 'cookie')
      .header('x-content-type-options', 'nosniff')
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
    if (request.is_content_host) return reply.code(404).type('text/plain').send('Not found')
    const portal = request.host_portal
    if (!portal) return reply.code(404).send(UNKNOWN_PORTAL)
    if (path.length > 1 && path.endsWith('/'))
      return reply.redirect(`${path.replace(/\/+$/, '')}${query ? `?${query}` : ''}`, 301)
    const { viewer, hadSession } = await callerOf(request, portal, resolvers)
    const refusal = await refusalOf(app, config, request, viewer)
    if (refusal) return reply.code(refusal.status).headers(refusal.headers).send(refusal.body)
    const session = sessionTokenOf(request)
    const ended = hadSession && viewer === null ? await resolvers.endingOf(session ?? '', portal) : null
    const form = formOf(request)
    const cookie = request.cookies[CSRF_COOKIE]
    const isKnown = isCsrfValid(config.secret, session, cookie, cookie)
    const token = isKnown ? (cookie as string) : makeCsrfToken(config.secret, session)
    const reads = (others: Transport) => app.innerReads({ request, portal, viewer, reader: currentReader(db) }, others)
    const { api, readText, cookies } = callsOf(app, request, reads, token)
    const isSecure = request.protocol === 'https'
    const keep = ({ name, value, max_age: maxAge }: LiteCookie) =>
      cookies.push(app.serializeCookie(name, value, { path: '/', sameSite: 'lax', secure: isSecure, maxAge }))
    if (!isKnown) keep({ name: CSRF_COOKIE, value: token, max_age: DAY_SECONDS })
    const drawn: PageSession = pageSession({ config, portal, viewer, ended, third_parties: [], now: now() })
    const at: LiteRequest = {
      ...{ session: drawn, api, readText, form, token },
      path: query ? `${path}?${query}` : path,
      params: {},
      query: new URLSearchParams(query),
      is_own_form: form === null || isCsrfValid(config.secret, session, cookie, form.get('_token') ?? undefined),
      kept_path: keptPath(request),
      is_signed_on: request.cookies['signed_on'] === '1',
    }
    const result = await answerOf(at, path, request)
    const headers: Record<string, string> = {}
    let status = 303
    let body = ''
    if ('to' in result) {
      headers['location'] = ended && result.to === SIGN_IN ? `${SIGN_IN}?reason=${ended}` : result.to
      for (const each of result.cookies ?? []) keep(each)
    } else {
      status = result.status ?? 200
      headers['content-security-policy'] = POLICY
      headers['referrer-policy'] = 'same-origin'
      body = liteDocument(at, result)
    }
    const page = { status, headers, cookies }
    const final = ended ? tellEndedSession(request, page, ended) : page
    for (const each of final.cookies) reply.header('set-cookie', each)
    return reply.code(final.status).headers(final.headers).send(body)
  }
  const handler = (request: FastifyRequest, reply: FastifyReply) => withinRequest(request, () => answer(request, reply))
  for (const url of ['/lite', '/lite/*']) {
    app.get(url, handler)
    app.post(url, handler)
  }
}
