import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import * as tus from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { zipUploadOptions } from '#kernel/uploads/resumable-uploads.ts'
import type { FinishedUpload } from '#platform/files/tus/uploads.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/database.ts'
import { startTusServer, type TestTusServer } from '../../../../tests/processes/tus-server.ts'

const MiB = 2 ** 20
const content = randomBytes(12 * MiB + 7)
let database: TestDatabase
let server: TestTusServer
let dir = ''
let finals: FinishedUpload[] = []
let requests: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-tus-'))
  finals = []
  requests = []
  server = await startTusServer({ dir, database: database.app, onFinal: async (upload) => void finals.push(upload) })
  server.app.server.on('request', (request: http.IncomingMessage) => requests.push(request.method ?? ''))
})
afterEach(async () => {
  await server.close()
  fs.rmSync(dir, { recursive: true, force: true })
})

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const arrived = () => hash(fs.readFileSync(path.join(dir, finals[0]?.id ?? '')))

/** The product's options, with an owner name in place of a session, and smaller chunks. */
const options = (more: Partial<tus.UploadOptions> = {}): tus.UploadOptions => ({
  ...zipUploadOptions({ endpoint: server.endpoint, filename: 'Course.zip', xsrfToken: () => 'token' }),
  headers: { 'x-owner': 'ann' },
  chunkSize: MiB,
  ...more,
})

const upload = (more: Partial<tus.UploadOptions> = {}, bytes = content) =>
  new Promise<tus.Upload>((resolve, reject) => {
    const started = new tus.Upload(bytes, options({ onSuccess: () => resolve(started), onError: reject, ...more }))
    started.start()
  })

const count = (method: string) => requests.filter((request) => request === method).length

describe('the unmodified client', () => {
  test('five parts arrive at the same time and become one file (UPL-022, UPL-023)', async () => {
    const result = await upload()
    expect(finals).toMatchObject([{ size: content.length, filename: 'Course.zip', owner: 'ann' }])
    expect(arrived()).toBe(hash(content))
    expect(result.url).toBe(`${server.endpoint}/${finals[0]?.id}`)
    // Five parts and their joining; chunks of 1 MiB in each part.
    expect(count('POST')).toBe(6)
    expect(count('PATCH')).toBe(5 * 3)
  })

  test('a file without parts, and files with fewer bytes than parts, arrive too (UPL-022)', async () => {
    await upload({ parallelUploads: 1, chunkSize: Number.POSITIVE_INFINITY })
    expect(arrived()).toBe(hash(content))
    for (const size of [1, 4]) {
      finals = []
      await upload({}, content.subarray(0, size))
      expect(arrived()).toBe(hash(content.subarray(0, size)))
    }
  })

  test('interrupted at 85 %, it resumes where it was (UPL-025)', async () => {
    const started = new tus.Upload(content, options())
    await new Promise<void>((resolve, reject) => {
      started.options.onError = reject
      started.options.onProgress = (sent, total) => {
        // Beyond 80 %, every part has begun.
        if (sent / total < 0.85) return
        started.options.onProgress = null
        void started.abort().then(resolve)
      }
      started.start()
    })
    expect(finals).toEqual([])
    const before = count('POST')
    await new Promise<void>((resolve, reject) => {
      started.options.onSuccess = () => resolve()
      started.options.onError = reject
      started.start()
    })
    expect(arrived()).toBe(hash(content))
    // Only the joining is new. The parts were found again.
    expect([before, count('POST')]).toEqual([5, 6])
    expect(count('HEAD')).toBe(5)
  })

  test('after a close and reopen, it finds its parts by the stored addresses (UPL-025)', async () => {
    const stored = new Map<string, tus.PreviousUpload>()
    const areStored = Promise.withResolvers<void>()
    const urlStorage: tus.UrlStorage = {
      findAllUploads: async () => [...stored.values()],
      findUploadsByFingerprint: async (fingerprint) =>
        [...stored.values()].filter((one) => one.urlStorageKey.startsWith(fingerprint)),
      removeUpload: async (key) => void stored.delete(key),
      addUpload: async (fingerprint, previous) => {
        const key = `${fingerprint}::${stored.size}`
        stored.set(key, { ...previous, urlStorageKey: key })
        areStored.resolve()
        return key
      },
    }
    const fingerprint = async () => 'course'
    const first = new tus.Upload(content, options({ urlStorage, fingerprint }))
    first.start()
    await areStored.promise
    await first.abort()
    const second = new tus.Upload(content, options({ urlStorage, fingerprint }))
    const [previous] = await second.findPreviousUploads()
    expect(previous?.parallelUploadUrls).toHaveLength(5)
    await new Promise<void>((resolve, reject) => {
      second.options.onSuccess = () => resolve()
      second.options.onError = reject
      second.resumeFromPreviousUpload(previous!)
      second.start()
    })
    expect(arrived()).toBe(hash(content))
    expect(count('POST')).toBe(6)
    expect([...stored]).toEqual([])
  })

  test('aborted for good, it leaves nothing (UPL-021)', async () => {
    let deletions = 0
    const onAfterResponse = (request: tus.HttpRequest, answer: tus.HttpResponse) => {
      if (request.getMethod() === 'DELETE' && answer.getStatus() === 204) deletions++
    }
    const started = new tus.Upload(content, options({ onAfterResponse }))
    await new Promise<void>((resolve) => {
      started.options.onProgress = (sent, total) => {
        if (sent / total < 0.85) return
        started.options.onProgress = null
        void started.abort(true).then(resolve)
      }
      started.start()
    })
    // Each part is deleted by a separate request, which the client does not wait for. One that the end of the server left
    // unanswered would be repeated, and fail outside of every test.
    await expect.poll(() => deletions).toBe(5)
    expect(fs.readdirSync(dir)).toEqual([])
    expect(finals).toEqual([])
  })

  test('a file of another kind is refused once and not retried (UPL-022, UPL-026)', async () => {
    const refused = upload({ metadata: { filename: 'Course.rar' }, parallelUploads: 1 })
    await expect(refused).rejects.toMatchObject({ originalResponse: expect.anything() })
    expect(requests).toEqual(['POST'])
    requests = []
    const joined = upload({ metadata: { filename: 'Course.rar' } }, content.subarray(0, 100))
    const error = (await joined.catch((reason) => reason)) as tus.DetailedError
    expect(error.originalResponse?.getStatus()).toBe(415)
    expect(count('POST')).toBe(6)
  })

  test('another owner’s parts are not found, and new ones are created (UPL-021)', async () => {
    await upload({}, content.subarray(0, 100))
    const [first] = finals
    finals = []
    await upload(
      { headers: { 'x-owner': 'bob' }, uploadUrl: `${server.endpoint}/${first?.id}`, parallelUploads: 1 },
      content.subarray(0, 100),
    )
    expect(finals).toMatchObject([{ owner: 'bob' }])
    expect(finals[0]?.id).not.toBe(first?.id)
  })
})

describe('repetitions', () => {
  /** A server that answers the first requests with a chosen status and passes later ones to the real server. */
  const failing = async (status: number, times: number) => {
    let left = times
    const seen: { token: string | undefined }[] = []
    const target = new URL(server.endpoint)
    const proxy = http.createServer((request, response) => {
      seen.push({ token: request.headers['x-xsrf-token'] as string | undefined })
      if (left > 0) {
        left -= 1
        request.resume()
        response.writeHead(status).end()
        return
      }
      const onward = http.request({
        port: target.port,
        host: target.hostname,
        method: request.method,
        path: request.url,
        headers: request.headers,
      })
      onward.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${target.pathname}`
    return { endpoint, seen, close: () => new Promise((resolve) => proxy.close(resolve)) }
  }
  const small = content.subarray(0, 1000)
  const quickly = { retryDelays: [0, 1, 1, 1], parallelUploads: 1 }

  test.each([409, 423, 500, 503])(
    'status %i is tried again four times, and succeeds within them (UPL-025, UPL-026)',
    async (status) => {
      const proxy = await failing(status, 4)
      await upload({ ...quickly, endpoint: proxy.endpoint }, small)
      expect(arrived()).toBe(hash(small))
      expect(proxy.seen.length).toBe(4 + 2)
      expect(new Set(proxy.seen.map(({ token }) => token))).toEqual(new Set(['token']))
      await proxy.close()
    },
  )

  test.each([400, 401, 403, 404, 412, 413, 415, 419, 429])('status %i is not retried (UPL-026)', async (status) => {
    const proxy = await failing(status, 1)
    await expect(upload({ ...quickly, endpoint: proxy.endpoint }, small)).rejects.toThrow()
    expect(proxy.seen).toHaveLength(1)
    await proxy.close()
  })

  test('the fifth failure ends it (UPL-025)', async () => {
    const proxy = await failing(503, 5)
    await expect(upload({ ...quickly, endpoint: proxy.endpoint }, small)).rejects.toThrow()
    expect(proxy.seen).toHaveLength(5)
    await proxy.close()
  })
})
