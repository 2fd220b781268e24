import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { rule, z } from '#kernel/schema.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../tests/api.ts'
import { multipart, png } from '../../../tests/multipart.ts'
import { addressWithoutSecrets } from '../process/redact.ts'
import { makeCsrfToken } from './csrf.ts'
import { type Route, route } from './route.ts'
import { createHttp } from './server.ts'

const t = testApp()

const showThing = endpoint({
  method: 'GET',
  path: '/things/:id',
  permission: 'public',
  summary: 'Show',
  params: z.object({ id }),
  response: one(z.object({ id: z.int(), made_at: time })),
})
const listThings = endpoint({
  method: 'GET',
  path: '/things',
  permission: 'public',
  summary: 'List',
  query: z.object({ ...listQuery(['id', 'name']), kind: z.optional(z.enum(['a', 'b'])) }),
  response: page(z.object({ id: z.int() })),
})
const makeThing = endpoint({
  method: 'POST',
  path: '/things',
  permission: 'session',
  summary: 'Make',
  is_idempotent: true,
  body: z.object({ name: z.string().check(rule.required(), rule.maxCharacters(5)), note: z.optional(z.string()) }),
  response: one(z.object({ id: z.int(), name: z.string() })),
})
const uploadThing = endpoint({
  method: 'POST',
  path: '/things/files',
  permission: 'session',
  summary: 'Upload',
  takes: 'multipart',
  body: z.object({ title: z.optional(z.string()) }),
  response: one(
    z.object({ title: z.nullable(z.string()), files: z.array(z.object({ name: z.string(), size: z.int() })) }),
  ),
})
const breakThing = endpoint({ method: 'GET', path: '/things/broken', permission: 'public', summary: 'Break' })
const writeOnRead = endpoint({ method: 'GET', path: '/things/writing', permission: 'public', summary: 'Write' })
const narrowThing = endpoint({
  method: 'GET',
  path: '/things/narrow',
  permission: 'public',
  summary: 'Narrow',
  limit: 2,
})

const changePublic = endpoint({ method: 'POST', path: '/things/public', permission: 'public', summary: 'Change' })
const receiveSigned = endpoint({
  method: 'POST',
  path: '/things/signed',
  permission: 'public',
  summary: 'Receive a signed message',
  csrf: false,
})
const showPicture = endpoint({
  method: 'GET',
  path: '/things/picture',
  permission: 'public',
  summary: 'Show a picture',
  gives: 'file',
  is_uncounted: true,
})
const openCode = endpoint({
  method: 'GET',
  path: '/things/codes/:code',
  permission: 'public',
  summary: 'Open by a code',
  failure_limit: 3,
  params: z.object({ code: z.string() }),
  response: one(z.object({ id: z.int() })),
})

let made = 0
const routes: Route[] = [
  route(showThing, async ({ ctx, params }) => {
    const row = { id: params.id, made_at: ctx.now, password_hash: 'argon2', secret: 'x' }
    return { data: row }
  }),
  route(listThings, async () => ({ data: [], meta: { next_cursor: null, prev_cursor: null } })),
  route(makeThing, async ({ body }) => ({ data: { id: ++made, name: body.name } })),
  route(uploadThing, async ({ body, files }) => ({
    data: { title: body.title ?? null, files: files.map(({ name, bytes }) => ({ name, size: bytes.length })) },
  })),
  route(breakThing, async () => {
    throw new Error('the secret reason')
  }),
  route(writeOnRead, async ({ tx, ctx }) => {
    await tx
      .insertInto('mails')
      .values({ portal_id: ctx.portal.id } as never)
      .execute()
    return undefined
  }),
  route(narrowThing, async () => undefined),
  route(changePublic, async () => undefined),
  route(receiveSigned, async () => undefined),
  route(showPicture, async () => ({ name: 'p.png', mime_type: 'image/png', content: Buffer.from('png') })),
  route(openCode, async ({ params }) => {
    if (params.code !== 'right') throw fail('not_found')
    return { data: { id: 1 } }
  }),
]

let http: FastifyInstance
let isBusUp = true
let diskState: 'up' | 'low' | 'down' = 'up'
let jobState: 'up' | 'down' | 'off' = 'up'
const reports: { error: unknown; path: string }[] = []
const now = new Date('2026-03-02T10:00:00.250Z')
const open = (callsPerMinute: number) =>
  createHttp({
    config: { ...t.config, CALLS_PER_MINUTE: callsPerMinute },
    db: t.app.db,
    resolvers: t.app.resolvers,
    routes,
    now: () => now,
    health: { bus: () => isBusUp, jobs: () => jobState, disk: async () => diskState },
    report: (error, { path }) => reports.push({ error, path }),
  })
beforeAll(async () => {
  http = await open(1_000_000)
})
afterAll(() => http.close())

const headersOf = (who: TestPerson | TestPortal) => {
  const token = 'token' in who ? who.token : undefined
  const csrf = makeCsrfToken(t.config.secret, token)
  return {
    host: 'token' in who ? who.portal.host : who.host,
    cookie: [`XSRF-TOKEN=${csrf}`, ...(token ? [`session=${token}`] : [])].join('; '),
    'x-xsrf-token': csrf,
  }
}
const ask = (who: TestPerson | TestPortal, url: string, options: InjectOptions = {}, app = http) =>
  app.inject({ method: 'GET', ...options, url: `/api/v1${url}`, headers: { ...headersOf(who), ...options.headers } })
const post = (who: TestPerson | TestPortal, url: string, payload: unknown, headers = {}) =>
  ask(who, url, { method: 'POST', payload: payload as object, headers })

describe('answers', () => {
  test('a record stands in data with names and times as agreed; columns nobody listed do not leak (API-001, API-002, API-007, API-008, API-022)', async () => {
    const answer = await ask(await t.make.portal(), '/things/7')
    expect(answer.json()).toEqual({ data: { id: 7, made_at: '2026-03-02T10:00:00.250Z' } })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('every answer carries an id of its own, whatever the caller sends (API-006)', async () => {
    const portal = await t.make.portal()
    const headers = { 'x-request-id': 'mine' }
    const ids = [
      await ask(portal, '/things/7', { headers }),
      await ask(portal, '/things/7', { headers }),
      await ask(portal, '/nowhere', { headers }),
    ].map((answer) => String(answer.headers['x-request-id']))
    expect(new Set(ids).size).toBe(3)
    for (const each of ids) expect(each).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  })

  test('an error has message and code, and for 422 lists of messages by field (API-006, VAL-007)', async () => {
    const person = await t.make.person('learner')
    const answer = await post(person, '/things', { name: 'much too long' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      message: 'Please enter at no more than 5 characters',
      code: 'invalid',
      errors: { name: ['Please enter at no more than 5 characters'] },
    })
    expect((await post(person, '/things', {})).json().errors).toEqual({ name: ['This field is required.'] })
  })

  test('an unknown call answers 404 with the same shape (API-001, API-006, ERR-024)', async () => {
    const portal = await t.make.portal()
    for (const url of ['/nowhere', '/things/7/more']) {
      const answer = await ask(portal, url)
      expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Resource not found!', code: 'not_found' }])
    }
    const outside = await http.inject({ method: 'GET', url: '/things/7', headers: { host: portal.host } })
    expect(outside.statusCode).toBe(404)
  })

  test('a fault of ours is reported and answers 500 without its reason, with the phone of the portal (ERR-012, ERR-037, ERR-038)', async () => {
    const portal = await t.make.portal()
    const answer = await ask(portal, '/things/broken?token=abc')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret reason')
    expect(answer.json()).toEqual({
      code: 'unexpected',
      message:
        'Please refresh your screen. Need further assistance? Call us immediately at +1-555-010-0100 for support.',
    })
    expect(reports.at(-1)).toMatchObject({
      error: { message: 'the secret reason' },
      path: '/api/v1/things/broken?token=…',
    })
  })

  test('when the portal cannot be read a page says that something went wrong, with its code, and a call answers its error (PRT-044)', async () => {
    const portalByHost = () => Promise.reject(new Error('the database is away'))
    const broken = await createHttp({
      config: t.config,
      db: t.app.db,
      resolvers: { ...t.app.resolvers, portalByHost },
      routes,
    })
    const get = (url: string, accept: string) =>
      broken.inject({ method: 'GET', url, headers: { host: 'core.localhost', accept } })
    const page = await get('/courses', 'text/html,application/xhtml+xml')
    expect([page.statusCode, page.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<h1>500</h1><p>Something went wrong. Please try again later.</p>')
    expect(page.body).not.toContain('the database is away')
    expect((await get('/api/v1/things', 'text/html')).json().code).toBe('unexpected')
    await broken.close()
  })

  test('what is logged and reported holds no token, signature, e-mail or launch address (API-022)', () => {
    expect(addressWithoutSecrets('/reset?email=a@example.com&token=abc&x=1')).toBe('/reset?email=…&token=…&x=1')
    expect(addressWithoutSecrets('/files/a.pdf?expires=1&signature=zzz')).toBe('/files/a.pdf?expires=1&signature=…')
    expect(addressWithoutSecrets('/p/launch-token/index.html')).toBe('/p/…/index.html')
  })

  test('a call that reads cannot write', async () => {
    expect((await ask(await t.make.portal(), '/things/writing')).statusCode).toBe(500)
    expect(reports.at(-1)?.error).toMatchObject({ code: '25006' })
  })

  test('a call without a permission stops the start (API-021)', async () => {
    const nameless = { ...showThing, permission: undefined } as never
    const options = { config: t.config, db: t.app.db, resolvers: t.app.resolvers }
    await expect(createHttp({ ...options, routes: [route(nameless, async () => undefined as never)] })).rejects.toThrow(
      'names no permission',
    )
  })
})

describe('lists', () => {
  test.each([
    ['', 200],
    ['?per_page=1', 200],
    ['?per_page=100', 200],
    ['?per_page=0', 422],
    ['?per_page=101', 422],
    ['?per_page=ten', 422],
    ['?sort=name', 200],
    ['?sort=-name', 200],
    ['?sort=color', 422],
    ['?sort=--name', 422],
    ['?kind=a', 200],
    ['?kind=c', 422],
    ['?color=red', 422],
    ['?referer_portal_id=0', 403],
  ])('the query "%s" answers %i (API-013, API-014, API-015)', async (query, status) => {
    expect((await ask(await t.make.portal(), `/things${query}`)).statusCode).toBe(status)
  })

  test('an unknown filter is named in the answer (API-015)', async () => {
    const answer = await ask(await t.make.portal(), '/things?color=red')
    expect(answer.json()).toMatchObject({ code: 'invalid', errors: { color: ['This filter is not known here.'] } })
  })

  test('an old, foreign or broken cursor starts from the first page (API-012, API-015)', async () => {
    const root = await t.make.person('super_admin')
    for (const name of ['Cursor one', 'Cursor two']) await t.make.portal({ name })
    const list = async (query: string) =>
      (await t.request(root, { method: 'GET', url: `/api/v1/portals?search=cursor&per_page=1${query}` })).json()
    const first = await list('')
    const names = (answer: { data: { name: string }[] }) => answer.data.map((row) => row.name)
    expect(names(first)).toEqual(['Cursor one'])
    expect(names(await list(`&cursor=${first.meta.next_cursor}`))).toEqual(['Cursor two'])
    for (const cursor of ['x', 'WzEsMl0', `${first.meta.next_cursor}x`, '..%2F'])
      expect(names(await list(`&cursor=${cursor}`))).toEqual(['Cursor one'])
    expect(names(await list(`&sort=-name&cursor=${first.meta.next_cursor}`))).toEqual(['Cursor two'])
  })
})

describe('bodies', () => {
  test('JSON that is none, a wrong type and one too large answer 422, 415 and 413 with a code (API-002, API-006, ERR-010)', async () => {
    const person = await t.make.person('learner')
    const raw = (payload: string, type = 'application/json') =>
      ask(person, '/things', { method: 'POST', payload, headers: { 'content-type': type } })
    const broken = await raw('{"name":')
    expect([broken.statusCode, broken.json()]).toEqual([
      422,
      { message: 'The body is not valid JSON.', code: 'invalid' },
    ])
    const typed = await raw('<name/>', 'application/xml')
    expect([typed.statusCode, typed.json().code]).toEqual([415, 'unsupported_media_type'])
    const large = await raw(JSON.stringify({ name: 'a', note: 'x'.repeat(1 << 20) }))
    expect([large.statusCode, large.json().code]).toEqual([413, 'too_large'])
    for (const body of ['null', '[]', '"text"', '7']) expect((await raw(body)).statusCode).toBe(422)
  })

  test('multipart brings fields and files; a file above 20 MB answers 413 (API-002, API-011, UPL-009, UPL-018)', async () => {
    const person = await t.make.person('learner')
    const send = async (parts: Parameters<typeof multipart>[0]) => {
      const { payload, headers } = await multipart(parts)
      return ask(person, '/things/files', { method: 'POST', payload, headers })
    }
    const bytes = png()
    const answer = await send({ title: 'One', file: { name: 'one.png', bytes } })
    expect(answer.json()).toEqual({ data: { title: 'One', files: [{ name: 'one.png', size: bytes.length }] } })
    const large = await send({ file: { name: 'large.png', bytes: new Uint8Array(20_971_521) } })
    expect([large.statusCode, large.json().code]).toEqual([413, 'too_large'])
    const exact = await send({ file: { name: 'exact.png', bytes: new Uint8Array(20_971_520) } })
    expect(exact.json().data.files).toEqual([{ name: 'exact.png', size: 20_971_520 }])
  })

  test('what cannot be stored is refused with the path of the field, wherever it stands (API-027, ERR-117)', async () => {
    const person = await t.make.person('learner')
    const text = 'This text contains a character that cannot be saved. Remove that character and try again.'
    const errorsOf = (answer: { statusCode: number; json: () => { errors: unknown } }) => [
      answer.statusCode,
      answer.json().errors,
    ]
    const json = (payload: string, headers = {}) =>
      ask(person, '/things', { method: 'POST', payload, headers: { 'content-type': 'application/json', ...headers } })
    expect(errorsOf(await json('{"name":"a\\ud800"}'))).toEqual([422, { name: [text] }])
    expect(errorsOf(await json('{"name":"a","note":"\\u0000"}'))).toEqual([422, { note: [text] }])
    expect(errorsOf(await json('{"name":"a","x":{"\\udfff":1}}'))).toEqual([422, { 'x.\ufffd': [text] }])
    expect(errorsOf(await json('{"name":"a"}', { 'user-agent': 'a\u0000' }))).toEqual([422, { 'user-agent': [text] }])
    expect(errorsOf(await json('{"name":"a"}', { 'idempotency-key': '\ud800' }))).toEqual([
      422,
      { 'idempotency-key': [text] },
    ])
    expect(errorsOf(await ask(person, '/things?search=%00'))).toEqual([422, { search: [text] }])
    expect(errorsOf(await ask(person, '/things/%00'))).toEqual([422, { id: [text] }])
    const form = async (parts: Parameters<typeof multipart>[0]) => {
      const { payload, headers } = await multipart(parts)
      return ask(person, '/things/files', { method: 'POST', payload, headers })
    }
    expect(errorsOf(await form({ title: 'a\u0000' }))).toEqual([422, { title: [text] }])
    const named = await form({ file: { name: 'a\u0000b.png', bytes: png() } })
    expect(named.json().data.files).toMatchObject([{ name: 'a b.png' }])
    const fine = await json('{"name":"\\ud83d\\ude00"}')
    expect(fine.json().data.name).toBe('\u{1f600}')
  })

  test('bytes that are no UTF-8, deep nesting and broken forms answer 422, a form in place of JSON 415 (API-027, ERR-118, ERR-119)', async () => {
    const person = await t.make.person('learner')
    const send = async (url: string, payload: string | Buffer, type: string) => {
      const answer = await ask(person, url, { method: 'POST', payload, headers: { 'content-type': type } })
      return [answer.statusCode, answer.json().code]
    }
    const latin1 = Buffer.from('{"name":"\xe9"}', 'latin1')
    expect(await send('/things', latin1, 'application/json')).toEqual([422, 'invalid'])
    const nested = `{"note":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect(await send('/things', nested, 'application/json')).toEqual([422, 'invalid'])
    const { payload, headers } = await multipart({ title: 'One', file: { name: 'one.png', bytes: png() } })
    const type = headers['content-type']
    expect(await send('/things', payload, type)).toEqual([415, 'unsupported_media_type'])
    for (const broken of ['multipart/form-data', 'multipart/form-data; boundary='])
      expect(await send('/things/files', payload, broken)).toEqual([422, 'multipart_unreadable'])
    for (const length of [10, 120, payload.length - 10])
      expect(await send('/things/files', payload.subarray(0, length), type)).toEqual([422, 'multipart_unreadable'])
    expect(await send('/things/files', payload, type)).toEqual([200, undefined])
  })

  test('the same key with the same body answers the first result again, with another body 409 (API-024)', async () => {
    const person = await t.make.person('learner')
    const key = { 'idempotency-key': 'k-1' }
    const first = await post(person, '/things', { name: 'one' }, key)
    expect((await post(person, '/things', { name: 'one' }, key)).json()).toEqual(first.json())
    const other = await post(person, '/things', { name: 'two' }, key)
    expect([other.statusCode, other.json().code]).toEqual([409, 'conflict'])
    const neighbor = await t.make.person('learner', { portal: person.portal })
    expect((await post(neighbor, '/things', { name: 'two' }, key)).json().data.id).not.toBe(first.json().data.id)
    const twice = await Promise.all(
      [1, 2, 3].map(() => post(person, '/things', { name: 'race' }, { 'idempotency-key': 'k-2' })),
    )
    expect(new Set(twice.map((answer) => answer.json().data.id)).size).toBe(1)
  })
})

describe('limits', () => {
  test('a session has so many calls in a minute over all paths, from wherever they come; then 429 that says when to come back (API-020, ERR-010)', async () => {
    const small = await open(4)
    const person = await t.make.person('learner')
    const neighbor = await t.make.person('learner', { portal: person.portal })
    const call = (who: TestPerson | TestPortal, url: string, remoteAddress: string) =>
      ask(who, url, { remoteAddress }, small)
    const statuses = [
      await call(person, '/things/1', '203.0.113.1'),
      await call(person, '/things/2', '203.0.113.2'),
      await call(person, '/things', '203.0.113.3'),
      await call(person, '/things/broken', '203.0.113.4'),
    ].map((answer) => answer.statusCode)
    expect(statuses).toEqual([200, 200, 200, 500])
    const refused = await call(person, '/things', '203.0.113.5')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refused.json().message).toMatch(
      /^Too many requests in a short time. This one was not carried out. Please try again in (\d+ seconds?|1 minute).$/,
    )
    const portal = await t.make.portal()
    await t.make.role(person.id, portal, 'learner')
    const elsewhere = { ...person, portal, token: await t.make.session(person.id, portal, 'learner') }
    expect((await call(elsewhere, '/things', '203.0.113.5')).statusCode).toBe(200)
    expect((await call(neighbor, '/things', '203.0.113.5')).statusCode).toBe(200)
    await small.close()
  })

  test('everybody else is counted by address; invented sessions, tokens and hosts give no fresh count (API-020)', async () => {
    const small = await open(4)
    const portal = await t.make.portal()
    const call = (headers: Record<string, string>, remoteAddress: string) =>
      small.inject({ method: 'GET', url: '/api/v1/things', headers: { host: portal.host, ...headers }, remoteAddress })
    const address = '203.0.113.20'
    const statuses: number[] = []
    for (const headers of [
      { cookie: 'session=one' },
      { cookie: 'session=two' },
      { authorization: 'Bearer invented' },
      { host: 'nobody.localhost' },
      { cookie: 'session=five' },
      { authorization: 'Bearer another' },
      { host: 'nobody.localhost' },
    ] as Record<string, string>[])
      statuses.push((await call(headers, address)).statusCode)
    expect(statuses).toEqual([200, 200, 401, 404, 429, 429, 429])
    expect((await call({}, '203.0.113.21')).statusCode).toBe(200)
    await small.close()
  })

  test('visitors of one network change little in a minute; reads, people who are signed in and signed messages are not held up by it (API-020)', async () => {
    const usual = await open(1200)
    const portal = await t.make.portal()
    const person = await t.make.person('learner', { portal })
    const remoteAddress = '203.0.113.40'
    const change = (who: TestPerson | TestPortal, url = '/things/public') =>
      ask(who, url, { method: 'POST', payload: {}, remoteAddress }, usual)
    const statuses = []
    for (let n = 0; n < 122; n++) statuses.push((await change(portal)).statusCode)
    expect(statuses.filter((status) => status === 204)).toHaveLength(120)
    expect(statuses.slice(120)).toEqual([429, 429])
    expect((await ask(portal, '/things', { remoteAddress }, usual)).statusCode).toBe(200)
    expect((await change(person)).statusCode).toBe(204)
    expect((await change(portal, '/things/signed')).statusCode).toBe(204)
    expect((await ask(portal, '/things/public', { method: 'POST', payload: {} }, usual)).statusCode).toBe(204)
    await usual.close()
  })

  test('pictures are not counted; what visitors try out in vain is, and their success is not (API-020)', async () => {
    const small = await open(4)
    const portal = await t.make.portal()
    const call = (url: string, remoteAddress: string) => ask(portal, url, { remoteAddress }, small)
    for (let n = 0; n < 10; n++) expect((await call('/things/picture', '203.0.113.50')).statusCode).toBe(200)
    expect((await call('/things', '203.0.113.50')).statusCode).toBe(200)
    await small.close()

    const tryCode = (code: string) => ask(portal, `/things/codes/${code}`, { remoteAddress: '203.0.113.51' })
    const statuses = []
    for (const code of ['right', 'right', 'right', 'a', 'b', 'right', 'c', 'd', 'right'])
      statuses.push((await tryCode(code)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 404, 404, 200, 404, 429, 429])
    const refused = await tryCode('right')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('refused API tokens of one network are answered with 429 after sixty in a minute; a valid one goes on (API-020, ERR-049)', async () => {
    const portal = await t.make.portal()
    const call = (token: string) =>
      http.inject({
        method: 'GET',
        url: '/api/v1/things',
        headers: { host: portal.host, authorization: `Bearer ${token}` },
        remoteAddress: '203.0.113.60',
      })
    const statuses = []
    for (let n = 0; n < 62; n++) statuses.push((await call(`guess${n}`)).statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429])
  })

  test('a narrower limit of one call counts by session, else by address, beside the general one (API-020, AUT-004)', async () => {
    const portal = await t.make.portal()
    const call = (remoteAddress: string) => ask(portal, '/things/narrow', { remoteAddress })
    const statuses = [await call('203.0.113.30'), await call('203.0.113.30'), await call('203.0.113.30')]
    expect(statuses.map((answer) => answer.statusCode)).toEqual([204, 204, 429])
    expect(statuses[2]?.headers['retry-after']).toBeDefined()
    expect((await call('203.0.113.31')).statusCode).toBe(204)
    for (const who of [await t.make.person('learner', { portal }), await t.make.person('learner', { portal })])
      for (const status of [204, 204, 429])
        expect((await ask(who, '/things/narrow', { remoteAddress: '203.0.113.30' })).statusCode).toBe(status)
  })
})

describe('health', () => {
  const health = (host = 'balancer.internal') =>
    http.inject({ method: 'GET', url: '/api/v1/health', headers: { host } })

  test('all is well: 200 under every host name, without a portal or a session (API-025)', async () => {
    const answer = await health()
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ok', checks: { database: 'up', bus: 'up', jobs: 'up', disk: 'up' } })
    const product = await t.app.http.inject({ method: 'GET', url: '/api/v1/health', headers: { host: '10.0.0.7' } })
    expect(product.json()).toEqual({ status: 'ok', checks: { database: 'up', bus: 'up', jobs: 'off', disk: 'up' } })
  })

  test('what is down is named, with 503 (API-025)', async () => {
    isBusUp = false
    const bus = await health()
    expect([bus.statusCode, bus.json().checks.bus]).toEqual([503, 'down'])
    isBusUp = true
    jobState = 'down'
    expect((await health()).statusCode).toBe(503)
    jobState = 'off'
    expect((await health()).json()).toMatchObject({ status: 'ok', checks: { jobs: 'off' } })
    jobState = 'up'
    diskState = 'low'
    expect((await health()).json()).toMatchObject({ status: 'ok', checks: { disk: 'low' } })
    diskState = 'down'
    const full = await health()
    expect([full.statusCode, full.json()]).toMatchObject([503, { status: 'failing', checks: { disk: 'down' } }])
    diskState = 'up'
    jobState = 'up'
  })

  test('a database that is gone is answered with 503, not with an error (API-025)', async () => {
    const broken = await createHttp({
      config: t.config,
      db: { ...t.app.db, pool: { query: () => Promise.reject(new Error('gone')) } as never },
      resolvers: t.app.resolvers,
      routes: [],
      health: { bus: () => true, jobs: () => 'up', disk: async () => 'up' },
    })
    const answer = await broken.inject({ method: 'GET', url: '/api/v1/health', headers: { host: 'x' } })
    expect([answer.statusCode, answer.json().checks]).toEqual([
      503,
      { database: 'down', bus: 'up', jobs: 'up', disk: 'up' },
    ])
    await broken.close()
  })
})
