import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import * as tus from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { repeatJoining, zipUploadOptions } from '#kernel/uploads/resumable-uploads.ts'
import type { FinishedUpload } from '#platform/files/tus/uploads.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/database.ts'
import { type ChildSettings, TUS_BASE } from '../../../../tests/processes/tus-server.ts'

const MiB = 2 ** 20
const content = randomBytes(30 * MiB)
const script = path.join(import.meta.dirname, '../../../../tests/processes/tus-server.ts')
let database: TestDatabase
let root = ''
let port = 0
let children: ChildProcess[] = []

const freePort = async (): Promise<number> => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return free
}

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-tus-'))
  port = await freePort()
})
afterEach(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  children = []
  fs.rmSync(root, { recursive: true, force: true })
})

/** A server in a separate process; resolves when it listens. */
const start = async (dieAtJoin: number | null = null): Promise<ChildProcess> => {
  const settings: ChildSettings = {
    dir: path.join(root, 'uploads'),
    database: database.app,
    port,
    log: path.join(root, 'finals.log'),
    dieAtJoin,
  }
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const failed = once(child, 'exit').then(async () => Promise.reject(new Error(await text(child.stderr!))))
  failed.catch(() => {})
  await Promise.race([once(child.stdout!, 'data'), failed])
  return child
}

const killed = (child: ChildProcess) => (child.signalCode ? Promise.resolve() : once(child, 'exit').then(() => {}))

const finals = (): FinishedUpload[] => {
  const log = path.join(root, 'finals.log')
  if (!fs.existsSync(log)) return []
  return fs
    .readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FinishedUpload)
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const makeUpload = (): { upload: tus.Upload; done: Promise<void> } => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const upload = new tus.Upload(content, {
    ...zipUploadOptions({
      endpoint: `http://127.0.0.1:${port}${TUS_BASE}`,
      filename: 'Course.zip',
      xsrfToken: () => undefined,
    }),
    headers: { 'x-owner': 'ann' },
    chunkSize: MiB,
    onSuccess: () => resolve(),
    onError: reject,
  })
  repeatJoining(upload)
  promise.catch(() => {})
  return { upload, done: promise }
}

const expectOneFile = () => {
  expect(finals()).toMatchObject([{ size: content.length, filename: 'Course.zip', owner: 'ann' }])
  expect(hash(fs.readFileSync(path.join(root, 'uploads', finals()[0]?.id ?? '')))).toBe(hash(content))
}

describe('a server that is killed', () => {
  test('in the middle of the upload: the client resumes with the next server (UPL-025)', async () => {
    const first = await start()
    const { upload, done } = makeUpload()
    upload.options.onProgress = (sent, total) => {
      if (sent / total < 0.45) return
      upload.options.onProgress = null
      first.kill('SIGKILL')
    }
    upload.start()
    await killed(first)
    await start()
    await done
    expectOneFile()
  })

  test.each([
    ['when the first part stands', 6 * MiB],
    ['in the middle of the second', 10 * MiB],
    ['when the last byte is copied', 30 * MiB],
  ])('in the middle of the joining, %s: asked again, the next one ends it (UPL-023, UPL-025)', async (_, bytes) => {
    const first = await start(bytes)
    const { upload, done } = makeUpload()
    upload.start()
    await killed(first)
    expect(finals()).toEqual([])
    await start()
    await done
    expectOneFile()
    expect(fs.readdirSync(path.join(root, 'uploads')).filter((name) => !name.endsWith('.json'))).toEqual([
      finals()[0]?.id,
    ])
  })
})
