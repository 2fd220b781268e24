import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDemo } from '#app/demo/load.ts'
import { verifyCertificate } from '#features/certificates/contract.ts'
import { checkCertificates } from '#features/certificates/server/api.ts'
import { checkCredits } from '#features/credits/server/api.ts'
import {
  finishModuleItem,
  listLearnerCourses,
  listLearnerModules,
  startModuleItem,
} from '#features/progress/contract.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { hashPassword } from '#platform/passwords.ts'
import { type TestApp, type TestPerson, type TestPortal, testApp } from '../../../tests/api.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { fillTables } from '../../../tests/moving/fill-tables.ts'
import { compareReads } from '../../../tests/moving/same-answers.ts'
import { accountsOf, differencesOf, oldIdsIn, rowsOf, waysBetween } from '../../../tests/moving/same-rows.ts'
import { type Archive, openArchive } from './archive.ts'
import { type Exported, exportPortal } from './export-portal.ts'
import { type Imported, importPortal } from './import-portal.ts'

const databases: TestDatabase[] = []
/** A database whose ids begin at a number of their own, so that an id of the other one is known wherever it stands. */
const databaseFrom = async (first: number): Promise<TestDatabase> => {
  const database = await createTestDatabase()
  databases.push(database)
  const client = new pg.Client(database.owner)
  await client.connect()
  await client.query(`
    select setval(pg_get_serial_sequence(table_name, column_name), ${first} + (row_number() over (order by table_name)) * 10000)
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`)
  await client.end()
  return database
}
const OLD_ID = /(?<!\d)40[0-2]\d{6}(?!\d)/

const old = testApp({ openDatabase: () => databaseFrom(400_000_000) })
const fresh = testApp({ openDatabase: () => databaseFrom(700_000_000) })

const folder = fs.mkdtempSync('/tmp/moving-')
const fileOf = (name: string) => path.join(folder, `${name}.zip`)
const owners: pg.Client[] = []
/** The portal to a visitor, at either address. */
const CORE: TestPortal = { id: 0, slug: 'core', host: 'core.localhost', name: 'Portico Academy' }
const PASSWORD = 'Portico-demo-1!'
/** Lena has an account at the new address, with a password of her own. */
const LENA = 'lena@example.com'
const OWN_PASSWORD = 'Her-own-word-7!'
let exported: Exported
let imported: Imported
let before: Archive
let after: Archive

const exporting = (t: TestApp, at: number, name: string, more: Partial<Parameters<typeof exportPortal>[0]> = {}) =>
  exportPortal({
    database: databases[at]!.app,
    files: t.app.services.files,
    slug: 'core',
    file: fileOf(name),
    copiesShared: false,
    now: new Date(),
    report: () => {},
    ...more,
  })
const importing = (name: string, more: Partial<Parameters<typeof importPortal>[0]> = {}) =>
  importPortal({
    admin: databases[1]!.owner,
    files: fresh.app.services.files,
    secret: fresh.config.secret,
    file: fileOf(name),
    slug: null,
    isCheck: false,
    now: new Date(),
    report: () => {},
    ...more,
  })

/** Ends what the demo has under way, as time would. */
const settle = (owner: pg.Client) =>
  owner.query(`
    update orders set status = 2, cancelled_at = now() where status in (1, 5);
    update cloud_scorm_imports set status = 'SUCCESS' where status not in ('SUCCESS', 'FAILED');
    update pgboss.job set state = 'cancelled' where state in ('created', 'retry', 'active')`)

const WORKER = { number: 'W-4711', pin: '804217' }

beforeAll(async () => {
  for (const { owner } of databases) {
    const client = new pg.Client(owner)
    await client.connect()
    owners.push(client)
  }
  const [source, target] = owners as [pg.Client, pg.Client]
  await loadDemo(old.app, old.config, { step: () => {}, progress: () => {} })
  await old.app.jobs.drain()
  await settle(source)
  const { rows } = await source.query<{ id: string }>(`select id from portals where slug = 'core'`)
  await fillTables(source, Number(rows[0]?.id))
  await addWorker(source, Number(rows[0]?.id))
  await old.app.services.files.put(`assignments/${rows[0]?.id}/answer.txt`, 'answer')
  // The new installation has plans, people and portals of its own.
  const { rows: plans } = await source.query('select * from subscription_plans order by id desc')
  await target.query(
    `insert into subscription_plans (name, short_name, audience, monthly_price_cents, annual_price_cents)
     select name, short_name, audience, monthly_price_cents, annual_price_cents
     from jsonb_populate_recordset(null::subscription_plans, $1)`,
    [JSON.stringify(plans)],
  )
  await fresh.make.person('learner', { email: LENA, password_hash: await hashPassword(OWN_PASSWORD) })
  exported = await exporting(old, 0, 'core')
  imported = await importing('core')
  await exporting(fresh, 1, 'again')
  before = await openArchive(fileOf('core'))
  after = await openArchive(fileOf('again'))
}, 300_000)
afterAll(async () => {
  before?.close()
  after?.close()
  for (const owner of owners) await owner.end()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Somebody without an e-mail, with a badge, a PIN, and a start code that is open (decision 064). */
async function addWorker(source: pg.Client, portalId: number): Promise<void> {
  const { rows } = await source.query<{ id: string }>('insert into users default values returning id')
  const at = [portalId, rows[0]?.id]
  await source.query(
    `insert into portal_users (portal_id, user_id, first_name, last_name) values ($1, $2, 'Wanda', 'Worker')`,
    at,
  )
  await source.query(`insert into portal_user_roles (portal_id, user_id, role) values ($1, $2, 'learner')`, at)
  await source.query(
    `insert into badges (portal_id, user_id, number, code, issued_at) values ($1, $2, $3, '0123456789abcdefghjm', now())`,
    [...at, WORKER.number],
  )
  await source.query(
    `insert into badge_secrets (portal_id, user_id, secret_hash, is_pin, set_at, start_code_hash, start_code_ends_at)
     values ($1, $2, $3, true, now(), '\x01', now() + interval '1 day')`,
    [...at, await hashPassword(WORKER.pin)],
  )
}

/** What the import replaces, because it cannot work as it was. */
const SET_ANEW = {
  sessions: ['ended_at', 'end_reason'],
  sign_on_providers: ['is_active'],
  signing_keys: ['retired_at'],
  subscriptions: ['plan_id', 'next_plan_id'],
  version_contents: ['hash'],
}

describe('a portal that moved', () => {
  test('has every row that it had, with other ids, and is exported again as the same rows and files (OPS-069, OPS-072)', async () => {
    expect(exported.rows).toBeGreaterThan(2000)
    expect(imported.rows).toBe(exported.rows)
    expect(await differencesOf(before, after, SET_ANEW)).toEqual([])
    const empty = before.manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)
    expect(empty).toEqual(['invitations', 'scorm_carry_overs'])
    const contents = (archive: Archive) => archive.manifest.files.map(({ sha256 }) => sha256).toSorted()
    expect(contents(after)).toEqual(contents(before))
    expect(before.manifest.files.length).toBeGreaterThan(30)
  })

  test('names no record by its old id, in whatever column that stands (OPS-072)', async () => {
    expect(await oldIdsIn(after, OLD_ID)).toEqual([
      // A name at SCORM Cloud, mails as they were sent, and the number that is printed on certificates.
      'cloud_scorm_imports.course_id',
      'mails.html',
      'mails.text',
      'seals.number',
    ])
    expect((await rowsOf(before, 'credit_movements')).filter((row) => row['idempotency_key']).length).toBeGreaterThan(3)
  })

  test('keeps plans by their short names, and what is set again is off or unproved (OPS-075)', async () => {
    const { rows } = await owners[1]!.query(
      `select (select p.short_name from subscription_plans p where p.id = s.plan_id) as plan, card_reference
       from subscriptions s where portal_id = $1 order by 1`,
      [imported.portal.id],
    )
    const { rows: former } = await owners[0]!.query(
      `select p.short_name as plan, null as card_reference from subscriptions s join subscription_plans p on p.id = s.plan_id
       where portal_id = $1 order by 1`,
      [exported.portal.id],
    )
    expect(rows).toEqual(former)
    const one = async (sql: string) => (await owners[1]!.query(sql, [imported.portal.id])).rows[0]
    expect(await one('select is_active, client_secret from sign_on_providers where portal_id = $1')).toEqual({
      is_active: false,
      client_secret: null,
    })
    expect(await one('select password_sign_in as word from sign_on_settings where portal_id = $1')).toEqual({
      word: 'on',
    })
    expect(await one('select proved_at from sign_on_domains where portal_id = $1')).toEqual({ proved_at: null })
    expect(await one('select status, is_preferred from custom_domains where portal_id = $1')).toEqual({
      status: 'initializing',
      is_preferred: false,
    })
    expect(await one('select is_on from provisioning_settings where portal_id = $1')).toEqual({ is_on: false })
    expect(
      await one('select is_active, octet_length(secret) > 40 as has_secret from callbacks where portal_id = $1'),
    ).toEqual({
      is_active: false,
      has_secret: true,
    })
    for (const table of ['api_tokens', 'portal_tokens', 'integrations', 'payment_accounts'])
      expect(await one(`select count(*)::int as count from ${table} where portal_id = $1`), table).toEqual({ count: 0 })
    expect(imported.set_again).toEqual(exported.set_again)
    expect(exported.set_again.map((line) => line.split(':')[0])).toEqual([
      'Payments',
      'Integrations',
      'Callbacks',
      'API',
      'API',
      'Single sign-on',
      'Single sign-on',
      'Provisioning',
      'Domains',
      'E-mail',
      'Badges',
    ])
  })

  test('has the same ledger and certificates, which prove themselves (OPS-073)', async () => {
    expect(await checkCredits(fresh.app.db)).toEqual([])
    const { checked, findings } = await checkCertificates(fresh.app.db, fresh.app.services.files)
    expect(findings).toEqual([])
    expect(checked).toBeGreaterThan(3)
    const sums = (at: number, id: number) =>
      owners[at]!.query(
        `select kind, count(*)::int as accounts, sum(balance)::int as balance, sum(used)::int as used
         from credit_accounts where portal_id = $1 group by kind order by kind`,
        [id],
      )
    expect((await sums(1, imported.portal.id)).rows).toEqual((await sums(0, exported.portal.id)).rows)
    const { rows } = await owners[1]!.query<{ file_key: string; sha256: string; number: string }>(
      'select file_key, sha256, number from certificates where portal_id = $1 and file_key is not null',
      [imported.portal.id],
    )
    for (const { file_key: key, sha256, number } of rows) {
      expect(key).toContain(`certificates/${imported.portal.id}/`)
      const bytes = await buffer(await fresh.app.services.files.get(key))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
      const page = async (t: TestApp) => (await t.as(CORE).call(verifyCertificate, { params: { number } })).data
      expect(await page(fresh)).toEqual(await page(old))
    }
  })
})

/** A person of the portal in one installation, with a session of their own. */
const readerAt = async (at: number, email: string, role: TestPerson['role']): Promise<TestPerson> => {
  const t = at === 0 ? old : fresh
  const { rows } = await owners[at]!.query<{ user_id: string; portal_id: string }>(
    `select m.user_id, m.portal_id from portal_users m join users u on u.id = m.user_id join portals p on p.id = m.portal_id
     where p.slug = 'core' and u.email = $1`,
    [email],
  )
  const [id, portal] = [Number(rows[0]?.user_id), { ...CORE, id: Number(rows[0]?.portal_id) }]
  await owners[at]!.query('update sessions set ended_at = now() where user_id = $1 and ended_at is null', [id])
  const token = await t.make.session(id, portal, role)
  return { id, email, portal, role, token }
}

describe('the API of both installations', () => {
  test.each([
    ['petra@example.com', 'portal_admin', 100],
    ['abel@example.com', 'accounting', 25],
    ['mara@example.com', 'manager', 25],
    ['ivan@example.com', 'instructor', 25],
    ['leo@example.com', 'learner', 25],
    ['fay@example.com', 'learner', 25],
  ] as const)('answers %s, %s, the same wherever they read (OPS-072)', async (email, role, least) => {
    const { back, to } = await waysBetween(before, after)
    const { same, records, different } = await compareReads(
      { t: old, who: await readerAt(0, email, role), back: (text) => text },
      { t: fresh, who: await readerAt(1, email, role), back },
      to,
    )
    expect(different).toEqual([])
    expect(same).toBeGreaterThan(least)
    expect(records).toBeGreaterThan(5)
  })
})

test('somebody without an e-mail comes along, and signs in with the badge and PIN of before (BDG-030)', async () => {
  const enter = (t: TestApp, secret: string) =>
    t.request(CORE, { method: 'POST', url: '/api/v1/badge/sign-in', payload: { badge: WORKER.number, secret } })
  expect((await enter(fresh, '804218')).statusCode).toBe(422)
  const answer = await enter(fresh, WORKER.pin)
  expect([answer.statusCode, answer.json().data?.email]).toEqual([200, null])
  const { rows } = await owners[1]!.query(
    `select start_code_hash, start_code_ends_at from badge_secrets where start_code_hash is not null`,
  )
  expect(rows).toEqual([])
})

const signIn = (t: TestApp, email: string, password: string) =>
  t.request(CORE, { method: 'POST', url: '/api/v1/login', payload: { email, password, remember: false } })

describe('the people of a portal that moved', () => {
  test('sign in with the password that they had, or with their own where they were known (OPS-074)', async () => {
    expect(imported.accounts).toEqual({ made: before.manifest.accounts.rows - 1, known: 1 })
    expect((await signIn(fresh, 'leo@example.com', PASSWORD)).statusCode).toBe(200)
    expect((await signIn(fresh, LENA, PASSWORD)).statusCode).toBe(422)
    expect((await signIn(fresh, LENA, OWN_PASSWORD)).statusCode).toBe(200)
    const { rows } = await owners[1]!.query(
      `select email, platform_role, is_password_shared, password_hash is not null as has_password from users
       where email in ('sally@example.com', 'leo@example.com', '${LENA}') order by email`,
    )
    expect(rows).toEqual([
      { email: LENA, platform_role: null, is_password_shared: false, has_password: true },
      { email: 'leo@example.com', platform_role: null, is_password_shared: true, has_password: true },
      // Staff of the old installation are known by what they did, and can do nothing.
      { email: 'sally@example.com', platform_role: null, is_password_shared: false, has_password: false },
    ])
    const accounts = await accountsOf(before)
    expect(accounts.find((row) => row['email'] === 'sally@example.com')).toMatchObject({ password_hash: null })
  })

  test('go on in their courses where they were (OPS-072)', async () => {
    const outlineOf = async (t: TestApp, who: TestPerson, slug: string) => {
      const { data } = await t.as(who).call(listLearnerCourses, {})
      const related_id = data.find((course) => course.slug === slug)?.learner.id ?? 0
      const outline = await t.as(who).call(listLearnerModules, { params: { slug }, query: { related_id } })
      return { related_id, items: outline.data.flatMap(({ items }) => items) }
    }
    const steps: { before: number; after: number }[] = []
    for (const email of [LENA, 'nia@example.com', 'leo@example.com']) {
      const [there, here] = [await readerAt(0, email, 'learner'), await readerAt(1, email, 'learner')]
      for (const { slug, progress, learner } of (await fresh.as(here).call(listLearnerCourses, {})).data) {
        const { items, related_id } = await outlineOf(fresh, here, slug)
        const standing = (list: typeof items) =>
          list.map(({ title, status, is_locked }) => ({ title, status, is_locked }))
        expect(standing(items)).toEqual(standing((await outlineOf(old, there, slug)).items))
        const next = items.find(({ status, is_locked }) => status === PROGRESS.not_started && !is_locked)
        if (!next || learner.access !== 'active' || !learner.is_readable) continue
        const params = { itemType: next.itemable_type, itemId: next.itemable_id }
        await fresh.as(here).call(startModuleItem, { params, body: { related_id } })
        const { data } = await fresh.as(here).call(finishModuleItem, { params, body: { related_id } })
        steps.push({ before: progress, after: data.progress })
      }
    }
    expect(steps.length).toBeGreaterThan(0)
    for (const step of steps) expect(step.after).toBeGreaterThan(step.before)
  })
})
