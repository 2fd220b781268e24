import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as tus from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resumableErrorText, UNFINISHED_UPLOADS_MAX, zipUploadOptions } from '#kernel/uploads/resumable-uploads.ts'
import { isDiskFull } from '#platform/files/disk.ts'
import { createFiles } from '#platform/files/files.ts'
import { NO_ROOM, NO_SPACE } from '#platform/files/tus/refusal.ts'
import type { FinishedUpload } from '#platform/files/tus/uploads.ts'
import { UnpackError, unpack } from '#platform/packages/unpack.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/database.ts'
import { NO_SMALL_DISK, type SmallDisk, smallDisk } from '../../../../tests/processes/small-disk.ts'
import { startTusServer, type TestTusServer, TUS_BASE } from '../../../../tests/processes/tus-server.ts'
import { named, tusCalls } from '../../../../tests/tus-calls.ts'
import { rawZip } from '../../../../tests/zip-bytes.ts'

const MiB = 2 ** 20
const DISK = 24 * MiB
const FLOOR = 4 * MiB

let database: TestDatabase
let disk: SmallDisk | null = null
let finals: FinishedUpload[] = []
const servers: TestTusServer[] = []

const open = async (
  options: Partial<Parameters<typeof startTusServer>[0]> & { dir: string },
): Promise<TestTusServer> => {
  const server = await startTusServer({
    database: database.app,
    reserveBytes: FLOOR,
    onFinal: async (upload) => void finals.push(upload),
    ...options,
  })
  servers.push(server)
  return server
}

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  finals = []
  disk = smallDisk(DISK / MiB)
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  disk?.close()
})

/** Sends a file like the screen, with five parts at once, and returns how it ended. */
const send = (server: TestTusServer, name: string, size: number, owner = 'ann') =>
  new Promise<{ error: unknown }>((resolve) => {
    new tus.Upload(randomBytes(size), {
      ...zipUploadOptions({ endpoint: server.endpoint, filename: name, size, xsrfToken: () => 'token' }),
      headers: { 'x-owner': owner },
      chunkSize: MiB,
      onSuccess: () => resolve({ error: null }),
      onError: (error) => resolve({ error }),
    }).start()
  })

describe('room on the disk (UPL-038)', () => {
  test.for([1, 2])(
    'of two files sent at once through %i servers, the one without room is refused at once and the floor stays free',
    async (count, { skip }) => {
      if (!disk) return skip(NO_SMALL_DISK)
      const posts: string[] = []
      const list = await Promise.all(Array.from({ length: count }, () => open({ dir: disk!.dir })))
      for (const { app } of list) app.server.on('request', ({ method }) => posts.push(String(method)))
      const size = 6 * MiB
      const ends = await Promise.all([
        send(list[0]!, 'One.zip', size, 'ann'),
        send(list.at(-1)!, 'Two.zip', size, 'bob'),
      ])
      const refused = ends.filter(({ error }) => error !== null)
      expect(refused).toHaveLength(1)
      expect(finals).toMatchObject([{ size }])
      expect(resumableErrorText(refused[0]?.error, { name: 'x.zip', size })).toBe(NO_ROOM)
      expect(disk.free()).toBeGreaterThanOrEqual(FLOOR)
      // Five parts and their joining for one, and at most one try for each part of the other.
      expect(posts.filter((method) => method === 'POST').length).toBeLessThanOrEqual(5 + 1 + 5)
    },
  )

  test('space that an upload frees is given to the next', async ({ skip }) => {
    if (!disk) return skip(NO_SMALL_DISK)
    const server = await open({ dir: disk.dir })
    const { call, create } = tusCalls(() => server.endpoint)
    const length = { 'upload-length': String(6 * MiB) }
    const first = await create({ ...length, ...named('a.zip') })
    const refused = await call('POST', TUS_BASE, { ...length, ...named('b.zip') })
    expect([refused.status, await refused.text()]).toEqual([413, `${NO_ROOM}\n`])
    expect((await call('DELETE', first)).status).toBe(204)
    expect((await call('POST', TUS_BASE, { ...length, ...named('b.zip') })).status).toBe(201)
  })

  test('an upload without a size counts as the largest allowed', async ({ skip }) => {
    if (!disk) return skip(NO_SMALL_DISK)
    const server = await open({ dir: disk.dir, maxSize: 8 * MiB })
    const { call } = tusCalls(() => server.endpoint)
    const begin = () => call('POST', TUS_BASE, { 'upload-defer-length': '1', ...named('a.zip') })
    expect([(await begin()).status, (await begin()).status]).toEqual([201, 413])
  })

  test('when something else uses up the disk, uploads stop above the floor and can be resumed (UPL-040)', async ({
    skip,
  }) => {
    if (!disk) return skip(NO_SMALL_DISK)
    const server = await open({ dir: disk.dir })
    const { create, patch, call } = tusCalls(() => server.endpoint)
    const url = await create({ 'upload-length': String(6 * MiB), ...named('a.zip') })
    const part = 'x'.repeat(3 * MiB)
    expect((await patch(url, 0, part)).status).toBe(204)
    disk.fill(FLOOR + MiB)
    const stopped = await patch(url, 3 * MiB, part)
    expect([stopped.status, await stopped.text()]).toEqual([413, `${NO_SPACE}\n`])
    expect(disk.free()).toBeGreaterThanOrEqual(FLOOR)
    disk.drain()
    const at = Number((await call('HEAD', url)).headers.get('upload-offset'))
    expect((await patch(url, at, 'x'.repeat(6 * MiB - at))).status).toBe(204)
    expect(finals).toMatchObject([{ size: 6 * MiB }])
  })

  test('space for the content of an archive is reserved before it is unpacked, for one archive at a time', async ({
    skip,
  }) => {
    if (!disk) return skip(NO_SMALL_DISK)
    const server = await open({ dir: disk.dir })
    for (const name of ['a.zip', 'b.zip']) await send(server, name, 100_000)
    const [first, second] = finals
    expect(await server.uploads.planUnpacking(first?.id ?? '', 15 * MiB)).toBeNull()
    expect(await server.uploads.planUnpacking(second?.id ?? '', 15 * MiB)).toBe('disk')
    await server.uploads.release(first?.id ?? '')
    expect(await server.uploads.planUnpacking(second?.id ?? '', 15 * MiB)).toBeNull()
  })

  test('a person has a limited number of unfinished uploads', async () => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-tus-'))
    const server = await open({ dir })
    const { call, create } = tusCalls(() => server.endpoint)
    const tiny = { 'upload-length': '1', ...named('a.zip') }
    for (let at = 0; at < UNFINISHED_UPLOADS_MAX; at += 1) await create(tiny)
    const refused = await call('POST', TUS_BASE, tiny)
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('too many unfinished uploads'),
    ])
    expect((await call('POST', TUS_BASE, { ...tiny, 'x-owner': 'bob' })).status).toBe(201)
    fs.rmSync(dir, { recursive: true })
  })
})

describe('the quota of a portal (UPL-039)', () => {
  test('open uploads of all its people count, and the text says how much is used and left', async () => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-tus-'))
    const storageOf = async (owner: string) => ({ prefix: owner.slice(0, 2), used: 60 * MiB, quota: 100 * MiB })
    const server = await open({ dir, storageOf })
    const { call } = tusCalls(() => server.endpoint)
    const begin = (owner: string, mebibytes: number) =>
      call('POST', TUS_BASE, { 'upload-length': String(mebibytes * MiB), 'x-owner': owner, ...named('a.zip') })
    expect((await begin('1:ann', 30)).status).toBe(201)
    const refused = await begin('1:bob', 20)
    expect([refused.status, await refused.text()]).toEqual([
      413,
      'This file needs 20 MB, but the portal has 10 MB left: it uses 90 MB of its 100 MB. Nothing was uploaded. Delete packages that nobody uses, or ask for more storage.\n',
    ])
    expect((await begin('1:bob', 10)).status).toBe(201)
    expect((await begin('2:eve', 40)).status).toBe(201)
    fs.rmSync(dir, { recursive: true })
  })
})

describe('a disk that is actually full (UPL-038)', () => {
  test('uploads are refused once and leave nothing behind', async ({ skip }) => {
    if (!disk) return skip(NO_SMALL_DISK)
    const server = await open({ dir: disk.dir, reserveBytes: 0 })
    const { call, create, patch } = tusCalls(() => server.endpoint)
    const url = await create({ 'upload-length': '9000', ...named('a.zip') })
    disk.fill(0)
    const before = fs.readdirSync(disk.dir).toSorted()
    expect((await patch(url, 0, 'x'.repeat(9000))).status).toBe(413)
    expect((await call('POST', TUS_BASE, { 'upload-length': '5', ...named('b.zip') })).status).toBe(413)
    expect(fs.readdirSync(disk.dir).toSorted()).toEqual(before)
  })

  test.for([0, FLOOR])('stored files keep %i bytes free and leave nothing behind', async (reserveBytes, { skip }) => {
    if (!disk) return skip(NO_SMALL_DISK)
    const files = createFiles({ dir: disk.dir, secret: 'secret', reserveBytes })
    await files.put('kept/a.txt', 'before')
    disk.fill(reserveBytes + 8192)
    for (const content of [Buffer.alloc(MiB), fs.createReadStream(process.execPath)]) {
      const failure = await files.put('kept/a.txt', content).then(
        () => null,
        (error: unknown) => error,
      )
      expect(isDiskFull(failure)).toBe(true)
    }
    expect(fs.readdirSync(path.join(disk.dir, '.incoming'))).toEqual([])
    expect(fs.readFileSync(path.join(disk.dir, 'kept/a.txt'), 'utf8')).toBe('before')
    expect(disk.free()).toBeGreaterThanOrEqual(reserveBytes)
  })

  test('an archive is not unpacked without enough space, and one that runs out leaves nothing (UPL-040)', async ({
    skip,
  }) => {
    if (!disk) return skip(NO_SMALL_DISK)
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-zip-'))
    const zip = path.join(folder, 'a.zip')
    fs.writeFileSync(zip, rawZip([{ name: 'a.bin', data: Buffer.alloc(10 * MiB), method: 8 }]))
    const target = path.join(disk.dir, 'package')
    const failing = async (onPlan?: () => Promise<void>) => {
      const error = await unpack(zip, target, { limits: { reserveBytes: FLOOR }, ...(onPlan && { onPlan }) }).then(
        () => null,
        (reason: unknown) => reason,
      )
      expect(error).toBeInstanceOf(UnpackError)
      expect((error as UnpackError).code).toBe('no_space')
      expect(fs.readdirSync(disk!.dir).filter((name) => name !== 'filler')).toEqual([])
    }
    disk.fill(FLOOR + 9 * MiB)
    await failing()
    disk.drain()
    // Another writer uses up the space while the files are being written.
    const { statfs } = fs.promises
    fs.promises.statfs = (async (...args: Parameters<typeof statfs>) => {
      const stats = await statfs(...args)
      fs.promises.statfs = statfs
      disk!.fill(FLOOR + 3 * MiB)
      return stats
    }) as typeof statfs
    await failing()
    expect(disk.free()).toBeGreaterThanOrEqual(FLOOR)
    fs.rmSync(folder, { recursive: true })
  })
})
