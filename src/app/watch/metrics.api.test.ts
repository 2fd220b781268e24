import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import { z } from '#kernel/schema.ts'
import { createDb } from '#platform/db/db.ts'
import { enqueue, handle, job, startJobs } from '#platform/jobs/jobs.ts'
import { testApp } from '../../../tests/api.ts'
import { createTestDatabase } from '../../../tests/database.ts'

const SECRET = 'a secret of those who watch, long enough'
const open = testApp({ env: { METRICS: 'on' } })
const closed = testApp({ env: { METRICS_SECRET: SECRET } })
const off = testApp()

type T = typeof open
const scrape = (t: T, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  t.app.http.inject({ url: '/metrics', headers, remoteAddress })

type Series = { name: string; labels: Record<string, string>; value: number }
const seriesOf = (text: string): Series[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text])
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })
const read = async (t: T): Promise<Series[]> => seriesOf((await scrape(t)).body)
const numberOf = (all: readonly Series[], name: string, labels: Record<string, string> = {}) =>
  all.find((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    ?.value

describe('who may read /metrics', () => {
  test('without a setting there is none (OPS-045)', async () => {
    expect((await scrape(off)).statusCode).toBe(404)
  })

  test('switched on, only this machine is answered, and no proxy (OPS-045)', async () => {
    const here = await scrape(open)
    expect([here.statusCode, here.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect((await scrape(open, {}, '198.51.100.9')).statusCode).toBe(404)
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
      expect((await scrape(open, { [name]: '198.51.100.9' })).statusCode).toBe(404)
  })

  test('with a secret only who knows it is answered, from anywhere (OPS-045)', async () => {
    const with_ = (authorization: string) => ({ authorization })
    expect((await scrape(closed, with_(`Bearer ${SECRET}`), '198.51.100.9')).statusCode).toBe(200)
    for (const wrong of [{}, with_(`Bearer ${SECRET}x`), with_(SECRET), with_('Bearer '), with_(`Basic ${SECRET}`)])
      expect((await scrape(closed, wrong)).statusCode).toBe(404)
  })
})

describe('what is measured', () => {
  test('answers are counted by method, pattern and class, never by address, portal or person (OPS-046)', async () => {
    const person = await open.make.person('learner')
    await open.request(person, { method: 'GET', url: '/api/v1/me' })
    for (const path of ['one-of-many', 'another', `x${person.id}`])
      await open.request(person, { method: 'GET', url: `/api/v1/courses/${path}/reviews` })
    await open.request(person, { method: 'GET', url: '/api/v1/no/such/thing?token=secret' })
    await open.app.http.inject({
      method: 'PROPFIND' as never,
      url: '/api/v1/me',
      headers: { host: person.portal.host },
    })
    const all = await read(open)
    const counts = all.filter(({ name }) => name === 'http_request_duration_seconds_count')
    expect(
      numberOf(counts, 'http_request_duration_seconds_count', {
        method: 'GET',
        route: '/api/v1/me',
        status_class: '2xx',
      }),
    ).toBe(1)
    const ofReviews = counts.filter(({ labels }) => labels.route === '/api/v1/courses/:slug/reviews')
    expect(ofReviews.reduce((sum, { value }) => sum + value, 0)).toBe(3)
    const text = JSON.stringify(all.map(({ labels }) => labels))
    for (const bad of ['one-of-many', person.portal.slug, person.email, 'such', 'secret', 'localhost', 'PROPFIND'])
      expect(text).not.toContain(bad)
    expect(new Set(counts.map(({ labels }) => Object.keys(labels).sort().join()))).toEqual(
      new Set(['method,route,status_class']),
    )
    expect(numberOf(all, 'http_request_duration_seconds_sum', { route: '/api/v1/me' })).toBeGreaterThan(0)
  })

  test('jobs, mails, callbacks and processes of all processes come from the database (OPS-046)', async () => {
    const portal = await open.make.portal()
    await open.app.watch.beat()
    await open.platform(async (tx) => {
      const made = new Date(Date.now() - 700_000)
      const mail = {
        portal_id: portal.id,
        template: 'invoice',
        to_email: 'a@example.com',
        from_email: 'b@example.com',
        subject: 's',
        html: 'h',
        text: 't',
      }
      await tx
        .insertInto('mails')
        .values([
          { ...mail, created_at: made },
          { ...mail, given_up_at: new Date() },
        ])
        .execute()
    })
    const before = await read(open)
    expect(numberOf(before, 'portico_jobs', { queue: 'mail.send', state: 'waiting' })).toBe(0)
    const { rows } = await open.app.db.pool.query(
      `insert into pgboss.job (name, state, start_after, retry_limit) values ('mail.send', 'created', now() - interval '90 seconds', 1),
       ('mail.send', 'failed', now(), 1), ('mail.send', 'active', now(), 1) returning id`,
    )
    expect(rows).toHaveLength(3)
    const all = await read(open)
    for (const state of ['waiting', 'running', 'failed'])
      expect([state, numberOf(all, 'portico_jobs', { queue: 'mail.send', state })]).toEqual([state, 1])
    expect(numberOf(all, 'portico_jobs_oldest_waiting_seconds', { queue: 'mail.send' })).toBeGreaterThanOrEqual(90)
    expect(numberOf(all, 'portico_mails', { state: 'waiting' })).toBe(1)
    expect(numberOf(all, 'portico_mails', { state: 'failed' })).toBe(1)
    expect(numberOf(all, 'portico_mails_oldest_waiting_seconds')).toBeGreaterThanOrEqual(700)
    expect(numberOf(all, 'portico_callback_messages_waiting')).toBe(0)
    expect(numberOf(all, 'portico_processes', { role: 'all' })).toBe(1)
    expect(numberOf(all, 'portico_backlog_known')).toBe(1)
    expect(numberOf(all, 'portico_uploads_in_progress')).toBe(0)
    await open.app.db.pool.query(`delete from pgboss.job`)
  })

  test('this process tells its connections, its pages and the defaults of the library (OPS-046)', async () => {
    const all = await read(open)
    for (const name of [
      'portico_database_connections_in_use',
      'portico_database_requests_waiting',
      'portico_page_cache_entries',
      'portico_live_connections',
      'portico_live_events_total',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ])
      expect([name, numberOf(all, name)]).toEqual([name, expect.any(Number)])
    expect(numberOf(all, 'portico_info', { role: 'all' })).toBe(1)
    expect(numberOf(all, 'portico_database_connections_max')).toBe(8)
  })

  test('pages come from memory, are late or are made (OPS-046)', async () => {
    const database = await createTestDatabase()
    const app = await createApp({ config: open.config, database: database.app, works: false })
    try {
      await app.db.withPlatform(async (tx) => {
        const { id } = await tx
          .insertInto('portals')
          .values({
            slug: 'seen',
            name: 'Seen',
            logo: '/logo.svg',
            status: 'active',
            subscribed_until: new Date('9999-01-01'),
          } as never)
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('companies')
          .values({ portal_id: id, name: 'Seen' } as never)
          .execute()
      })
      const page = () => app.http.inject({ url: '/login', headers: { host: 'seen.localhost' } })
      await page()
      await page()
      const all = seriesOf((await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body)
      const of = (result: string) => numberOf(all, 'portico_page_cache_requests_total', { result })
      expect([of('hit'), of('miss')]).toEqual([1, 1])
      expect(numberOf(all, 'portico_page_cache_entries')).toBe(1)
      expect(numberOf(all, 'http_request_duration_seconds_count', { route: '/*', status_class: '2xx' })).toBe(2)
    } finally {
      await app.close()
      await database.drop()
    }
  })

  test('runs of jobs are timed by queue and result (OPS-046)', async () => {
    const database = await createTestDatabase()
    const db = createDb(database.app)
    const good = job({ name: 'test.good', data: z.object({}) })
    const bad = job({ name: 'test.bad', data: z.object({}), retries: 0 })
    const ends: [string, string][] = []
    const broken = handle(bad, async () => Promise.reject(new Error('no')))
    const jobs = await startJobs(database.app, db, [handle(good, async () => {}), broken], {
      works: false,
      log: { error: () => {}, info: () => {} },
      onEnd: (queue, result, seconds) => ends.push([queue, seconds >= 0 ? result : 'never']),
    })
    try {
      await db.withPlatform((tx) => enqueue(tx, good, {}))
      await jobs.drain()
      await db.withPlatform((tx) => enqueue(tx, bad, {}))
      await expect(jobs.drain()).rejects.toThrow('no')
      expect(ends).toEqual([
        ['test.good', 'done'],
        ['test.bad', 'failed'],
      ])
    } finally {
      await jobs.stop()
      await db.close()
      await database.drop()
    }
  })
})

/** What docs/operations.md names as well: users of the database, and figures that are there with a replica only. */
const OTHERS = new Set([
  ...['portico_app', 'portico_owner', 'portico_platform'],
  ...['portico_replica_lag_seconds', 'portico_public_reads_total'],
])

test('the rules of docs/alerts.yml name metrics and labels that exist, and so does docs/operations.md (OPS-047)', async () => {
  const rules = fs.readFileSync(path.resolve(import.meta.dirname, '../../../docs/alerts.yml'), 'utf8')
  const expressions = [...rules.matchAll(/^\s+expr: (.+)$/gm)].map(([, text = '']) => text)
  expect(expressions.length).toBeGreaterThan(8)
  await open.request(await open.make.person('learner'), { method: 'GET', url: '/api/v1/me' })
  const all = await read(open)
  const known = new Map<string, Set<string>>()
  for (const { name, labels } of all) known.set(name, new Set([...(known.get(name) ?? []), ...Object.keys(labels)]))
  // `up` is Prometheus's own.
  const own = new Set(['up'])
  for (const text of expressions) {
    const named = [...text.matchAll(/\b((?:portico|http|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)]
    expect([text, named.length]).toEqual([text, expect.any(Number)])
    expect(named.length).toBeGreaterThan(0)
    for (const [, name = '', labels = ''] of named) {
      expect([name, known.has(name) || own.has(name)]).toEqual([name, true])
      for (const [, label = ''] of labels.matchAll(/(\w+)(?:=|!=|=~|!~)/g))
        expect([name, label, known.get(name)?.has(label) ?? own.has(name)]).toEqual([name, label, true])
    }
  }
  const guide = fs.readFileSync(path.resolve(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const named = [...guide.matchAll(/`(portico_\w+|http_\w+)`/g)].flatMap(([, name = '']) =>
    OTHERS.has(name) ? [] : [name],
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known.has(name) && !known.has(`${name}_count`))).toEqual([])
})
