import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { Bucket } from '#platform/files/bucket/bucket.ts'
import { createFiles, type Files } from '#platform/files/files.ts'
import { sweepFiles } from '#platform/files/sweep.ts'
import { headersOf, type TestPerson, testApp } from '../../../tests/api.ts'
import { multipart, png } from '../../../tests/multipart.ts'
import { forkApp } from '../../../tests/processes/app-process.ts'
import { type S3Server, startS3Server } from '../../../tests/storage/s3-server.ts'
import { STORED_FILES } from './stored-files.ts'

const t = testApp()
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-left-'))
let server: S3Server
beforeAll(async () => {
  server = await startS3Server(path.join(dir, 'server'))
})
afterAll(async () => {
  await server.close()
  fs.rmSync(dir, { recursive: true, force: true })
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const keysOf = async (files: Files, folder?: string) =>
  (await Array.fromAsync(files.list(folder))).map(({ key }) => key).sort()
const warnings: string[] = []
const sweep = (files: Files, now: Date) => {
  const log = { info: () => {}, warn: (_: object, text: string) => warnings.push(text) }
  return sweepFiles({ db: t.app.db, files, owners: STORED_FILES, log }, now)
}

/** Sends a picture for the portal's logo to a process, and does not wait for its answer. */
const sendLogo = async (port: number, who: TestPerson) => {
  const { payload, headers } = await multipart({ file: { name: 'logo.png', type: 'image/png', bytes: png(96, 32) } })
  const sent = http.request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/v1/portal/logo',
    headers: { ...headersOf(t.config, who), ...headers, 'content-length': payload.length },
  })
  sent.on('error', () => {})
  sent.end(payload)
  return sent
}

test('a process that is killed between a file and its row leaves the file, which goes after a day; files with a row stay (OPS-080)', async () => {
  const admin = await t.make.person('portal_admin')
  const child = await forkApp(t)
  const [answer] = (await once(await sendLogo(child.port, admin), 'response')) as [http.IncomingMessage]
  expect(answer.statusCode).toBeLessThan(300)
  const { files } = t.app.services
  const stored = await keysOf(files, 'media')

  // The row waits for this lock; by then the file is there.
  const locked = Promise.withResolvers<void>()
  const killed = Promise.withResolvers<void>()
  const lock = t.platform(async (tx) => {
    await executeSql(tx, 'lock table media in share mode')
    locked.resolve()
    await killed.promise
  })
  await locked.promise
  await sendLogo(child.port, admin)
  await expect.poll(() => keysOf(files, 'media'), { timeout: 20_000 }).not.toEqual(stored)
  await child.kill()
  killed.resolve()
  await lock
  const left = (await keysOf(files, 'media')).filter((key) => !stored.includes(key))
  expect(left).toHaveLength(1)

  expect(await sweep(files, inDays(0.9))).toBe(0)
  expect(await keysOf(files, 'media')).toEqual([...stored, ...left].sort())
  const twice = await Promise.all([sweep(files, inDays(1.1)), sweep(files, inDays(1.1))])
  expect(Math.max(...twice)).toBe(1)
  expect(await keysOf(files, 'media')).toEqual(stored)
})

describe.each(['a folder', 'a bucket'])('in %s', (place) => {
  const open = async (name: string) => {
    const driver = place === 'a bucket' ? new Bucket(await server.makeBucket(name)) : undefined
    return createFiles({ dir: path.join(dir, name), secret: 'unused', ...(driver && { driver }) })
  }

  test('every folder with rows is swept, and what is made again when it is missing is not (OPS-080)', async () => {
    const files = await open('swept')
    const admin = await t.make.person('portal_admin')
    const key = `materials/${admin.portal.id}/kept-${place.replace(' ', '-')}.pdf`
    await t.platform((tx) =>
      tx
        .insertInto('media')
        .values({ portal_id: admin.portal.id, name: 'a', type: 'file', mime_type: 'application/pdf', size: 1, key })
        .execute(),
    )
    const made = ['share-pictures/course-1/2.png', 'elsewhere/1.bin']
    for (const one of [key, ...made]) await files.put(one, 'x')
    for (const { folder } of STORED_FILES)
      await files.put(`${folder}/019ac0de-0000-7000-8000-000000000001/left.bin`, 'x')
    expect(await sweep(files, inDays(2))).toBe(STORED_FILES.length)
    expect(await keysOf(files)).toEqual([key, ...made].sort())
  })

  test('with a database of other files nothing is removed, and the log asks (OPS-080)', async () => {
    const files = await open('foreign')
    for (let at = 0; at < 30; at++) await files.put(`certificates/1/${at}.pdf`, 'x')
    warnings.length = 0
    expect(await sweep(files, inDays(2))).toBe(0)
    expect(await keysOf(files)).toHaveLength(30)
    expect(warnings).toEqual([expect.stringContaining('does this database belong to these files?')])
  })
})
