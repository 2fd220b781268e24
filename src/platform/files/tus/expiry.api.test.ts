import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../tests/database.ts'
import { startTusServer, type TestTusServer } from '../../../../tests/processes/tus-server.ts'
import { named, tusCalls } from '../../../../tests/tus-calls.ts'

let database: TestDatabase
let server: TestTusServer
let dir = ''
let receive: () => Promise<void> = async () => {}
const { call, create, patch, part, join, idOf } = tusCalls(() => server.endpoint)

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-tus-'))
  receive = async () => {}
  server = await startTusServer({ dir, database: database.app, onFinal: () => receive() })
})
afterEach(async () => {
  await server.close()
  fs.rmSync(dir, { recursive: true, force: true })
})

describe('expiry', () => {
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)

  test('unfinished uploads and parts are removed after 24 hours, finished ones after 7 days (UPL-028)', async () => {
    const open = await create({ 'upload-length': '5', ...named('a.zip') })
    await part('alone')
    const whole = await create({ 'upload-length': '1', ...named('b.zip') })
    await patch(whole, 0, 'x')
    const parts = [await part('one '), await part('two')]
    const joined = (await join(parts)).headers.get('location') ?? ''
    expect(await server.uploads.deleteExpired(later(23.9))).toBe(0)
    expect(await server.uploads.deleteExpired(later(24.1))).toBe(2)
    expect((await call('HEAD', open)).status).toBe(404)
    expect((await call('HEAD', whole)).status).toBe(200)
    expect((await call('HEAD', joined)).status).toBe(200)
    expect(await server.uploads.deleteExpired(later(7 * 24 - 0.1))).toBe(0)
    expect(await server.uploads.deleteExpired(later(7 * 24 + 0.1))).toBe(2)
    expect(fs.readdirSync(dir)).toEqual([])
  })

  test('a file being written stays until the next run (UPL-028)', async () => {
    const url = await create({ 'upload-length': '5', ...named('a.zip') })
    await server.uploads.locker.withLock(idOf(url), async () => {
      expect(await server.uploads.deleteExpired(later(25))).toBe(0)
    })
    expect(await server.uploads.deleteExpired(later(25))).toBe(1)
  })

  test('files without a record are removed (UPL-028)', async () => {
    fs.writeFileSync(path.join(dir, 'abcdef'), 'left by a crash')
    fs.writeFileSync(path.join(dir, 'abc.1234.tmp'), '{"id":')
    await server.uploads.deleteExpired(later(23))
    expect(fs.readdirSync(dir)).toHaveLength(2)
    await server.uploads.deleteExpired(later(25))
    expect(fs.readdirSync(dir)).toEqual([])
  })

  test('a join that was interrupted and never resumed is removed with its parts (UPL-028)', async () => {
    receive = async () => {
      throw new Error('never')
    }
    const parts = [await part('one '), await part('two')]
    await join(parts)
    expect(fs.readdirSync(dir).length).toBeGreaterThan(0)
    expect(await server.uploads.deleteExpired(later(25))).toBeGreaterThan(0)
    expect(fs.readdirSync(dir)).toEqual([])
  })
})
