import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import { retryJobs, showSystemHealth } from '#features/health/contract.ts'
import { type TestPerson, testApp } from '../../../tests/api.ts'
import { forkApp } from '../../../tests/processes/app-process.ts'

const t = testApp()
let boss: TestPerson
beforeAll(async () => {
  const core = await t.platform((tx) =>
    tx
      .selectFrom('portals')
      .select(['id', 'slug', 'name'])
      .where('id', '=', t.config.CORE_PORTAL_ID)
      .executeTakeFirst(),
  )
  const portal = core ? { ...core, host: `${core.slug}.localhost` } : await t.make.portal()
  boss = await t.make.person('super_admin', { portal })
})

const sql = (text: string, values: unknown[] = []) => t.app.db.pool.query(text, values)
const health = async () => (await t.as(boss).call(showSystemHealth)).data
const retry = (body: { queue: string; id?: string }) => t.as(boss).call(retryJobs, { body })
const names = async () => (await health()).problems.map(({ name }) => name)
const failedJob = async (queue: string, output: unknown = { message: 'no route to host' }, data: unknown = {}) => {
  const { rows } = await sql(
    `insert into pgboss.job (name, state, data, output, completed_on, retry_limit, retry_count)
     values ($1, 'failed', $2, $3, now(), 2, 2) returning id`,
    [queue, JSON.stringify(data), JSON.stringify(output)],
  )
  return String(rows[0].id)
}
const mailsTo = (email: string) =>
  t.platform((tx) =>
    tx
      .selectFrom('mails')
      .select(['subject', 'text'])
      .where('to_email', '=', email)
      .where('template', '=', 'alarm')
      .orderBy('id')
      .execute(),
  )

describe('the health of the installation', () => {
  test('super admins see it all; a portal’s admin does not, even with the permission switched on (OPS-056)', async () => {
    await t.app.watch.beat()
    const seen = await health()
    expect(seen.problems).toEqual([])
    expect(seen.processes).toMatchObject([
      {
        pid: process.pid,
        role: 'all',
        is_alive: true,
        state: { jobs: 'off', live_connections: 0, disk: { state: 'up' } },
      },
    ])
    expect(seen.queues.map(({ queue }) => queue)).toContain('mail.send')
    expect(seen.database).toMatchObject({ version: expect.stringMatching(/^18/), replicas: [], slowest: null })
    expect(seen.database.size).toBeGreaterThan(1e6)
    expect(seen.database.connections).toBeGreaterThan(0)
    const admin = await t.make.person('admin')
    await t.platform((tx) =>
      tx
        .insertInto('portal_permissions')
        .values({ portal_id: admin.portal.id, role: 'admin', permission: 'portals.update', is_allowed: true })
        .execute(),
    )
    expect((await t.request(admin, { method: 'GET', url: '/api/v1/admin/partner-shares' })).statusCode).toBe(200)
    await expect(t.as(admin).call(showSystemHealth)).rejects.toMatchObject({ status: 403 })
  })

  test('a failed job is shown with its reason and its request, and is tried again once (OPS-050, OPS-056, OPS-057, ERR-177)', async () => {
    const request = randomUUID()
    const id = await failedJob(
      'mail.send',
      { message: 'refused for pat@example.com with password=hunter22' },
      { id: 1, portal_id: 1, _origin: { request_id: request } },
    )
    const seen = await health()
    expect(seen.problems).toMatchObject([{ name: 'jobs-failed', level: 'warn', title: '1 job has failed' }])
    expect(seen.failed_jobs).toMatchObject([{ id, queue: 'mail.send', tries: 3, request_id: request }])
    expect(JSON.stringify(seen)).not.toMatch(/pat@example|hunter22/)
    const { queues } = seen
    expect(queues.find(({ queue }) => queue === 'mail.send')).toMatchObject({
      failed: 1,
      last_error: expect.stringContaining('refused'),
    })
    const answers = await Promise.allSettled([retry({ queue: 'mail.send', id }), retry({ queue: 'mail.send', id })])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(retry({ queue: 'mail.send', id })).rejects.toMatchObject({ status: 409, code: 'job_not_failed' })
    const { rows } = await sql(`select state, retry_limit from pgboss.job where id = $1`, [id])
    expect(rows).toEqual([{ state: 'retry', retry_limit: 3 }])
    // Its mail does not exist, so the run has nothing to do and ends well.
    expect(await t.app.jobs.drain()).toBe(1)
    expect((await health()).failed_jobs).toEqual([])
    const log = await t.platform((tx) =>
      tx.selectFrom('activity_logs').select(['action', 'changes']).where('action', '=', 'job.retry').execute(),
    )
    expect(log).toEqual([{ action: 'job.retry', changes: { queue: 'mail.send', count: 1 } }])
  })

  test('the last backup is shown, and why a newer one failed (OPS-056)', async () => {
    const run = (minutes: number, error: string | null) =>
      sql(
        `insert into backups (kind, started_at, ended_at, error)
         values ('increment', now() - $1 * interval '1 minute', now() - $1 * interval '1 minute', $2)`,
        [minutes, error],
      )
    expect((await health()).backups).toEqual({ last_at: null, error: null })
    await run(20, null)
    await run(10, 'The disk is full.')
    expect((await health()).backups).toEqual({ last_at: expect.any(String), error: 'The disk is full.' })
    expect(await names()).toContain('backup-failed')
    await run(0, null)
    expect((await health()).backups.error).toBeNull()
    expect(await names()).not.toContain('backup-failed')
  })

  test('all of a queue are tried again, and no other (OPS-057)', async () => {
    await Promise.all([failedJob('mail.send'), failedJob('mail.send'), failedJob('housekeeping')])
    expect((await retry({ queue: 'mail.send' })).data).toEqual({ count: 2 })
    expect((await health()).failed_jobs.map(({ queue }) => queue)).toEqual(['housekeeping'])
    await sql(`delete from pgboss.job`)
  })

  test('mail, callbacks and domains that are in trouble are shown with their portal (OPS-056)', async () => {
    const { id: portal_id, name } = await t.make.portal()
    await t.platform(async (tx) => {
      const mail = {
        portal_id,
        template: 'invoice',
        to_email: 'a@x.org',
        from_email: 'b@x.org',
        subject: 's',
        html: 'h',
        text: 't',
      }
      await tx
        .insertInto('mails')
        .values([
          { ...mail, created_at: new Date(Date.now() - 1_200_000), error: 'connect ECONNREFUSED' },
          { ...mail, given_up_at: new Date(), error: 'no such mailbox' },
        ])
        .execute()
      await tx
        .insertInto('callbacks')
        .values({
          portal_id,
          name: 'Payroll',
          url: 'https://payroll.example.com',
          events: [],
          api_version: '1',
          secret: Buffer.from('x'),
          failures: 6,
          failing_since: new Date(),
        } as never)
        .execute()
      await tx.insertInto('custom_domains').values({ portal_id, host: 'learn.waits.com', status: 'pending' }).execute()
    })
    const seen = await health()
    expect(seen.mails).toMatchObject({ waiting: 1, failed: 1, last_sent_at: null })
    expect(seen.mails.oldest_seconds).toBeGreaterThan(1_100)
    expect(seen.callbacks.down).toMatchObject([{ name: 'Payroll', portal_name: name }])
    expect(seen.domains).toMatchObject([
      { name: 'learn.waits.com', portal_name: name, status: 'pending', failing_since: null },
    ])
    expect(seen.problems.map((one) => one.name)).toEqual(['mail-stuck', 'mails-failed', 'callbacks-down'])
    await t.platform(async (tx) => {
      await tx.deleteFrom('mails').where('portal_id', '=', portal_id).execute()
      await tx.deleteFrom('callbacks').where('portal_id', '=', portal_id).execute()
      await tx.deleteFrom('custom_domains').where('portal_id', '=', portal_id).execute()
    })
    expect(await names()).toEqual([])
  })
})

describe('alarms', () => {
  test('a stuck queue is told once however many look at the same moment, and once again when it is well (OPS-058)', async () => {
    await sql(
      `insert into pgboss.job (name, state, start_after) values ('housekeeping', 'created', now() - interval '11 minutes')`,
    )
    await Promise.all([t.app.watch.look(), t.app.watch.look(), t.app.watch.look()])
    await t.app.watch.look()
    expect(await mailsTo(boss.email)).toMatchObject([
      { subject: 'Alarm: The queue has been stuck for 11 minutes', text: expect.stringContaining('/admin/health') },
    ])
    await sql(`delete from pgboss.job where name = 'housekeeping'`)
    await t.app.watch.look()
    await t.app.watch.look()
    expect(await mailsTo(boss.email)).toHaveLength(1)
    await sql(`update alarms set well_since = well_since - interval '2 minutes'`)
    await Promise.all([t.app.watch.look(), t.app.watch.look()])
    expect((await mailsTo(boss.email)).map(({ subject }) => subject)).toEqual([
      'Alarm: The queue has been stuck for 11 minutes',
      'Well again: The queue has been stuck for 11 minutes',
    ])
    expect((await sql(`select from alarms`)).rowCount).toBe(0)
  })

  test('a worker that is killed is missing, and one that says goodbye is not (OPS-055, OPS-058)', async () => {
    const signs = async () => (await health()).processes.filter(({ role }) => role === 'worker')
    const started = async () => {
      const child = await forkApp(t, { works: true, env: { ROLE: 'worker' } })
      await expect.poll(signs, { timeout: 20_000 }).toHaveLength(1)
      return child
    }
    const { host, port, user, password, database, options } = t.app.db.pool.options
    const quiet = await createApp({
      config: { ...t.config, ROLE: 'worker' },
      database: { host, port, user, password, database, options, max: 4 } as never,
      hasPages: false,
      works: false,
    })
    await quiet.watch.beat()
    expect(await signs()).toHaveLength(1)
    await quiet.close()
    expect(await signs()).toEqual([])
    const gone = await started()
    expect(await signs()).toMatchObject([{ is_alive: true, pid: gone.process.pid, state: { jobs: 'up' } }])
    await gone.kill()
    // The sign of a process that died stays; only time tells.
    expect(await signs()).toHaveLength(1)
    await sql(`update processes set seen_at = now() - interval '50 seconds' where role = 'worker'`)
    expect(await signs()).toMatchObject([{ is_alive: false }])
    expect(await names()).toEqual(['worker-missing'])
    await t.app.watch.look()
    expect((await mailsTo(boss.email)).at(-1)?.subject).toBe('Alarm: A process is missing')
    await sql(`update processes set seen_at = now() - interval '25 hours' where role = 'worker'`)
    await t.app.watch.look()
    expect(await signs()).toEqual([])
  })
})
