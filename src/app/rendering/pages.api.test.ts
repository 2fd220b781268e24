import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Api, createApi } from '#kernel/client.ts'
import { endpoint, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { route } from '#platform/http/route.ts'
import { dropPages, PAGES_CHANGED } from '#platform/pages/page-tags.ts'
import { type TestPortal, testApp } from '../../../tests/api.ts'
import { testPages } from '../../../tests/pages.ts'
import type { Renderer } from './renderer.ts'

const t = testApp()

const transactions: string[] = []
const read = (name: string) =>
  endpoint({
    method: 'GET',
    path: `/reads/${name}/:word`,
    permission: 'public',
    summary: 'A read of this test',
    params: z.object({ word: z.string() }),
    response: one(z.object({ word: z.string(), portal_id: z.number(), transaction: z.string() })),
  })
const [plain, beyond, broken] = [read('plain'), read('beyond'), read('broken')]
const missing = endpoint({
  method: 'GET',
  path: '/reads/missing',
  permission: 'courses.update',
  summary: 'A read that visitors may not make',
  response: one(z.string()),
})

const seen = async (tx: Parameters<typeof dropPages>[0], word: string) => {
  const { rows } = await sql<{ portal_id: number; transaction: string }>`
    select current_setting('app.portal_id')::int as portal_id, pg_backend_pid() || ' ' || now()::text as transaction`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('There is always a row')
  transactions.push(row.transaction)
  return { data: { word, ...row } }
}
const routes = [
  route(plain, ({ tx, params }) => seen(tx, params.word)),
  route(beyond, ({ tx, params }) => overAllPortals(tx, () => seen(tx, params.word))),
  route(broken, async ({ tx, params }) => {
    if (params.word === 'down') await sql`select 1 / 0`.execute(tx)
    return seen(tx, params.word)
  }),
  route(missing, async () => ({ data: 'never' })),
]

let portal: TestPortal
let renders = 0
/** How a page uses its calls in the current test. */
let load: (api: Api) => Promise<unknown> = async () => null

const renderer: Renderer = {
  manifest: null,
  modules: {},
  render: async ({ request, session, transport, nonce }) => {
    renders++
    const loaded = await load(createApi(transport))
    const { pathname, search } = new URL(request.url)
    if (pathname === '/moved')
      return {
        status: 301,
        headers: new Headers({ location: `/?of=${pathname}${search.replace('?', '&')}#top` }),
        html: '',
      }
    return {
      status: 200,
      headers: new Headers({ 'content-type': 'text/html; charset=utf-8', 'x-page-tags': 'courses:1' }),
      html: `<html><head><meta property="csp-nonce" content="${nonce}"/><style nonce="${nonce}">a{}</style><script nonce="${nonce}" async="" src="/a.js"></script><script nonce="${nonce}">ours()</script></head><body><script>theirs()</script><p>${session.viewer?.first_name ?? 'visitor'} ${renders} ${'word '.repeat(500)}</p><script type="module" nonce="${nonce}">last()</script>${JSON.stringify(loaded)}</body></html>`,
    }
  },
}

const pages = testPages(t, { routes, renderer })

beforeEach(async () => {
  portal = await t.make.portal()
  renders = 0
  transactions.length = 0
  load = async () => null
})

const get = (headers: Record<string, string> = {}, url = '/') =>
  pages.http.inject({ method: 'GET', url, headers: { host: portal.host, ...headers } })
const shown = ({ body }: { body: string }) => /<p>(.*?) (\d+) word/.exec(body)?.slice(1)
const plainText = ({ rawPayload, headers }: LightMyRequestResponse) =>
  headers['content-encoding'] === 'br'
    ? brotliDecompressSync(rawPayload).toString()
    : headers['content-encoding'] === 'gzip'
      ? gunzipSync(rawPayload).toString()
      : rawPayload.toString()

test('a cached page is rendered once and served in each encoding with the same headers', async () => {
  const first = await get()
  const answers = [
    await get(),
    await get({ 'accept-encoding': 'gzip, deflate, br' }),
    await get({ 'accept-encoding': 'gzip' }),
  ]
  answers.push(await get({ 'accept-encoding': 'br;q=0, gzip;q=0' }))
  expect(renders).toBe(1)
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip', undefined])
  for (const answer of answers) {
    expect(plainText(answer)).toBe(first.body)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(answer.rawPayload.length),
      'content-security-policy': first.headers['content-security-policy'],
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'private, no-cache',
      vary: 'cookie, accept-encoding',
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  const ids = [first, ...answers].map(({ headers }) => headers['x-request-id'])
  expect(new Set(ids).size).toBe(5)
})

test('the policy allows only inline scripts with the nonce, and the nonce is not sent', async () => {
  const { body, headers } = await get()
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const scripts = /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  expect(scripts).toBe(`'self' ${hash('ours()')} ${hash('last()')}`)
  expect(body).not.toContain('nonce')
  expect(body).toContain('<script async="" src="/a.js"></script><script>ours()</script>')
  expect(body).toContain('<script type="module">last()</script>')
})

test('a personal page is neither cached nor served from the cache', async () => {
  const person = await t.make.person('portal_admin', { portal })
  const token = { cookie: `session=${person.token}` }
  expect(shown(await get(token))?.[0]).toBe('Pat')
  expect(shown(await get())).toEqual(['visitor', '2'])
  expect(shown(await get(token))?.[0]).toBe('Pat')
  expect(shown(await get())).toEqual(['visitor', '2'])
})

test('a request with an API token is never served from the cache, and its page is not cached', async () => {
  await get()
  expect((await get({ authorization: 'Bearer unknown' })).statusCode).toBe(401)
  await get({ authorization: 'Basic eDp5' })
  expect(shown(await get())).toEqual(['visitor', '1'])
  expect(renders).toBe(2)
})

test('a page whose address contains the token of an e-mailed link is rendered each time and never cached (MGR-027)', async () => {
  expect(shown(await get({}, '/?token=abc'))).toEqual(['visitor', '1'])
  const second = await get({}, '/?token=abc')
  expect(shown(second)).toEqual(['visitor', '2'])
  expect(second.headers['cache-control']).toBe('private, no-store')
})

test('a change of a page’s content drops it from the cache, and so does a change of its portal', async () => {
  const last = `portal:${portal.id}`
  // The bus delivers changes a second time, which must not drop pages of the next test.
  const heard = new Promise<void>((resolve) => {
    pages.bus.subscribe(PAGES_CHANGED, (tags) => {
      if ((tags as string[]).includes(last)) resolve()
    })
  })
  await get()
  await t.app.db.withPortal(portal.id, (tx) => dropPages(tx, 'courses:2'))
  expect(shown(await get())?.[1]).toBe('1')
  await t.app.db.withPortal(portal.id, (tx) => dropPages(tx, 'courses:1'))
  expect(shown(await get())?.[1]).toBe('2')
  await t.app.db.withPortal(portal.id, (tx) => dropPages(tx, last))
  expect(shown(await get())?.[1]).toBe('3')
  await heard
})

test('visitors who request a new page at the same time share one rendering; each host and query has its own', async () => {
  const both = await Promise.all([get(), get({ 'accept-encoding': 'br' })])
  expect(plainText(both[1])).toBe(both[0].body)
  expect(renders).toBe(1)
  const other = await t.make.portal()
  await get({ host: other.host })
  await get({}, '/?b=2&a=1')
  await get({}, '/?a=1&b=2')
  await get({}, '/?a=1&b=2')
  expect(renders).toBe(3)
})

test('clicks from ads and e-mails share the cached page, whatever they add to its address; a redirect keeps what was added (SEO-025)', async () => {
  const plain = await get({}, '/?a=1')
  const clicked = ['/?gclid=x1&a=1', '/?a=1&utm_source=mail&utm_campaign=spring', '/?fbclid=2&a=1&gclid=x2']
  for (const url of clicked) expect((await get({}, url)).body).toBe(plain.body)
  expect(renders).toBe(1)
  await get({}, '/?a=1&glid=x1')
  expect(renders).toBe(2)
  const moved = await Promise.all([get({}, '/moved?gclid=x3&b=2'), get({}, '/moved?b=2')])
  expect(moved.map(({ headers }) => headers.location)).toEqual(['/?of=/moved&b=2&gclid=x3#top', '/?of=/moved&b=2#top'])
})

test('the reads of a page return the same as external calls, in one transaction for a visitor', async () => {
  let faults: unknown[] = []
  load = async (api) => {
    faults = await Promise.all(['one', 'two words/ü', 'three'].map((word) => api.call(plain, { params: { word } })))
  }
  await get()
  expect(transactions).toHaveLength(3)
  expect(new Set(transactions).size).toBe(1)
  const outside = await pages.http.inject({
    method: 'GET',
    url: `/api/v1/reads/plain/${encodeURIComponent('two words/ü')}`,
    headers: { host: portal.host },
  })
  const transaction = expect.any(String)
  expect(outside.json()).toEqual({ data: { word: 'two words/ü', portal_id: portal.id, transaction } })
  expect(faults[1]).toEqual({ ...outside.json(), data: { ...outside.json().data, transaction } })
})

test('a refused or failed read does not affect the other reads of its page', async () => {
  const said = (answer: Promise<{ data: { word: string } }>) =>
    answer.then(
      ({ data }) => data.word,
      (error: { status: number; code: string }) => `${error.status} ${error.code}`,
    )
  let faults: unknown[] = []
  load = async (api) => {
    faults = await Promise.all([
      said(api.call(plain, { params: { word: 'before' } })),
      said(api.call(broken, { params: { word: 'down' } })),
      said(api.call(missing) as never),
      said(api.call(broken, { params: { word: 'up' } })),
      said(api.call(plain, { params: { word: 'after' } })),
    ])
  }
  await get()
  expect(faults).toEqual(['before', '500 unexpected', '401 unauthorized', 'up', 'after'])
})

test('a read beyond its portal has its own transaction', async () => {
  let portals: number[] = []
  load = async (api) => {
    const answers = await Promise.all([
      api.call(plain, { params: { word: 'one' } }),
      api.call(beyond, { params: { word: 'two' } }),
      api.call(plain, { params: { word: 'three' } }),
    ])
    portals = answers.map(({ data }) => data.portal_id)
  }
  await get()
  expect(portals).toEqual([portal.id, portal.id, portal.id])
  // First both are requested together, then one after another, when the second one answers.
  expect(transactions.at(-1)).not.toBe(transactions[0])
})

test('an address that grants access is hidden from analytics and from the pages after it (INT-013, INT-014)', async () => {
  portal = await t.make.portal({ google_analytic_id: 'G-TEST' })
  const headersOf = async (url: string) => (await get({}, url)).headers
  const usual = await headersOf('/reset-password')
  expect(usual['content-security-policy']).toContain('googletagmanager')
  expect(usual['referrer-policy']).toBe('strict-origin-when-cross-origin')
  for (const url of ['/reset-password?token=abc', '/verify-email?type=change-email&token=abc']) {
    const headers = await headersOf(url)
    expect(headers['content-security-policy']).not.toContain('googletagmanager')
    expect(headers['referrer-policy']).toBe('no-referrer')
  }
})

test('the policy allows analytics only with consent, and cached pages for different consent are never mixed (INT-013, SEO-005, UIX-030, UIX-031)', async () => {
  const lets = async (headers: Record<string, string> = {}) =>
    String((await get(headers)).headers['content-security-policy']).includes('https://www.googletagmanager.com')
  expect(await lets()).toBe(false)
  portal = await t.make.portal({ google_analytic_id: 'G-TEST' })
  const without = { cookie: 'cookie_consent=necessary.performance.other' }
  // Twice: rendered, then cached.
  for (let turn = 0; turn < 2; turn++) {
    expect(await lets()).toBe(true)
    expect(await lets(without)).toBe(false)
    expect(await lets({ dnt: '1' })).toBe(false)
    expect(await lets({ 'sec-gpc': '1', cookie: 'cookie_consent=analytics' })).toBe(false)
    expect(await lets({ cookie: 'cookie_consent=necessary.analytics' })).toBe(true)
  }
  expect(renders).toBe(3)
  portal = await t.make.portal({ google_analytic_id: 'G-TEST', is_consent_opt_in: true })
  expect(await lets()).toBe(false)
  expect(await lets({ cookie: 'cookie_consent=necessary.analytics' })).toBe(true)
})

test('the portal has robots.txt, sitemap.xml, a drawn icon, and noindex if search engines are excluded (SEO-001, SEO-022, SEO-023)', async () => {
  portal = await t.make.portal({ is_marketable: true, primary_color: '#1b56b3' })
  await t.platform((tx) =>
    tx
      .insertInto('courses')
      .values({ portal_id: portal.id, slug: 'roofs', title: 'Roofs', publication_status: 2 })
      .execute(),
  )
  const robots = await get({}, '/robots.txt')
  expect(robots.headers['content-type']).toContain('text/plain')
  expect(robots.body).toContain('/sitemap.xml')
  const sitemap = await get({}, '/sitemap.xml')
  expect(sitemap.headers['content-type']).toContain('application/xml')
  expect(sitemap.body).toContain('/course/roofs</loc>')
  // Only pages that this portal's guards let visitors open. The start page is the core portal's.
  expect(sitemap.body).toContain('/course</loc>')
  expect(sitemap.body).not.toContain('/course-catalog</loc>')
  expect((await get({}, '/sitemap.xml?kind=users')).statusCode).toBe(404)
  expect((await get({}, '/icon.svg')).body).toContain('fill="#1b56b3"')
  expect((await get()).headers['x-robots-tag']).toBeUndefined()

  portal = await t.make.portal({ is_demo: true, is_marketable: true })
  expect((await get()).headers['x-robots-tag']).toBe('noindex')
  expect((await get({}, '/sitemap.xml')).statusCode).toBe(200)
  portal = await t.make.portal({ is_paused: true, is_marketable: true })
  expect((await get()).headers['x-robots-tag']).toBe('noindex')
  expect((await get({}, '/sitemap.xml')).statusCode).toBe(404)
})

test('a trailing slash permanently redirects to the same page, with its query (ROU-002)', async () => {
  const moved = await get({}, '/course/roofs/?search=a')
  expect(moved.statusCode).toBe(301)
  expect(moved.headers.location).toBe('/course/roofs?search=a')
})

test('it never redirects to another host, however the address begins (ROU-002)', async () => {
  const { port } = new URL(await pages.http.listen({ port: 0, host: '127.0.0.1' }))
  const locationOf = async (path: string) => {
    const [answer] = await once(request({ port, path, headers: { host: portal.host } }).end(), 'response')
    return answer.resume().headers.location
  }
  for (const path of ['//evil.example/', '/\\evil.example/', '/\\/evil.example/'])
    expect(await locationOf(path)).toBe('/evil.example')
})

test('an address that cannot be decoded is not found: a page for browsers, an error as data for others (ROU-003, API-006)', async () => {
  const browser = await get({ accept: 'text/html' }, '/course/%E0%A4%A')
  expect(browser.statusCode).toBe(404)
  expect(browser.headers['content-type']).toContain('text/html')
  const caller = await get({ accept: 'text/html' }, '/api/v1/courses/%E0%A4%A')
  expect(caller.statusCode).toBe(404)
  expect(caller.json()).toEqual({ message: 'Resource not found!', code: 'not_found' })
})

test('a call that does not exist answers an error, not a page (API-006)', async () => {
  for (const url of ['/api/v1', '/api/v1/nothing?x=1', '/api/v1/nothing/']) {
    const answer = await get({ accept: 'text/html' }, url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ message: 'Resource not found!', code: 'not_found' })
  }
  expect(renders).toBe(0)
})

test('a form sent by the browser itself gets a page that says what is missing, and an API caller gets an error (ROU-003, API-006)', async () => {
  const send = (accept: string, url = '/login') =>
    pages.http.inject({
      method: 'POST',
      url,
      headers: { host: portal.host, accept, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=lena%40example.com&password=secret',
    })
  const browser = await send('text/html,*/*')
  expect(browser.statusCode).toBe(405)
  expect(browser.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', allow: 'GET, HEAD' })
  expect(browser.body).toContain('<h1>This form needs JavaScript</h1>')
  expect(browser.body).not.toContain('secret')
  for (const caller of [await send('application/json'), await send('text/html', '/api/v1/nothing')]) {
    expect(caller.statusCode).toBe(404)
    expect(caller.json()).toEqual({ message: 'Resource not found!', code: 'not_found' })
  }
  expect(renders).toBe(0)
})
