import { describe, expect, test } from 'vitest'
import { multipart, png } from '../../../tests/multipart.ts'
import { routes, showThing, thingsServer } from '../../../tests/things-server.ts'
import { addressWithoutSecrets } from '../process/redact.ts'
import { route } from './route.ts'
import { createHttp } from './server.ts'

const { t, h, ask, post } = thingsServer()

describe('answers', () => {
  test('a record is in data with the agreed names and times; unlisted columns do not leak (API-001, API-002, API-007, API-008, API-022)', async () => {
    const answer = await ask(await t.make.portal(), '/things/7')
    expect(answer.json()).toEqual({ data: { id: 7, made_at: '2026-03-02T10:00:00.250Z' } })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('every answer has its own id, whatever the caller sends (API-006)', async () => {
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
    const outside = await h.http.inject({ method: 'GET', url: '/things/7', headers: { host: portal.host } })
    expect(outside.statusCode).toBe(404)
  })

  test('an internal error is reported and answers 500 without its reason, with the phone number of the portal and a reference (ERR-012, ERR-037, ERR-038, ERR-176)', async () => {
    const portal = await t.make.portal()
    const answer = await ask(portal, '/things/broken?token=abc')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret reason')
    expect(answer.json()).toEqual({
      code: 'unexpected',
      message: `Please refresh your screen. Need further assistance? Call us immediately at +1-555-010-0100 for support. Reference: ${answer.headers['x-request-id']}`,
    })
    expect(h.reports.at(-1)).toMatchObject({
      error: { message: 'the secret reason' },
      path: '/api/v1/things/broken?token=…',
    })
  })

  test('if the portal cannot be read, a page says that something went wrong, with its code, and a call answers its error (PRT-044)', async () => {
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

  test('logs and reports have no token, signature, e-mail or launch address (API-022)', () => {
    expect(addressWithoutSecrets('/reset?email=a@example.com&token=abc&x=1')).toBe('/reset?email=…&token=…&x=1')
    expect(addressWithoutSecrets('/files/a.pdf?expires=1&signature=zzz')).toBe('/files/a.pdf?expires=1&signature=…')
    expect(addressWithoutSecrets('/p/launch-token/index.html')).toBe('/p/…/index.html')
  })

  test('a read call cannot write', async () => {
    expect((await ask(await t.make.portal(), '/things/writing')).statusCode).toBe(500)
    expect(h.reports.at(-1)?.error).toMatchObject({ code: '25006' })
  })

  test('a call without a permission prevents the start (API-021)', async () => {
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

  test('an unknown filter is named in the response (API-015)', async () => {
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
  test('invalid JSON, a wrong type and a body too large answer 422, 415 and 413 with a code (API-002, API-006, ERR-010)', async () => {
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

  test('multipart delivers fields and files; a file over 20 MB answers 413 (API-002, API-011, UPL-009, UPL-018)', async () => {
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

  test('a value that cannot be stored is refused with the path of its field, wherever it is (API-027, ERR-117)', async () => {
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
    const response = await form({ file: { name: 'a\u0000b.png', bytes: png() } })
    expect(response.json().data.files).toMatchObject([{ name: 'a b.png' }])
    const fine = await json('{"name":"\\ud83d\\ude00"}')
    expect(fine.json().data.name).toBe('\u{1f600}')
  })

  test('invalid UTF-8, deep nesting and broken forms answer 422, and a form in place of JSON answers 415 (API-027, ERR-118, ERR-119)', async () => {
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

  test('the same key with the same body returns the first result again, and with another body 422 (API-024)', async () => {
    const person = await t.make.person('learner')
    const key = { 'idempotency-key': 'k-1' }
    const first = await post(person, '/things', { name: 'one' }, key)
    expect((await post(person, '/things', { name: 'one' }, key)).json()).toEqual(first.json())
    const other = await post(person, '/things', { name: 'two' }, key)
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_reused'])
    const neighbor = await t.make.person('learner', { portal: person.portal })
    expect((await post(neighbor, '/things', { name: 'two' }, key)).json().data.id).not.toBe(first.json().data.id)
    const twice = await Promise.all(
      [1, 2, 3].map(() => post(person, '/things', { name: 'race' }, { 'idempotency-key': 'k-2' })),
    )
    expect(new Set(twice.map((answer) => answer.json().data.id)).size).toBe(1)
  })
})
