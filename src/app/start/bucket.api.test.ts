import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { ERRORS } from '#kernel/errors.ts'
import { type TestPerson, testApp } from '../../../tests/api.ts'
import { multipart } from '../../../tests/multipart.ts'
import { type S3Server, startS3Server } from '../../../tests/storage/s3-server.ts'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-bucket-'))
const clock = { shift: 0 }
let server: S3Server
const t = testApp({
  now: () => new Date(Date.now() + clock.shift),
  env: async () => {
    server = await startS3Server(path.join(dir, 'server'))
    await server.makeBucket('files')
    return server.variables('files')
  },
})
afterEach(() => server.setWeather('fair'))
afterAll(async () => {
  await server.close()
  fs.rmSync(dir, { recursive: true, force: true })
})

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const UNAVAILABLE = { code: 'storage_unavailable', message: ERRORS.storage_unavailable.text }
const upload = async (author: TestPerson, name: string, bytes: Buffer) => {
  const body = await multipart({ file: { name, bytes } })
  return t.request(author, { method: 'POST', url: '/api/v1/materials', ...body })
}
const healthOf = async (author: TestPerson) => {
  const answer = await t.request(author, { method: 'GET', url: '/api/v1/health' })
  return [answer.statusCode, answer.json().checks.files]
}
const storedKeys = async () => (await Array.fromAsync(t.app.services.files.list())).map(({ key }) => key)

describe('a bucket that is gone for a while (OPS-024, OPS-025)', () => {
  test('what needs a file says so, everything else goes on, and nothing is lost or left (ERR-173)', async () => {
    const author = await t.make.person('portal_admin')
    const first = await upload(author, 'plan.pdf', PDF)
    expect(first.statusCode).toBe(200)
    const { url } = first.json().data
    const read = () => t.request(author, { method: 'GET', url })
    expect((await read()).rawPayload.equals(PDF)).toBe(true)
    expect(await healthOf(author)).toEqual([200, 'up'])
    const before = await storedKeys()

    server.setWeather('gone')
    const refused = await upload(author, 'second.pdf', PDF)
    expect([refused.statusCode, refused.json()]).toMatchObject([503, UNAVAILABLE])
    const unread = await read()
    expect([unread.statusCode, unread.json()]).toMatchObject([503, UNAVAILABLE])
    expect(await healthOf(author)).toEqual([200, 'unreachable'])
    const list = await t.request(author, { method: 'GET', url: '/api/v1/materials' })
    expect([list.statusCode, list.json().data.length]).toEqual([200, 1])

    server.setWeather('fair')
    expect((await read()).rawPayload.equals(PDF)).toBe(true)
    expect((await upload(author, 'second.pdf', PDF)).statusCode).toBe(200)
    expect((await storedKeys()).length).toBe(before.length + 1)
  })

  test('one that is full refuses files as a full disk does (ERR-123)', async () => {
    const author = await t.make.person('portal_admin')
    server.setWeather({ status: 507, code: 'InsufficientStorage', of: (method) => method !== 'GET' })
    const refused = await upload(author, 'plan.pdf', PDF)
    expect([refused.statusCode, refused.json()]).toMatchObject([507, { code: 'storage_full' }])
    const list = await t.request(author, { method: 'GET', url: '/api/v1/materials' })
    expect([list.statusCode, list.json().data]).toEqual([200, []])
  })
})
