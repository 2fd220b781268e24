// How many connections to PostgreSQL one process opens, as docs/operations.md (Poolers) says.
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#app/app.ts'
import { readConfig } from '#platform/process/config.ts'
import { createTestDatabase } from '../../../tests/database.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const MOST = {
  'portico-calls': 10,
  'portico-jobs': 4,
  'portico-waited-for': 2,
  'portico-uploads': 2,
  'portico-bus': 1,
}
/** Locks of uploads share one of theirs as long as nobody waits for a lock of somebody else. */
const OPENED = { ...MOST, 'portico-uploads': expect.toSatisfy((count: number) => count <= MOST['portico-uploads']) }
const AT_ONCE = 40

test('a process opens at most 19 connections, which say what they are for, however much waits for the database (OPS-092)', async () => {
  const database = await createTestDatabase()
  const [server, lock] = [new pg.Client(database.owner), new pg.Client(database.owner)]
  await Promise.all([server.connect(), lock.connect()])
  const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', SECRET: 'a secret of enough length for this test' }
  const app = await createApp({
    config: readConfig({ ...env, DATA_DIR: `/tmp/${database.name}` }, ROOT),
    database: database.app,
    hasPages: false,
  })
  onTestFinished(async () => {
    await lock.end()
    await app.close()
    await server.end()
    await database.drop()
  })
  const opened = async () => {
    const { rows } = await server.query<{ name: string; count: number }>(
      `select application_name as name, count(*)::int from pg_stat_activity
        where usename = 'portico_app' and datname = current_database() group by 1`,
    )
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }
  await lock.query('begin')
  await lock.query('lock table users, custom_domains, pgboss.queue, pgboss.job in access exclusive mode')
  const work = Array.from({ length: AT_ONCE }, (_, at) => [
    app.db.withPlatform((tx) => tx.selectFrom('users').select('id').execute(), 'read only'),
    app.resolvers.portalByHost(`nobody-${at}.example`),
    app.services.uploads.locker.tryLock(`upload-${at}`, () =>
      app.db.withPlatform((tx) => tx.selectFrom('users').select('id').execute(), 'read only'),
    ),
  ]).flat()
  await expect.poll(opened, { timeout: 30_000 }).toEqual(OPENED)
  await lock.query('commit')
  await Promise.all(work)
  expect(await opened()).toEqual(OPENED)

  const { 0: all } = /^A process opens at most .*$/m.exec(
    fs.readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8'),
  ) as RegExpExecArray
  const total = Object.values(MOST).reduce((sum, count) => sum + count)
  expect(all).toContain(`at most ${total} connections`)
  for (const [name, count] of Object.entries(MOST)) expect(all).toContain(`\`${name}\` ${count}`)
}, 180_000)
