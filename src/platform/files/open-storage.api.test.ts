import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Bucket } from '#platform/files/bucket/bucket.ts'
import { watchBucket } from '#platform/files/bucket/bucket-watch.ts'
import { checkStorage } from '#platform/files/open-storage.ts'
import { StorageUnavailable } from '#platform/files/store.ts'
import { type Config, readConfig } from '#platform/process/config.ts'
import { type S3Server, startS3Server } from '../../../tests/storage/s3-server.ts'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-check-'))
let server: S3Server

beforeAll(async () => {
  server = await startS3Server(path.join(dir, 'server'))
  await server.makeBucket('files')
})
afterEach(() => server.setWeather('fair'))
afterAll(async () => {
  await server.close()
  fs.rmSync(dir, { recursive: true, force: true })
})

const configOf = (variables: Record<string, string>): Config =>
  readConfig({ NODE_ENV: 'test', DATA_DIR: path.join(dir, 'data'), ...variables }, dir)
const faultOf = (variables: Record<string, string>): Promise<string> =>
  Promise.resolve()
    .then(() => checkStorage(configOf(variables)))
    .then(
      () => 'none',
      (error: Error) => error.message,
    )

describe('the settings of a bucket (OPS-022)', () => {
  test('none are needed: files are in the data folder', async () => {
    expect(configOf({}).bucket).toBeNull()
    expect(await faultOf({})).toBe('none')
  })

  test('a bucket of AWS needs its name and region, and is opened with the rights of the machine', () => {
    expect(configOf({ S3_BUCKET: 'acme-files', S3_REGION: 'eu-west-1' }).bucket).toEqual({
      bucket: 'acme-files',
      endpoint: null,
      region: 'eu-west-1',
      keys: null,
      hasPathStyle: false,
    })
  })

  test('another service is named by its address, with the bucket in the path unless told otherwise', () => {
    const other = { S3_BUCKET: 'acme-files', S3_ENDPOINT: 'https://s3.example.com' }
    expect(configOf(other).bucket).toMatchObject({ endpoint: 'https://s3.example.com', hasPathStyle: true })
    expect(configOf({ ...other, S3_FORCE_PATH_STYLE: 'off' }).bucket).toMatchObject({ hasPathStyle: false })
  })

  test.each([
    [
      { S3_ENDPOINT: 'https://s3.example.com' },
      'S3_BUCKET: is needed with the other settings of S3; name the bucket for the files.',
    ],
    [
      { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'AKIAEXAMPLE' },
      'S3_SECRET_ACCESS_KEY: is needed with S3_ACCESS_KEY_ID; the storage shows both together.',
    ],
    [
      { S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY: 'hidden-secret' },
      'S3_ACCESS_KEY_ID: is needed with S3_SECRET_ACCESS_KEY; the storage shows both together.',
    ],
    [
      { S3_BUCKET: 'Files!' },
      'S3_BUCKET: must be the name of a bucket: lowercase letters, digits, - and . (is "Files!").',
    ],
    [
      { S3_BUCKET: 'files', S3_ENDPOINT: 's3.example.com' },
      'S3_ENDPOINT: must be an address such as https://service.example.com/path.',
    ],
    [{ S3_BUCKET: 'files', S3_FORCE_PATH_STYLE: 'yes' }, 'S3_FORCE_PATH_STYLE: must be on or off (is "yes").'],
  ])('%o is one line that says what to do', async (variables, expected) => {
    expect(await faultOf(variables as never)).toBe(expected)
  })
})

describe('a start checks the bucket before it makes anything (OPS-022)', () => {
  test('a bucket that can be written, read, listed and emptied is taken, and nothing is left in it', async () => {
    server.takeCalls()
    expect(await faultOf(server.variables('files'))).toBe('none')
    expect(server.takeCalls().map((call) => call.split(' ')[0])).toEqual(['PUT', 'GET', 'GET', 'DELETE'])
  })

  test.each([
    ['no bucket', 'other', null, 'S3_BUCKET: there is no bucket other (404 NoSuchBucket). Make it, or name another.'],
    [
      'other keys',
      'files',
      { status: 403, code: 'SignatureDoesNotMatch' },
      'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the storage does not know these keys (403 SignatureDoesNotMatch). Check both.',
    ],
    [
      'too few rights',
      'files',
      { status: 403, code: 'AccessDenied', of: (method: string) => method === 'DELETE' },
      'S3_BUCKET: these keys may not read, write, list and delete in files (403 AccessDenied). Give them those rights.',
    ],
    [
      'another region',
      'files',
      { status: 400, code: 'AuthorizationHeaderMalformed' },
      'S3_REGION: the bucket files is not in us-east-1 (400 AuthorizationHeaderMalformed). Name its region.',
    ],
    [
      'a storage that fails',
      'files',
      { status: 500, code: 'InternalError' },
      'S3_BUCKET: files cannot be used (500 InternalError). Try again when the storage works.',
    ],
    [
      'a full storage',
      'files',
      { status: 507, code: 'XMinioStorageFull' },
      'S3_BUCKET: The bucket is full (507 XMinioStorageFull). Make room in files, or raise its quota.',
    ],
  ])('%s', async (_name, bucket, weather, expected) => {
    if (weather) server.setWeather(weather)
    expect(await faultOf(server.variables(bucket))).toBe(expected)
  })

  test('nobody at the address, in one line without a secret', async () => {
    const probe = net.createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => probe.once('listening', resolve))
    const { port } = probe.address() as net.AddressInfo
    await new Promise((resolve) => probe.close(resolve))
    const fault = await faultOf({ ...server.variables('files'), S3_ENDPOINT: `http://127.0.0.1:${port}` })
    expect(fault).toBe(
      `S3_ENDPOINT: http://127.0.0.1:${port} does not answer (ECONNREFUSED). Check the address, and that this machine reaches it.`,
    )
  })
})

test('the watch of a bucket says once that it cannot be used and once that it answers again (OPS-025)', async () => {
  const lines: string[] = []
  const log = {
    warn: (_: object, text: string) => lines.push(text),
    info: (_: object, text: string) => lines.push(text),
  }
  let now = 0
  let fails = false
  const ping = async () => {
    if (fails) throw new Error('gone')
  }
  const watch = watchBucket(
    { ping },
    () => log,
    () => now,
  )
  expect(await watch.state()).toBe('up')
  fails = true
  expect(await watch.state()).toBe('up')
  now += 6_000
  expect([await watch.state(), await watch.state()]).toEqual(['unreachable', 'unreachable'])
  fails = false
  now += 6_000
  expect(await watch.state()).toBe('up')
  // A refused write counts although the bucket answers.
  watch.noteFailure(new Error('403'))
  now += 6_000
  expect(await watch.state()).toBe('unreachable')
  now += 31_000
  expect(await watch.state()).toBe('up')
  const cycle = ['the storage of files cannot be used', 'the storage of files answers again']
  expect(lines).toEqual([...cycle, ...cycle])
})

test('a bucket that takes the connection and never answers is unreachable, and each call of it ends (OPS-024, OPS-025)', async () => {
  const calls: net.Socket[] = []
  const silent = net.createServer((socket) => calls.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as net.AddressInfo
  const bucket = new Bucket(
    {
      bucket: 'files',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      keys: { id: 'x', secret: 'y' },
      hasPathStyle: true,
    },
    { answer_ms: 300 },
  )
  const lines: string[] = []
  const log = { warn: (_: object, text: string) => lines.push(text), info: () => {} }
  const watch = watchBucket(bucket, () => log)
  try {
    expect(await watch.state()).toBe('unreachable')
    expect(lines).toEqual(['the storage of files cannot be used'])
    for (const call of [
      () => bucket.put('a.txt', 'content'),
      () => bucket.put('large.bin', Buffer.alloc(10_000_000)),
      () => bucket.open('a.txt'),
      () => bucket.stat('a.txt'),
      () => bucket.delete('a.txt'),
      () => Array.fromAsync(bucket.list('')),
    ])
      await expect(call()).rejects.toBeInstanceOf(StorageUnavailable)
  } finally {
    bucket.close()
    for (const socket of calls) socket.destroy()
    silent.close()
  }
}, 60_000)
