import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPgLocker } from '#platform/files/tus/locker.ts'
import { NO_ROOM, NO_SPACE } from '#platform/files/tus/refusal.ts'
import type { FinishedUpload } from '#platform/files/tus/uploads.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/database.ts'
import { startTusServer, type TestTusServer, TUS_BASE } from '../../../../tests/processes/tus-server.ts'
import { base64, named, PATCH_TYPE, type TusHeaders, tusCalls } from '../../../../tests/tus-calls.ts'

const MAX = 1000
let database: TestDatabase
let server: TestTusServer
let dir = ''
let finals: FinishedUpload[] = []
let receive: (upload: FinishedUpload) => Promise<void> = async () => {}

const open = (more: { timeoutMs?: number } = {}) =>
  startTusServer({ dir, database: database.app, maxSize: MAX, onFinal: (upload) => receive(upload), ...more })

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-tus-'))
  finals = []
  receive = async (upload) => void finals.push(upload)
  server = await open()
})
afterEach(async () => {
  await server.close()
  fs.rmSync(dir, { recursive: true, force: true })
})

const { call, create, patch, part, join, idOf } = tusCalls(() => server.endpoint)
const contentOf = (upload: FinishedUpload | undefined) => fs.readFileSync(path.join(dir, upload?.id ?? ''), 'utf8')

describe('one upload', () => {
  test('is created, asked for its offset, continued and finished (UPL-020, UPL-021)', async () => {
    const created = await call('POST', TUS_BASE, { 'upload-length': '11', ...named('Course 1.ZIP') })
    expect(created.status).toBe(201)
    const url = created.headers.get('location') ?? ''
    expect(url).toMatch(/^\/api\/v1\/tus\/[0-9a-f]{32}$/)
    expect(Date.parse(created.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now())
    expect((await patch(url, 0, 'hello ')).headers.get('upload-offset')).toBe('6')
    const head = await call('HEAD', url)
    expect(head.status).toBe(200)
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'upload-offset': '6',
      'upload-length': '11',
      'upload-metadata': `filename ${base64('Course 1.ZIP')}`,
      'tus-resumable': '1.0.0',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(head.headers.get('access-control-allow-origin')).toBeNull()
    expect(finals).toEqual([])
    expect((await patch(url, 6, 'world')).status).toBe(204)
    expect(finals).toMatchObject([{ id: idOf(url), size: 11, filename: 'Course 1.ZIP', owner: 'ann' }])
    expect(contentOf(finals[0])).toBe('hello world')
    expect((await call('HEAD', url)).headers.get('upload-offset')).toBe('11')
    expect(finals).toHaveLength(1)
  })

  test('the server states its capabilities (UPL-020)', async () => {
    const response = await fetch(server.endpoint, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'tus-version': '1.0.0', 'tus-max-size': String(MAX) })
    expect(response.headers.get('tus-extension')?.split(',')).toEqual(
      expect.arrayContaining(['creation', 'termination', 'expiration', 'concatenation']),
    )
  })

  test('data may come with the creation, and the length later (UPL-021)', async () => {
    await create({ 'upload-length': '5', ...named('a.zip'), ...PATCH_TYPE })
    const response = await call('POST', TUS_BASE, { 'upload-length': '5', ...named('a.zip'), ...PATCH_TYPE }, 'hello')
    expect([response.status, response.headers.get('upload-offset')]).toEqual([201, '5'])
    expect(contentOf(finals[0])).toBe('hello')
    const url = await create({ 'upload-defer-length': '1', ...named('b.zip') })
    expect((await patch(url, 0, 'hel')).status).toBe(204)
    expect((await call('HEAD', url)).headers.get('upload-length')).toBeNull()
    expect((await patch(url, 3, 'lo', { 'upload-length': '5' })).status).toBe(204)
    expect(finals).toHaveLength(2)
  })

  test('a name is cleaned before it is used', async () => {
    const url = await create({ 'upload-length': '1', ...named('../..\\x/C:\\My\r\n course.zip') })
    await patch(url, 0, 'x')
    expect(finals[0]?.filename).toBe('My course.zip')
  })

  test('an unfinished upload can be deleted, and its owner can no longer delete a finished one (UPL-021)', async () => {
    const url = await create({ 'upload-length': '5', ...named('a.zip') })
    await patch(url, 0, 'he')
    expect((await call('DELETE', url)).status).toBe(204)
    expect((await call('HEAD', url)).status).toBe(404)
    expect((await call('DELETE', url)).status).toBe(404)
    expect(fs.readdirSync(dir)).toEqual([])
    const whole = await create({ 'upload-length': '1', ...named('a.zip') })
    await patch(whole, 0, 'x')
    expect((await call('DELETE', whole)).status).toBe(400)
    expect((await patch(whole, 1, '')).status).toBe(403)
    expect(contentOf(finals[0])).toBe('x')
  })
})

describe('refusals', () => {
  test('another version of tus is 412 on every call (UPL-029)', async () => {
    const url = await create({ 'upload-length': '5', ...named('a.zip') })
    for (const [method, target] of [
      ['POST', TUS_BASE],
      ['HEAD', url],
      ['PATCH', url],
      ['DELETE', url],
    ] as const)
      for (const version of ['0.2.2', '2.0.0', '']) {
        const response = await call(method, target, { 'tus-resumable': version })
        expect([response.status, response.headers.get('tus-version')], `${method} ${version}`).toEqual([412, '1.0.0'])
      }
  })

  test('more than the maximum is 413 (UPL-022, UPL-029)', async () => {
    const tooLong = { 'upload-length': String(MAX + 1), ...named('a.zip') }
    expect((await call('POST', TUS_BASE, tooLong)).status).toBe(413)
    expect((await call('POST', TUS_BASE, { ...tooLong, 'upload-concat': 'partial' })).status).toBe(413)
    const url = await create({ 'upload-length': '5', ...named('a.zip') })
    expect((await patch(url, 0, 'longer than said')).status).toBe(413)
    const deferred = await create({ 'upload-defer-length': '1', ...named('a.zip') })
    expect((await patch(deferred, 0, 'x'.repeat(MAX + 1))).status).toBe(413)
    const halves = [await part('x'.repeat(600)), await part('y'.repeat(401))]
    expect((await join(halves)).status).toBe(413)
    expect(finals).toEqual([])
  })

  test('a wrong offset is 409 and changes nothing (UPL-029)', async () => {
    const url = await create({ 'upload-length': '5', ...named('a.zip') })
    await patch(url, 0, 'he')
    for (const offset of [0, 1, 3, 5]) expect((await patch(url, offset, 'x')).status).toBe(409)
    expect((await call('HEAD', url)).headers.get('upload-offset')).toBe('2')
  })

  test('anything but a zip is 415 (UPL-022)', async () => {
    for (const headers of [named('a.rar'), named('zip'), named('a.zip.exe'), {}] as TusHeaders[])
      expect((await call('POST', TUS_BASE, { 'upload-length': '5', ...headers })).status).toBe(415)
    const parts = [await part('a'), await part('b')]
    expect((await join(parts, named('a.rar'))).status).toBe(415)
    expect((await join(parts, {})).status).toBe(415)
    const url = await create({ 'upload-length': '5', ...named('a.zip') })
    const wrongType = await call('PATCH', url, { 'content-type': 'text/plain', 'upload-offset': '0' }, 'hello')
    expect(wrongType.status).toBe(415)
  })

  test('invalid requests are 400 or 404, never 5xx (UPL-026, UPL-029)', async () => {
    const url = await create({ 'upload-length': '5', ...named('a.zip') })
    const statuses = [
      (await call('POST', TUS_BASE, named('a.zip'))).status,
      (await call('POST', TUS_BASE, { 'upload-length': '-1', ...named('a.zip') })).status,
      (await call('POST', TUS_BASE, { 'upload-length': '5', 'upload-defer-length': '1', ...named('a.zip') })).status,
      (await call('POST', TUS_BASE, { 'upload-length': '5', 'upload-metadata': 'filename !!!' })).status,
      (await call('POST', TUS_BASE, { 'upload-length': '5', 'upload-concat': 'half', ...named('a.zip') })).status,
      (await call('PATCH', url, PATCH_TYPE, 'x')).status,
      (await patch(url, -1, 'x')).status,
    ]
    expect(statuses).toEqual(statuses.map(() => 400))
    for (const id of ['none', '..%2Fsecret', '%00', `${idOf(url)}.json`, 'x'.repeat(65)])
      expect((await call('HEAD', `${TUS_BASE}/${id}`)).status, id).toBe(404)
  })

  test('a visitor gets 401, and another owner finds nothing (UPL-021)', async () => {
    const url = await create({ 'upload-length': '5', ...named('a.zip') })
    const other = { 'x-owner': 'bob' }
    expect((await call('HEAD', url, other)).status).toBe(404)
    expect((await patch(url, 0, 'hello', other)).status).toBe(404)
    expect((await call('DELETE', url, other)).status).toBe(404)
    const parts = [await part('a'), await part('b', other)]
    expect((await join(parts)).status).toBe(404)
    expect((await join(parts, { ...named('a.zip'), ...other })).status).toBe(404)
    expect((await call('HEAD', url)).headers.get('upload-offset')).toBe('0')
    const nobody = (method: string, target: string) =>
      fetch(new URL(target, server.endpoint), {
        method,
        headers: { 'tus-resumable': '1.0.0', 'upload-length': '1', ...named('a.zip') },
      })
    for (const [method, target] of [
      ['POST', TUS_BASE],
      ['HEAD', url],
      ['PATCH', url],
      ['DELETE', url],
    ] as const)
      expect((await nobody(method, target)).status, method).toBe(401)
  })

  test('a locked upload is 423 (UPL-027)', async () => {
    const url = await create({ 'upload-length': '5', ...named('a.zip') })
    const pool = new pg.Pool({ ...database.app, pipeline: true } as pg.PoolConfig)
    const elsewhere = createPgLocker({ pool })
    const again = async (more = {}) => {
      await server.close()
      server = await open(more)
    }
    await again({ timeoutMs: 300 })
    await elsewhere.withLock(idOf(url), async () => {
      expect((await patch(url, 0, 'hello')).status).toBe(423)
      expect((await call('HEAD', url)).status).toBe(423)
      expect((await call('DELETE', url)).status).toBe(423)
    })
    await again()
    expect((await patch(url, 0, 'hello')).status).toBe(204)
    await elsewhere.close()
    await pool.end()
  })
})

describe('parts', () => {
  test('complete parts of one owner become one file, in the given order (UPL-023)', async () => {
    const parts = [await part('one '), await part(''), await part('two '), await part('three')]
    const absolute = parts.map((url) => new URL(url, server.endpoint).href)
    const response = await join(absolute)
    expect(response.status).toBe(201)
    const url = response.headers.get('location') ?? ''
    expect(finals).toMatchObject([{ id: idOf(url), size: 13, filename: 'course.zip', owner: 'ann' }])
    expect(contentOf(finals[0])).toBe('one two three')
    const head = await call('HEAD', url)
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'upload-offset': '13',
      'upload-length': '13',
      'upload-concat': `final;${parts.join(' ')}`,
    })
    expect((await patch(url, 13, '')).status).toBe(403)
  })

  test('a part says that it is one, even after it was joined (UPL-023, UPL-025)', async () => {
    const parts = [await part('one '), await part('two')]
    expect((await call('HEAD', parts[0]!)).headers.get('upload-concat')).toBe('partial')
    await join(parts)
    for (const [url, size] of [
      [parts[0]!, '4'],
      [parts[1]!, '3'],
    ] as const) {
      const head = await call('HEAD', url)
      expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
        200,
        size,
        size,
      ])
      expect((await patch(url, Number(size), '')).status).toBe(403)
      expect((await call('DELETE', url)).status).toBe(410)
    }
  })

  test('the same parts requested again give the same file, handed over once (UPL-025)', async () => {
    const parts = [await part('one '), await part('two')]
    const answers = [...(await Promise.all([join(parts), join(parts)])), await join(parts)]
    expect(new Set(answers.map((answer) => answer.headers.get('location'))).size).toBe(1)
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
    expect(finals).toHaveLength(1)
    await server.uploads.release(finals[0]?.id ?? '')
    expect((await join(parts)).status).toBe(201)
    expect((await call('HEAD', parts[1]!)).headers.get('upload-offset')).toBe('3')
    expect(finals).toHaveLength(1)
    expect(await server.uploads.find(finals[0]?.id ?? '')).toBeNull()
  })

  test('incomplete, foreign, repeated, joined or unknown parts are refused for good (UPL-023, UPL-026)', async () => {
    const whole = await part('one ')
    const open = await create({ 'upload-concat': 'partial', 'upload-length': '5' })
    const plain = await create({ 'upload-length': '1', ...named('a.zip') })
    const status = async (urls: string[]) => (await join(urls)).status
    expect(await status([whole, open])).toBe(400)
    expect(await status([whole, plain])).toBe(400)
    expect(await status([whole, whole])).toBe(400)
    expect(await status([whole, `${TUS_BASE}/unknown`])).toBe(404)
    expect(await status([])).toBe(400)
    expect(await status(['https://other.example.com/x'])).toBe(400)
    expect(await status([`${TUS_BASE}/../secret`])).toBe(400)
    expect(await status(Array.from({ length: 17 }, (_, i) => `${TUS_BASE}/p${i}`))).toBe(400)
    expect((await join([whole], { ...named('a.zip'), 'upload-length': '4' })).status).toBe(400)
    expect(await status([whole])).toBe(201)
    expect(await status([whole, await part('two')])).toBe(400)
    expect(finals).toHaveLength(1)
  })
})

describe('failures on our side', () => {
  test('a failing receiver is called again when the client asks (UPL-025)', async () => {
    receive = async () => {
      throw new Error('the database is away')
    }
    const url = await create({ 'upload-length': '5', ...named('a.zip') })
    const response = await patch(url, 0, 'hello')
    expect([response.status, await response.text()]).toEqual([503, expect.not.stringContaining('database')])
    const parts = [await part('one '), await part('two')]
    expect((await join(parts)).status).toBe(503)
    receive = async (upload) => void finals.push(upload)
    expect((await call('HEAD', url)).headers.get('upload-offset')).toBe('5')
    expect((await join(parts)).status).toBe(201)
    expect(finals.map(contentOf)).toEqual(['hello', 'one two'])
  })

  test('a receiver’s error with a status is the answer', async () => {
    receive = async () => {
      throw Object.assign(new Error('This course is closed.'), { status: 422 })
    }
    const url = await create({ 'upload-length': '1', ...named('a.zip') })
    const response = await patch(url, 0, 'x')
    expect([response.status, await response.text()]).toEqual([422, 'This course is closed.\n'])
  })

  test.skipIf(process.platform !== 'linux')(
    'a disk that is full in the middle is 413, and what is there stays',
    async () => {
      const url = await create({ 'upload-length': '5', ...named('a.zip') })
      // The system's full device in place of the file.
      fs.rmSync(path.join(dir, idOf(url)))
      fs.symlinkSync('/dev/full', path.join(dir, idOf(url)))
      const response = await patch(url, 0, 'hello')
      expect([response.status, await response.text()]).toEqual([413, `${NO_SPACE}\n`])
      expect(finals).toEqual([])
      expect((await call('DELETE', url)).status).toBe(204)
    },
  )

  test('a full disk is 413 before anything is sent', async () => {
    await server.close()
    server = await startTusServer({
      dir,
      database: database.app,
      maxSize: MAX,
      reserveBytes: Number.MAX_SAFE_INTEGER,
      onFinal: async () => {},
    })
    const response = await call('POST', TUS_BASE, { 'upload-length': '5', ...named('a.zip') })
    expect([response.status, await response.text()]).toEqual([413, `${NO_ROOM}\n`])
    expect(fs.readdirSync(dir)).toEqual([])
  })
})
