import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Bucket } from '#platform/files/bucket/bucket.ts'
import { isDiskFull } from '#platform/files/disk.ts'
import { createFiles, FileNotFound, type Files } from '#platform/files/files.ts'
import { isStorageUnavailable } from '#platform/files/store.ts'
import { type S3Server, startS3Server } from '../../../tests/storage/s3-server.ts'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-storage-'))
const secret = 'a secret of at least thirty-two characters'
const MB = 2 ** 20
let server: S3Server
let bucket: Bucket
const storages = {} as { folder: Files; bucket: Files }

beforeAll(async () => {
  server = await startS3Server(path.join(dir, 'server'))
  bucket = new Bucket(await server.makeBucket('files'))
  storages.folder = createFiles({ dir: path.join(dir, 'folder'), secret })
  storages.bucket = createFiles({ dir: path.join(dir, 'beside'), secret, driver: bucket })
})
afterAll(async () => {
  bucket.close()
  await server.close()
  fs.rmSync(dir, { recursive: true, force: true })
})

const keysOf = async (files: Files, folder?: string): Promise<string[]> =>
  (await Array.fromAsync(files.list(folder))).map(({ key }) => key).sort()
const everyKey = async () => (await Array.fromAsync(bucket.list('.'))).map(({ key }) => key)
const hashOf = async (content: AsyncIterable<Buffer>) => {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
  }
  return { sha256: hash.digest('hex'), size }
}

describe.each(['folder', 'bucket'] as const)('a storage in a %s (OPS-022)', (kind) => {
  const files = () => storages[kind]

  test('a file is written, measured, read, replaced as a whole and removed', async () => {
    await files().put('one/a.txt', 'Grüße')
    expect(await text(await files().get('one/a.txt'))).toBe('Grüße')
    const stat = await files().stat('one/a.txt')
    expect(stat).toEqual({ size: 7, modified_at: expect.any(Date) })
    expect(Math.abs((stat?.modified_at.getTime() ?? 0) - Date.now())).toBeLessThan(600_000)
    await files().put('one/a.txt', Buffer.from('new'))
    expect(await text(await files().get('one/a.txt'))).toBe('new')
    expect(await files().exists('one/a.txt')).toBe(true)
    await files().delete('one/a.txt')
    await files().delete('one/a.txt')
    expect(await files().exists('one/a.txt')).toBe(false)
    expect(await files().stat('one/a.txt')).toBeNull()
    await expect(files().get('one/a.txt')).rejects.toBeInstanceOf(FileNotFound)
    await expect(files().get('one/a.txt', { start: 0, end: 1 })).rejects.toBeInstanceOf(FileNotFound)
  })

  test.each([
    ['empty', 0],
    ['of one byte', 1],
    ['of exactly one piece', 8 * MB],
    ['of a piece and a byte', 8 * MB + 1],
    ['large', 21 * MB + 12_345],
  ])('a stream %s arrives byte for byte, whatever the size of its chunks', async (_name, size) => {
    const content = randomBytes(size)
    const chunks = function* () {
      for (let at = 0, step = 1; at < size; at += step, step = Math.min(3_000_017, step * 7 + 1))
        yield content.subarray(at, Math.min(size, at + step))
    }
    await files().put('two/stream.bin', Readable.from(chunks()))
    expect(await files().stat('two/stream.bin')).toMatchObject({ size })
    expect((await buffer(await files().get('two/stream.bin'))).equals(content)).toBe(true)
  })

  test('a file of this machine is stored and stays', async () => {
    const source = path.join(dir, `${kind}-source.bin`)
    const content = randomBytes(20 * MB)
    fs.writeFileSync(source, content)
    await files().putFile('three/copy.bin', source)
    expect((await buffer(await files().get('three/copy.bin'))).equals(content)).toBe(true)
    expect(fs.readFileSync(source).equals(content)).toBe(true)
  })

  test.each([
    ['the beginning', 0, 9],
    ['one byte', 5, 5],
    ['the middle', 1000, 77_777],
    ['the end', 99_000, 99_999],
    ['all of it', 0, 99_999],
  ])('%s of a file is read by range', async (_name, start, end) => {
    const content = randomBytes(100_000)
    await files().put('four/range.bin', content)
    expect(
      (await buffer(await files().get('four/range.bin', { start, end }))).equals(content.subarray(start, end + 1)),
    ).toBe(true)
  })

  test('a folder is listed and removed with its files and no others', async () => {
    const keys = ['five/x.txt', 'five/deep/er/y.txt', 'fives/z.txt', 'five-z.txt']
    for (const key of keys) await files().put(key, key)
    expect(await keysOf(files(), 'five')).toEqual(['five/deep/er/y.txt', 'five/x.txt'])
    expect((await Array.fromAsync(files().list('five'))).map(({ size }) => size).sort()).toEqual([10, 18])
    await files().deleteFolder('five')
    expect(await keysOf(files(), 'five')).toEqual([])
    expect((await keysOf(files())).filter((key) => key.startsWith('five'))).toEqual(['five-z.txt', 'fives/z.txt'])
    await files().deleteFolder('five')
  })

  test('more files than one answer or one call holds are listed and removed', async () => {
    const names = Array.from({ length: 1203 }, (_, at) => `six/${at}`)
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((name) => files().put(name, 'x')))
    expect(await keysOf(files(), 'six')).toEqual([...names].sort())
    await files().deleteFolder('six')
    expect(await keysOf(files(), 'six')).toEqual([])
  })

  test.each([
    'A-b_c.D',
    'two..dots',
    '../up',
    '/root',
    'a//b',
    '.hidden',
    'a/.b',
    'ü',
    'a b',
    'a%2Fb',
    'x'.repeat(501),
  ])('a key is taken or refused by the same rule: %s', async (key) => {
    const outcome = await files()
      .put(key, 'x')
      .then(
        () => 'taken',
        (error: Error) => error.name,
      )
    expect(outcome).toBe(key === 'A-b_c.D' ? 'taken' : 'TypeError')
  })

  test('a stream that breaks off leaves the earlier file and nothing else', async () => {
    await files().put('seven/kept.bin', 'the earlier file')
    const before = [await keysOf(files()), await everyKey()]
    const broken = Readable.from(
      (async function* () {
        for (let at = 0; at < 30; at += 1) yield randomBytes(MB)
        throw new Error('the connection broke')
      })(),
    )
    await expect(files().put('seven/kept.bin', broken)).rejects.toThrow('the connection broke')
    expect(await text(await files().get('seven/kept.bin'))).toBe('the earlier file')
    expect([await keysOf(files()), await everyKey()]).toEqual(before)
  })

  test('many at the same time under one key end as one of them, whole', async () => {
    const contents = Array.from({ length: 8 }, () => randomBytes(9 * MB))
    await Promise.all(contents.map((content) => files().put('eight/same.bin', Readable.from([content]))))
    const stored = await buffer(await files().get('eight/same.bin'))
    expect(contents.some((content) => content.equals(stored))).toBe(true)
  })
})

describe('a bucket', () => {
  const files = () => storages.bucket

  test('sends a large file in pieces and keeps no more than a few of them in memory (OPS-022)', async () => {
    const size = 56 * MB
    const block = randomBytes(MB)
    const sentParts = () => server.takeCalls().filter((call) => call.includes('partNumber=')).length
    // How much was read of the stream beyond the pieces that the bucket has heard of.
    let sent = 0
    let most = 0
    const content = function* () {
      for (let at = 0; at < size; at += MB) {
        sent += sentParts()
        most = Math.max(most, at - sent * 8 * MB)
        yield Buffer.from(block)
      }
    }
    const expected = await hashOf(Readable.from(content()))
    server.takeCalls()
    sent = 0
    most = 0
    await files().put('big.bin', Readable.from(content()))
    expect(most).toBeLessThanOrEqual(5 * 8 * MB)
    expect(sent + sentParts()).toBe(7)
    expect(await hashOf(await files().get('big.bin'))).toEqual(expected)
    await files().delete('big.bin')
    expect(await everyKey()).toEqual([])
  })

  test('makes a file of others without reading those that are large enough (OPS-023)', async () => {
    const contents = [8 * MB, 8 * MB, 3 * MB, 8 * MB, 1 * MB, 2 * MB, 6 * MB, 100].map((size) => randomBytes(size))
    const sources = contents.map((content, at) => ({ key: `compose/${at}`, size: content.length }))
    for (const [at, { key }] of sources.entries()) await files().put(key, contents[at] ?? '')
    server.takeCalls()
    await bucket.compose('composed.bin', sources)
    const read = server.takeCalls().filter((call) => call.startsWith('GET'))
    expect(read.map((call) => /compose\/(\d)/.exec(call)?.[1])).toEqual(['2', '3', '4', '5', '6'])
    expect((await buffer(await files().get('composed.bin'))).equals(Buffer.concat(contents))).toBe(true)
    for (const few of [[0], [7], [4, 7], []]) {
      await bucket.compose(
        'composed.bin',
        few.flatMap((at) => sources[at] ?? []),
      )
      const expected = Buffer.concat(few.flatMap((at) => contents[at] ?? []))
      expect((await buffer(await files().get('composed.bin'))).equals(expected)).toBe(true)
    }
  })

  test('removes the pieces that a killed process has left, and no others (OPS-023)', async () => {
    const { promise: stuck, resolve: goOn } = Promise.withResolvers<void>()
    const slow = async function* () {
      yield randomBytes(20 * MB)
      await stuck
      yield randomBytes(MB)
    }
    const writing = files().put('slow.bin', Readable.from(slow()))
    await expect.poll(everyKey).toHaveLength(1)
    await files().clean(new Date(Date.now() - 3_600_000))
    expect(await everyKey()).toHaveLength(1)
    goOn()
    await writing
    expect(await files().stat('slow.bin')).toMatchObject({ size: 21 * MB })

    // The bucket is gone when the writing fails, as the process is when it is killed: nobody can clean up.
    const breaking = async function* () {
      yield randomBytes(20 * MB)
      await expect.poll(everyKey).toHaveLength(1)
      server.setWeather('gone')
      throw new Error('killed')
    }
    await expect(files().put('killed.bin', Readable.from(breaking()))).rejects.toThrow()
    server.setWeather('fair')
    expect(await everyKey()).toHaveLength(1)
    server.takeCalls()
    await files().clean(new Date(Date.now() + 3_600_000))
    expect(server.takeCalls().some((call) => /^DELETE .*killed\.bin\?.*uploadId=/.test(call))).toBe(true)
    expect(await everyKey()).toEqual([])
    expect(await files().exists('killed.bin')).toBe(false)
  })

  test.each([
    ['does not answer a connection', 'gone', 'unavailable'],
    ['refuses', { status: 403, code: 'AccessDenied' }, 'unavailable'],
    ['fails', { status: 500, code: 'InternalError' }, 'unavailable'],
    ['is overloaded', { status: 503, code: 'SlowDown' }, 'unavailable'],
    ['has lost its bucket', { status: 404, code: 'NoSuchBucket' }, 'unavailable'],
    ['is full', { status: 507, code: 'InsufficientStorage' }, 'full'],
    ['has used up its quota', { status: 403, code: 'QuotaExceeded' }, 'full'],
  ] as const)('that %s says so, and keeps what it has (OPS-024)', async (_name, weather, expected) => {
    await files().put('kept.txt', 'kept')
    server.setWeather(weather)
    const calls = [
      () => files().put('new.txt', 'x'),
      () => files().put('new.txt', Readable.from([randomBytes(20 * MB)])),
    ]
    if (expected === 'unavailable')
      calls.push(
        async () => void (await files().get('kept.txt')),
        () => files().deleteFolder('a'),
      )
    try {
      for (const call of calls) {
        const error = await call().then(
          () => null,
          (thrown: unknown) => thrown,
        )
        expect([isStorageUnavailable(error), isDiskFull(error)]).toEqual([
          expected === 'unavailable',
          expected === 'full',
        ])
        expect(String(error)).not.toContain('test-secret')
      }
    } finally {
      server.setWeather('fair')
    }
    expect(await text(await files().get('kept.txt'))).toBe('kept')
    expect(await files().exists('new.txt')).toBe(false)
  })

  test('that fails for a moment is asked again (OPS-024)', async () => {
    let failures = 2
    server.setWeather({ status: 503, code: 'SlowDown', of: () => failures-- > 0 })
    await files().put('again.txt', 'here')
    server.setWeather('fair')
    expect(await text(await files().get('again.txt'))).toBe('here')
  })
})
