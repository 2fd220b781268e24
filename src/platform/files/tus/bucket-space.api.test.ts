import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import * as tus from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { repeatJoining, zipUploadOptions } from '#kernel/uploads/resumable-uploads.ts'
import { Bucket } from '#platform/files/bucket/bucket.ts'
import type { BucketSettings } from '#platform/files/bucket/settings.ts'
import type { FinishedUpload } from '#platform/files/tus/uploads.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/database.ts'
import {
  bucketSpace,
  type ChildSettings,
  startTusServer,
  type TestTusServer,
} from '../../../../tests/processes/tus-server.ts'
import { type S3Server, startS3Server } from '../../../../tests/storage/s3-server.ts'
import { named, PATCH_TYPE, tusCalls } from '../../../../tests/tus-calls.ts'

const MiB = 2 ** 20
const script = path.join(import.meta.dirname, '../../../../tests/processes/tus-server.ts')
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-tus-bucket-'))
let database: TestDatabase
let s3: S3Server
let settings: BucketSettings
let bucket: Bucket
let server: TestTusServer
let finals: FinishedUpload[] = []
let children: ChildProcess[] = []
let count = 0

const serve = () => {
  const dir = path.join(root, `own-disk-${count}`)
  const space = bucketSpace(settings, dir)
  fs.mkdirSync(dir, { recursive: true })
  return startTusServer({ dir, space, database: database.app, onFinal: async (upload) => void finals.push(upload) })
}

beforeAll(async () => {
  database = await createTestDatabase()
  s3 = await startS3Server(path.join(root, 'server'))
})
beforeEach(async () => {
  count += 1
  settings = await s3.makeBucket(`files-${count}`)
  bucket = new Bucket(settings)
  finals = []
  server = await serve()
})
afterEach(async () => {
  s3.setWeather('fair')
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  children = []
  await server.close()
  bucket.close()
})
afterAll(async () => {
  await s3.close()
  await database.drop()
  fs.rmSync(root, { recursive: true, force: true })
})

const { call, create, patch, part, join, idOf } = tusCalls(() => server.endpoint)
const bytesOf = async (upload: FinishedUpload | undefined): Promise<Buffer> => {
  const record = await server.uploads.space.records.read(upload?.id ?? '')
  if (!record) throw new Error('There is no such upload')
  return buffer(await server.uploads.space.read(record))
}
const keys = async () => (await Array.fromAsync(bucket.list('.'))).map(({ key }) => key)
/** A PATCH of any bytes to any process. */
const push = (endpoint: string, url: string, offset: number, body: Buffer) =>
  fetch(new URL(url, endpoint), {
    method: 'PATCH',
    headers: { 'tus-resumable': '1.0.0', 'x-owner': 'ann', ...PATCH_TYPE, 'upload-offset': String(offset) },
    body: body as never,
  })

const send = (url: string, offset: number, body: Buffer) => push(server.endpoint, url, offset, body)

/** A server in a process of its own with a disk of its own: nothing but bucket and database is shared. */
const startAnother = async (
  name: string,
): Promise<{ child: ChildProcess; endpoint: string; finals: () => string[] }> => {
  const dir = path.join(root, name)
  fs.mkdirSync(dir, { recursive: true })
  const log = path.join(dir, 'finals.log')
  const input: ChildSettings = { dir, database: database.app, port: 0, log, dieAtJoin: null, bucket: settings }
  const child = spawn(process.execPath, [script, JSON.stringify(input)], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const failed = once(child, 'exit').then(async () => Promise.reject(new Error(await text(child.stderr!))))
  failed.catch(() => {})
  const [line] = (await Promise.race([once(child.stdout!, 'data'), failed])) as [Buffer]
  const logged = () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trim().split('\n') : [])
  return { child, endpoint: String(line).trim(), finals: logged }
}

describe('uploads in a bucket (OPS-026)', () => {
  test('five parts are begun with one process, which is killed, and ended with another that shares no folder', async () => {
    const content = randomBytes(60 * MiB + 123)
    const [first, second] = await Promise.all([startAnother('first'), startAnother('second')])
    let at = first.endpoint
    // The protocol by hand, so that each call goes to whichever process a balancer would choose.
    const ends = Array.from({ length: 5 }, (_, i) => Math.floor((content.length * (i + 1)) / 5))
    const here = tusCalls(() => at)
    const urls = await Promise.all(
      ends.map((end, i) =>
        here.create({ 'upload-concat': 'partial', 'upload-length': String(end - (ends[i - 1] ?? 0)) }),
      ),
    )
    const slices = ends.map((end, i) => content.subarray(ends[i - 1] ?? 0, end))
    const firstHalf = await Promise.all(
      urls.map((url, i) => push(first.endpoint, url, 0, slices[i]!.subarray(0, 5 * MiB))),
    )
    expect(firstHalf.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    // The next chunks are on their way when the process is killed.
    const broken = urls.map((url, i) =>
      push(first.endpoint, url, 5 * MiB, slices[i]!.subarray(5 * MiB, 10 * MiB)).catch(() => null),
    )
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    await Promise.all(broken)
    at = second.endpoint
    await Promise.all(
      urls.map(async (url, i) => {
        const head = await here.call('HEAD', url)
        const offset = Number(head.headers.get('upload-offset'))
        expect(offset).toBeGreaterThanOrEqual(5 * MiB)
        expect((await push(second.endpoint, url, offset, slices[i]!.subarray(offset))).status).toBe(204)
      }),
    )
    // The joining is asked for at a third process.
    const joined = await join(urls, named('Course.zip'))
    expect([joined.status, await joined.text()]).toEqual([201, ''])
    expect(finals).toMatchObject([{ size: content.length, filename: 'Course.zip', owner: 'ann' }])
    expect((await bytesOf(finals[0])).equals(content)).toBe(true)
    // A repetition at the other process is the same upload, handed over once.
    const again = await here.join(urls, named('Course.zip'))
    expect([again.status, again.headers.get('location')]).toEqual([201, joined.headers.get('location')])
    expect([second.finals(), finals.length]).toEqual([[], 1])
  })

  test('the unmodified client sends five parts at the same time (UPL-022, UPL-023)', async () => {
    const content = randomBytes(23 * MiB + 7)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const upload = new tus.Upload(content, {
      ...zipUploadOptions({ endpoint: server.endpoint, filename: 'Course.zip', xsrfToken: () => undefined }),
      headers: { 'x-owner': 'ann' },
      chunkSize: 2 * MiB,
      onSuccess: () => resolve(),
      onError: reject,
    })
    repeatJoining(upload)
    upload.start()
    await promise
    expect(finals).toHaveLength(1)
    expect((await bytesOf(finals[0])).equals(content)).toBe(true)
  })

  test('chunks of any size continue each other, and any part of the upload can be read', async () => {
    const content = randomBytes(26 * MiB)
    const url = await create({ 'upload-length': String(content.length), ...named('a.zip') })
    let offset = 0
    for (const size of [1, 8 * MiB - 1, 8 * MiB, 3, 5 * MiB, 0, 4 * MiB, 10 * MiB]) {
      const end = Math.min(content.length, offset + size)
      const answer = await send(url, offset, content.subarray(offset, end))
      expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(end)])
      offset = end
    }
    expect((await bytesOf(finals[0])).equals(content)).toBe(true)
    const { space } = server.uploads
    for (const [start, end] of [
      [0, 0],
      [8 * MiB - 1, 8 * MiB],
      [5, 20 * MiB],
      [26 * MiB - 1, 26 * MiB - 1],
    ] as const)
      expect(
        (await buffer(await space.read({ id: idOf(url) }, { start, end }))).equals(content.subarray(start, end + 1)),
      ).toBe(true)
    const copied = await server.uploads.withFile(idOf(url), (file) => fs.promises.readFile(file))
    expect(copied.equals(content)).toBe(true)
    expect(fs.readdirSync(path.join(root, `own-disk-${count}`, '.scratch'))).toEqual([])
  })

  test('what came before a connection broke is kept', async () => {
    const content = randomBytes(12 * MiB)
    const url = await create({ 'upload-length': String(content.length), ...named('a.zip') })
    const body = Readable.toWeb(
      Readable.from(
        (async function* () {
          yield content.subarray(0, 9 * MiB + 5)
          await new Promise((resolve) => setTimeout(resolve, 300))
          throw new Error('the connection broke')
        })(),
        { objectMode: false },
      ),
    )
    await fetch(new URL(url, server.endpoint), {
      method: 'PATCH',
      headers: { 'tus-resumable': '1.0.0', 'x-owner': 'ann', ...PATCH_TYPE, 'upload-offset': '0' },
      body: body as never,
      duplex: 'half',
    } as RequestInit).catch(() => null)
    const offsetNow = async () => Number((await call('HEAD', url)).headers.get('upload-offset'))
    await expect.poll(offsetNow).toBeGreaterThan(8 * MiB)
    const offset = await offsetNow()
    expect((await send(url, offset, content.subarray(offset))).status).toBe(204)
    expect((await bytesOf(finals[0])).equals(content)).toBe(true)
  })

  test('a bucket that is gone for a while answers 503, which the client repeats, and loses nothing (UPL-026)', async () => {
    const content = randomBytes(10 * MiB)
    const url = await create({ 'upload-length': String(content.length), ...named('a.zip') })
    expect((await send(url, 0, content.subarray(0, 3 * MiB))).status).toBe(204)
    s3.setWeather('gone')
    expect((await send(url, 3 * MiB, content.subarray(3 * MiB))).status).toBe(503)
    expect((await call('HEAD', url)).status).toBe(503)
    s3.setWeather({ status: 507, code: 'InsufficientStorage', of: (method) => method === 'PUT' })
    expect((await send(url, 3 * MiB, content.subarray(3 * MiB))).status).toBe(413)
    s3.setWeather('fair')
    expect((await call('HEAD', url)).headers.get('upload-offset')).toBe(String(3 * MiB))
    expect((await send(url, 3 * MiB, content.subarray(3 * MiB))).status).toBe(204)
    expect((await bytesOf(finals[0])).equals(content)).toBe(true)
  })

  test('released, canceled, expired and forgotten uploads leave nothing (UPL-028, OPS-023)', async () => {
    const urls = [await part('one '), await part('two')]
    const joined = await join(urls)
    const id = idOf(joined.headers.get('location') ?? '')
    expect((await bytesOf(finals[0])).toString()).toBe('one two')
    await server.uploads.release(id)
    expect((await keys()).filter((key) => key.startsWith('.unfinished/bytes/'))).toEqual([])
    expect((await call('HEAD', `/api/v1/tus/${id}`)).headers.get('upload-offset')).toBe('7')

    const canceled = await create({ 'upload-length': '5', ...named('a.zip') })
    await patch(canceled, 0, 'abc')
    expect((await call('DELETE', canceled)).status).toBe(204)
    const unfinished = await create({ 'upload-length': '5', ...named('a.zip') })
    await patch(unfinished, 0, 'abc')
    await bucket.put('.unfinished/bytes/nobodys/000000', 'of a process that was killed before it wrote the record')
    const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    expect(await server.uploads.deleteExpired(later(23))).toBe(0)
    expect((await keys()).filter((key) => key.startsWith('.unfinished/bytes/'))).toHaveLength(2)
    expect(await server.uploads.deleteExpired(later(25))).toBe(1)
    expect((await keys()).filter((key) => key.startsWith('.unfinished/bytes/'))).toEqual([])
    await server.uploads.deleteExpired(later(8 * 24))
    await server.uploads.deleteExpired(later(8 * 24))
    expect(await keys()).toEqual([])
  })
})
