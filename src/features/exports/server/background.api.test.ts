import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { exportCalls, rowsOf } from '../../../../tests/exports.ts'
import { bundledProcess } from '../../../../tests/processes/bundled-process.ts'
import type { ExportOrders } from '../../../../tests/processes/export-child.ts'
import { listNotifications } from '../../notifications/contract.ts'
import { listExports } from '../contract.ts'

const clock = { shift: 0 }
const now = () => new Date(Date.now() + clock.shift)
const t = testApp({ now })
const { get, csv, runJob } = exportCalls(t, now)
const DAY_MS = 86_400_000

afterEach(() => {
  clock.shift = 0
})

/** A portal with an admin and this many other members. */
const crowd = async (members: number) => {
  const admin = await t.make.person('portal_admin')
  const id = admin.portal.id
  await t.platform((tx) =>
    sql`with made as (
        insert into users (email)
        select 'crowd' || n || '-' || ${id}::text || '@example.com' from generate_series(1, ${members}::int) n
        returning id)
      insert into portal_users (portal_id, user_id, first_name, last_name)
        select ${id}::bigint, id, '=Crowd ' || row_number() over (order by id), 'Zoë' from made`.execute(tx),
  )
  return admin
}

/** A portal with an admin, where this much was looked for. */
const searched = async (times: number) => {
  const admin = await t.make.person('portal_admin')
  await t.platform((tx) =>
    sql`insert into searches (portal_id, text, results)
      select ${admin.portal.id}::bigint, 'a crane for the new site ' || n, 1
      from generate_series(1, ${times}::int) n`.execute(tx),
  )
  return admin
}

describe('more than 10,000 rows', () => {
  test('10,000 rows are returned at once, 10,001 are exported in the background with a notification, and the dialog says as much (API-019, RTM-009, REP-034)', async () => {
    const admin = await crowd(9_999)
    const url = '/users/all-user-export'
    expect(await csv(admin, url)).toHaveLength(10_000)
    const offered = async () => (await t.as(admin).call(listExports)).data.links.find(({ kind }) => kind === 'users')
    expect(await offered()).toMatchObject({ rows: 10_000, has_more_rows: false, is_background: false })
    await t.make.person('learner', { portal: admin.portal })
    const started = await get(admin, url)
    expect(started.statusCode).toBe(202)
    expect(await offered()).toMatchObject({ rows: 10_000, has_more_rows: true, is_background: true })
    expect(started.json().data).toMatchObject({ kind: 'users', status: 'waiting', rows: 10_001, size: null, url: null })
    // A second request during the export waits for the same file.
    expect((await get(admin, url)).json().data.id).toBe(started.json().data.id)
    const files = async () => (await t.as(admin).call(listExports)).data.files
    expect(await files()).toMatchObject([{ status: 'waiting' }])
    await t.app.jobs.drain()
    const [file] = await files()
    expect(file).toMatchObject({ kind: 'users', title: 'Users', status: 'ready', rows: 10_001 })
    const answer = await get(admin, file!.url!.replace('/api/v1', ''))
    expect(answer.headers['content-length']).toBe(String(file?.size))
    const rows = rowsOf(answer.rawPayload)
    expect(rows).toHaveLength(10_001)
    expect(new Set(rows.map((row) => row['E-mail'])).size).toBe(10_001)
    expect(rows.filter(({ Name }) => Name?.startsWith("'=Crowd "))).toHaveLength(9_999)
    const { data: notifications } = await t.as(admin).call(listNotifications)
    expect(notifications.map(({ kind, title, link }) => [kind, title, link])).toEqual([
      ['export_ready', 'Your export is ready', file!.url],
    ])
    const others = [await t.make.person('portal_admin', { portal: admin.portal }), await t.make.person('portal_admin')]
    for (const other of others) {
      expect((await get(other, file!.url!.replace('/api/v1', ''))).statusCode).toBe(404)
      expect((await t.as(other).call(listExports)).data.files).toEqual([])
    }
  })

  test('a process killed in the middle leaves no partial file, and the next one writes it completely (API-019)', async () => {
    const admin = await searched(10_001)
    const { id } = (await get(admin, '/searches/export')).json().data
    const { host, port, user, password, database, options } = t.app.db.pool.options
    const orders: ExportOrders = {
      env: { NODE_ENV: 'test', LOG_LEVEL: 'silent', SECRET: t.config.secret, DATA_DIR: t.config.data_dir },
      database: { host, port, user, password, database, options, max: 4 } as ExportOrders['database'],
      portal_id: admin.portal.id,
      export_id: id,
      dies_at: 300_000,
    }
    const { file: script, env } = await bundledProcess('export')
    const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
      env,
      cwd: t.config.root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
    const file = path.join(t.config.data_dir, 'files', 'exports', String(admin.portal.id), `${id}.csv`)
    expect(fs.existsSync(file)).toBe(false)
    expect((await t.as(admin).call(listExports)).data.files).toMatchObject([{ id, status: 'waiting', url: null }])
    expect((await get(admin, `/exports/${id}/download`)).statusCode).toBe(404)
    await t.app.jobs.drain()
    // A second run, as after a crash between the file and its record, changes nothing and notifies nobody.
    await runJob('exports.make', { portal_id: admin.portal.id, export_id: id })
    expect(rowsOf(fs.readFileSync(file))).toHaveLength(10_001)
    expect((await t.as(admin).call(listNotifications)).data).toHaveLength(1)
  })

  test('the file is removed after 7 days, and a person who lost the permission does not get it (API-019, USR-034)', async () => {
    const admin = await searched(10_001)
    const { id } = (await get(admin, '/searches/export')).json().data
    await t.app.jobs.drain()
    const download = (who: TestPerson) => get(who, `/exports/${id}/download`)
    expect((await download(admin)).statusCode).toBe(200)
    await t.platform((tx) =>
      tx
        .updateTable('portal_user_roles')
        .set({ role: 'editor' })
        .where('user_id', '=', admin.id)
        .where('role', '=', 'portal_admin')
        .execute(),
    )
    clock.shift = 60_000
    expect((await download(admin)).statusCode).toBe(404)
    await t.platform((tx) =>
      tx
        .updateTable('portal_user_roles')
        .set({ role: 'portal_admin' })
        .where('user_id', '=', admin.id)
        .where('role', '=', 'editor')
        .execute(),
    )
    clock.shift = 120_000
    expect((await download(admin)).statusCode).toBe(200)
    const file = path.join(t.config.data_dir, 'files', 'exports', String(admin.portal.id), `${id}.csv`)
    clock.shift = 7 * DAY_MS - 60_000
    await runJob('exports.forget')
    expect(fs.existsSync(file)).toBe(true)
    clock.shift = 7 * DAY_MS + 180_000
    await t.platform((tx) =>
      tx
        .updateTable('sessions')
        .set({ last_seen_at: new Date(Date.now() + clock.shift) })
        .where('user_id', '=', admin.id)
        .execute(),
    )
    expect((await download(admin)).statusCode).toBe(404)
    await runJob('exports.forget')
    expect(fs.existsSync(file)).toBe(false)
    expect((await t.as(admin).call(listExports)).data.files).toEqual([])
  })
})
