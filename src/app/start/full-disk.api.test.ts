import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ERRORS } from '#kernel/errors.ts'
import { testApp } from '../../../tests/api.ts'
import { multipart } from '../../../tests/multipart.ts'
import { NO_SMALL_DISK, smallDisk } from '../../../tests/processes/small-disk.ts'
import { signingIn } from '../../../tests/signing-in.ts'
import { tellDisk } from './disk-alarm.ts'

const MiB = 2 ** 20
const FLOOR = 2 * MiB
/** A disk for the program's files, and one for part of the database; null if this process may not mount any. */
const ownDisk = smallDisk(16)
const databaseDisk = smallDisk(4)
const clock = { shift: 0 }
const t = testApp({
  now: () => new Date(Date.now() + clock.shift),
  env: { ...(ownDisk && { DATA_DIR: ownDisk.dir }), DISK_RESERVE_BYTES: String(FLOOR) },
})
const { withPassword, signIn, post } = signingIn(t)
const FULL = { code: 'storage_full', message: ERRORS.storage_full.text }
const health = () =>
  t.request({ id: 0, slug: 'x', host: 'x.localhost', name: 'x' }, { method: 'GET', url: '/api/v1/health' })

const asOwner = async (...statements: string[]) => {
  const { password, template: _, ...server } = inject('pg')
  const { database } = t.app.db.pool.options
  const client = new pg.Client({ ...server, ...(password === null ? {} : { password }), database })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const TABLES = ['sessions', 'mails']
beforeAll(async () => {
  if (!databaseDisk) return
  const { host } = inject('pg')
  const { uid, gid } = fs.statSync(host)
  fs.chownSync(databaseDisk.dir, uid, gid)
  await asOwner(`create tablespace small location '${databaseDisk.dir}'`)
  for (const table of TABLES) await asOwner(`alter table ${table} set tablespace small`)
})
afterAll(async () => {
  databaseDisk?.drain()
  if (databaseDisk) {
    for (const table of TABLES) await asOwner(`alter table ${table} set tablespace pg_default`)
    await asOwner('drop tablespace small')
  }
  databaseDisk?.close()
  ownDisk?.close()
})

describe('when the disk of the database is full (ERR-123)', () => {
  test('a sign-in answers 507 with a text that says so, an e-mail waits, reads still work, and health reports it', async ({
    skip,
  }) => {
    if (!databaseDisk) return skip(NO_SMALL_DISK)
    const person = await withPassword('learner')
    await asOwner('truncate sessions, mails cascade')
    databaseDisk.fill(0)
    const answer = await signIn(person)
    expect([answer.statusCode, answer.json()]).toEqual([507, FULL])
    // An e-mail is written by a job, which fails and is retried.
    expect((await post(person.portal, '/forgot-password', { email: person.email })).statusCode).toBe(200)
    await expect(t.app.jobs.drain()).rejects.toThrow('No space left on device')
    const settings = await t.request(person.portal, { method: 'GET', url: '/api/v1/session' })
    expect(settings.statusCode).toBeLessThan(500)
    const full = await health()
    expect([full.statusCode, full.json()]).toMatchObject([503, { status: 'failing', checks: { disk: 'down' } }])

    databaseDisk.drain()
    expect((await signIn(person)).statusCode).toBe(200)
    clock.shift += 60_000
    expect((await health()).json()).toMatchObject({ status: 'ok', checks: { disk: 'up' } })
  })
})

describe('when the disk of the files is full (UPL-038, ERR-123)', () => {
  const material = async (bytes: Uint8Array) => multipart({ file: { name: 'a.txt', bytes, type: 'text/plain' } })

  test('a file answers 507 and leaves nothing, and is accepted afterwards', async ({ skip }) => {
    if (!ownDisk) return skip(NO_SMALL_DISK)
    const person = await t.make.person('portal_admin')
    const send = async () =>
      t.request(person, { method: 'POST', url: '/api/v1/materials', ...(await material(Buffer.alloc(MiB, 'x'))) })
    expect((await send()).statusCode).toBe(200)
    ownDisk.fill(FLOOR + 8192)
    const answer = await send()
    expect([answer.statusCode, answer.json()]).toEqual([507, FULL])
    expect(ownDisk.free()).toBeGreaterThanOrEqual(FLOOR)
    ownDisk.drain()
    expect((await send()).statusCode).toBe(200)
  })

  test('a portal near its quota sees what it uses and has left (UPL-039, ERR-124)', async () => {
    const portal = await t.make.portal({ storage_quota: MiB })
    const person = await t.make.person('portal_admin', { portal })
    const send = async (size: number) =>
      t.request(person, { method: 'POST', url: '/api/v1/materials', ...(await material(Buffer.alloc(size, 'x'))) })
    expect((await send(700 * 1024)).statusCode).toBe(200)
    const message =
      'This file needs 400 KB, but the portal has 324 KB left: it uses 700 KB of its 1 MB. Nothing was uploaded. Delete packages that nobody uses, or ask for more storage.'
    const refused = await send(400 * 1024)
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      { code: 'storage_quota_reached', message, errors: { file: [message] } },
    ])
    const both = await Promise.all([send(300 * 1024), send(300 * 1024)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
  })
})

describe('operators are told before that (UPL-041)', () => {
  test('every super admin gets one e-mail each time, whichever process notices, and the log has a line', async () => {
    const operator = await t.make.person('super_admin', { portal: await t.make.portal() })
    const lines: string[] = []
    const log = {
      warn: (_: object, line: string) => void lines.push(line),
      info: (_: object, line: string) => void lines.push(line),
    }
    const needs = {
      db: t.app.db,
      config: { ...t.config, CORE_PORTAL_ID: operator.portal.id },
      log,
      now: () => new Date(),
    }
    const low = { state: 'low' as const, free: 9.5 * 2 ** 30, total: 100 * 2 ** 30 }
    const mails = () =>
      t.platform((tx) =>
        tx.selectFrom('mails').select(['subject', 'text']).where('to_email', '=', operator.email).execute(),
      )
    await Promise.all([tellDisk(needs, low), tellDisk(needs, low)])
    expect(await mails()).toMatchObject([{ subject: 'A disk is nearly full: 9.5 GB left' }])
    expect((await mails())[0]?.text).toContain('9.5 GB of 100 GB')
    await tellDisk(needs, { ...low, state: 'up' })
    await tellDisk(needs, { ...low, state: 'down' })
    expect(await mails()).toHaveLength(2)
    expect(lines).toEqual([
      'the disk is nearly full',
      'the disk is nearly full',
      'the disk has room again',
      'the disk is full',
    ])
  })
})

test.skipIf(process.platform !== 'linux')(
  'a full disk under the log loses lines and does not end the program (ERR-123)',
  async () => {
    const program = `
    import { createHttp } from '#platform/http/server.ts'
    const app = await createHttp({ config: { LOG_LEVEL: 'info', CALLS_PER_MINUTE: 1, secret: 'x'.repeat(32) }, db: {}, routes: [], resolvers: {} })
    for (let at = 0; at < 3; at += 1) app.log.error(new Error('a line'), 'a line')
    setImmediate(() => process.stderr.write('alive'))
  `
    const full = fs.openSync('/dev/full', 'w')
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: t.config.root,
      stdio: ['ignore', full, 'pipe'],
    })
    fs.closeSync(full)
    const [output, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
    expect([output, code]).toEqual(['alive', 0])
  },
)
