import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { createDb, type Db, type Tx } from './db.ts'
import { inPortal, overAllPortals } from './other-portals.ts'

type Column = { name: string; type: string; is_needed: boolean }
type Table = { name: string; columns: Column[] }

const A = 101
const B = 202

let database: TestDatabase
let owner: pg.Client
let app: pg.Client
let tables: Table[] = []
let views: string[] = []

/** A purchased portal is separate from the portal of its order, where the order stays. */
const CROSSING = ['subscriptions subscriptions_order_portal_id_order_id_fkey']

/** A value of a type. If the column must be unique, each portal gets a different one. */
const sampleOf = ({ name, type }: Column, portalId: number): unknown => {
  if (name === 'portal_id') return portalId
  if (type === 'bytea') return Buffer.from(`${name} ${portalId}`)
  if (type === 'jsonb' || type === 'json') return '{}'
  if (type === 'boolean') return true
  if (type === 'uuid') return `00000000-0000-7000-8000-${String(portalId).padStart(12, '0')}`
  if (/^(timestamp|date)/.test(type)) return '2026-03-02T10:00:00Z'
  if (/\[\]$/.test(type)) return '{}'
  return /^(bigint|integer|smallint|numeric|double|real)/.test(type) ? portalId : `text ${portalId}`
}
const insertOf = ({ name, columns }: Table, portalId: number) => {
  const needed = columns.filter((column) => column.is_needed)
  const names = needed.map((column) => `"${column.name}"`).join(', ')
  return {
    text: `insert into ${name} (${names}) values (${needed.map((_, index) => `$${index + 1}`).join(', ')})`,
    values: needed.map((column) => sampleOf(column, portalId)),
  }
}

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client(database.owner)
  app = new pg.Client(database.app)
  await owner.connect()
  await app.connect()
  const { rows } = await owner.query<{ name: string; column: string; type: string; is_needed: boolean }>(`
    select c.relname as name, a.attname as column,
           format_type(coalesce(nullif(y.typbasetype, 0), y.oid), a.atttypmod) as type,
           a.attname = 'portal_id' or (a.attnotnull and not a.atthasdef and a.attidentity = '') as is_needed
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      join pg_type y on y.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select 1 from pg_attribute p where p.attrelid = c.oid and p.attname = 'portal_id' and not p.attisdropped)
     order by c.relname, a.attnum`)
  for (const { name, column, type, is_needed } of rows) {
    const table = tables.find((each) => each.name === name)
    if (table) table.columns.push({ name: column, type, is_needed })
    else tables = [...tables, { name, columns: [{ name: column, type, is_needed }] }]
  }
  // One row for each portal in every table. The meaning of the values does not matter here, so this copy of the database
  // loses its checks, references and triggers; the walls stay.
  const { rows: constraints } = await owner.query<{ of: string; name: string }>(`
    select case when contypid = 0 then 'table ' || conrelid::regclass else 'domain ' || contypid::regtype end as of,
      conname as name from pg_constraint
     where contype in ('c', 'f') and connamespace = 'public'::regnamespace and conparentid = 0`)
  for (const { of, name } of constraints) await owner.query(`alter ${of} drop constraint "${name}"`)
  for (const { name } of tables) await owner.query(`alter table ${name} disable trigger user`)
  for (const table of tables) for (const portalId of [A, B]) await owner.query(insertOf(table, portalId))
  // Views of outlines show what belongs together.
  await owner.query(`
    update outline_items o set itemable_type = 'Exam', itemable_id = e.id from exams e where e.portal_id = o.portal_id;
    update exam_question_pools p set exam_id = e.id from exams e where e.portal_id = p.portal_id`)
  const unprotected = await owner.query<{ name: string }>(`
    select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')`)
  views = unprotected.rows.map(({ name }) => name).toSorted()
})
afterAll(async () => {
  await app?.end()
  await owner?.end()
  await database?.drop()
})

/** Runs one statement as the program's role with a portal set, rolls it back, and returns the outcome. */
const attempt = async (portalId: number | null, text: string, values: unknown[] = []) => {
  await app.query('begin')
  try {
    if (portalId !== null) await app.query(`set local app.portal_id = '${portalId}'`)
    const { rows, rowCount } = await app.query(text, values)
    return { rows, count: rowCount, code: null }
  } catch (error) {
    return { rows: [], count: 0, code: (error as { code: string }).code }
  } finally {
    await app.query('rollback')
  }
}

describe('the wall between portals', () => {
  test('the program is not a superuser, owns nothing and cannot bypass row-level security (PRT-011)', async () => {
    const { rows } = await app.query(`
      select rolsuper, rolbypassrls, rolcreaterole, current_user as name,
             (select count(*)::int from pg_class where relowner = r.oid) as owned
        from pg_roles r where rolname = current_user`)
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, name: 'portico_app', owned: 0 },
    ])
  })

  test('every table with a portal_id has forced row-level security, and the column is never empty (PRT-011)', async () => {
    expect(tables.length).toBeGreaterThan(40)
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'portal_id'
        where c.relname = any($1) and not (c.relrowsecurity and c.relforcerowsecurity and a.attnotnull)`,
      [tables.map((table) => table.name)],
    )
    expect(rows).toEqual([])
  })

  test('with a portal set, no table shows a row of another portal, and without one, none at all (PRT-011)', async () => {
    for (const { name } of tables) {
      const count = `select count(*)::int as count, array_agg(distinct portal_id)::int[] as portals from ${name}`
      expect((await attempt(A, count)).rows, name).toEqual([{ count: 1, portals: [A] }])
      expect((await attempt(null, count)).rows, name).toEqual([{ count: 0, portals: null }])
      expect((await attempt(A, `select 1 from ${name} where portal_id = $1`, [B])).count, name).toBe(0)
    }
  })

  test('every view obeys the wall as the tables below it do, with a row in both portals (PRT-011)', async () => {
    expect(views).toEqual(['course_exam_pools', 'course_items', 'draft_items', 'draft_pools', 'people'])
    const { rows } = await owner.query(
      `select relname from pg_class where relname = any($1) and not coalesce('security_invoker=true' = any(reloptions), false)`,
      [views],
    )
    expect(rows).toEqual([])
    for (const name of views) {
      const count = `select count(*)::int as count, array_agg(distinct portal_id)::int[] as portals from ${name}`
      const [{ count: all, portals }] = (await owner.query(count)).rows
      expect({ isEven: all > 0 && all % 2 === 0, portals }, name).toEqual({ isEven: true, portals: [A, B] })
      expect((await attempt(A, count)).rows, name).toEqual([{ count: all / 2, portals: [A] }])
      expect((await attempt(null, count)).rows, name).toEqual([{ count: 0, portals: null }])
      expect((await attempt(A, `select from ${name} where portal_id = $1`, [B])).count, name).toBe(0)
      expect((await attempt(A, `delete from ${name}`)).code, name).toMatch(/^(42501|55000)$/)
    }
  })

  test('a table without a portal has no personal data, or is closed to the program (PRT-011, USR-045)', async () => {
    const { rows } = await owner.query<{ name: string; is_walled: boolean }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_walled from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname <> all($1) order by 1`,
      [tables.map(({ name }) => name)],
    )
    const namesOf = (isWalled: boolean) => rows.filter((row) => row.is_walled === isWalled).map(({ name }) => name)
    expect(namesOf(true)).toEqual([
      'authenticator_apps',
      'mails_on_request',
      'passkeys',
      'recovery_codes',
      'texts_to_numbers',
      'users',
    ])
    // Portals, plans and what roles may by default are the platform's own. A version is a number and who raised it. Payloads, counts of calls and wrong passwords,
    // which count for an account in all portals, last an hour at most.
    expect(namesOf(false)).toEqual([
      'alarms',
      'backups',
      'bus_payloads',
      'call_counts',
      'disk_alarms',
      'permission_defaults',
      'portals',
      'processes',
      'record_versions',
      'schema_migrations',
      'subscription_plans',
      'wrong_passwords',
    ])
    await owner.query(`insert into mails_on_request (to_email) values ('someone@example.com')`)
    for (const statement of [
      'select from mails_on_request',
      'delete from mails_on_request',
      `update mails_on_request set to_email = 'other@example.com'`,
    ])
      expect((await attempt(A, statement)).code, statement).toBe('42501')
  })

  test('a portal sees the accounts of its own people but no password, and changes no account (USR-045)', async () => {
    const [here, there] = (
      await owner.query<{ id: string }>(
        `insert into users (email, password_hash) values ('here@example.com', 'x'), ('there@example.com', 'x') returning id`,
      )
    ).rows
    for (const [portalId, account] of [
      [A, here],
      [B, there],
    ] as const)
      await owner.query('insert into portal_users (portal_id, user_id, first_name) values ($1, $2, $3)', [
        portalId,
        account?.id,
        'Kim',
      ])
    const emails = `select array_agg(email) as emails from users`
    expect((await attempt(A, emails)).rows).toEqual([{ emails: ['here@example.com'] }])
    expect((await attempt(B, emails)).rows).toEqual([{ emails: ['there@example.com'] }])
    expect((await attempt(null, emails)).rows).toEqual([{ emails: null }])
    expect((await attempt(A, `select email from people where id = $1`, [there?.id])).count).toBe(0)
    for (const statement of [
      'select password_hash from users',
      `update users set email = 'mine@example.com'`,
      `insert into users (email) values ('new@example.com')`,
      'delete from users',
      `update users set is_blocked = true`,
    ])
      expect((await attempt(A, statement)).code, statement).toBe('42501')
    // A portal finds the account of a person who joins or signs in by e-mail, and nothing about their profile
    // elsewhere.
    const { rows } = await attempt(A, `select * from account_by_email('there@example.com')`)
    expect(Object.keys(rows[0]).toSorted()).toEqual([
      'email',
      'email_verified_at',
      'id',
      'is_blocked',
      'is_password_shared',
      'password_hash',
      'platform_role',
    ])
    await owner.query(`delete from portal_users where first_name = 'Kim'`)
  })

  test('no table accepts a row for another portal or lets one be moved there (PRT-011)', async () => {
    for (const table of tables) {
      const { text, values } = insertOf(table, B)
      expect((await attempt(A, text, values)).code, table.name).toBe('42501')
      expect((await attempt(null, text, values)).code, table.name).toBe('42501')
      // The same statement in the portal of the row passes the wall and fails only at the existing unique row.
      expect((await attempt(B, text, values)).code, table.name).not.toBe('42501')
      const moved = await attempt(A, `update ${table.name} set portal_id = ${B}`)
      expect(moved.code, table.name).toBe('42501')
    }
  })

  test('no update or delete reaches a row of another portal (PRT-011)', async () => {
    for (const { name } of tables) {
      const deletion = await attempt(A, `delete from ${name} where portal_id = ${B}`)
      expect(deletion.count, name).toBe(0)
      const all = await attempt(A, `delete from ${name}`)
      expect(all.code ?? all.count, name).toSatisfy((result: unknown) => result === 1 || result === '42501')
    }
    for (const { name } of tables) {
      const { rows } = await owner.query(`select count(*)::int as count from ${name}`)
      expect(rows, name).toEqual([{ count: 2 }])
    }
  })

  test('foreign keys between portal tables include the portal, so no row points into another one (PRT-011)', async () => {
    const fresh = await createTestDatabase()
    const client = new pg.Client(fresh.owner)
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select c.conrelid::regclass || ' ' || c.conname as name from pg_constraint c
        where c.contype = 'f' and c.conrelid::regclass::text = any($1) and c.confrelid::regclass::text = any($1)
          and not exists (select 1 from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'portal_id' and a.attnum = any(c.conkey))`,
      [tables.map((table) => table.name)],
    )
    await client.end()
    await fresh.drop()
    expect(rows.map(({ name }) => name)).toEqual(CROSSING)
  })
})

describe('settings of a transaction', () => {
  let db: Db
  beforeAll(() => {
    // One connection, so a setting that remained would affect the next transaction.
    db = createDb({ ...database.app, max: 1 })
  })
  afterAll(() => db.close())
  const settingsLeft = async () => {
    const { rows } = await db.pool.query(
      `select current_setting('app.portal_id', true) as portal, current_user as name`,
    )
    return { portal: rows[0].portal || null, name: rows[0].name }
  }
  const NOTHING = { portal: null, name: 'portico_app' }
  const broken = async () => {
    throw new Error('undo')
  }

  test('do not remain after commit, rollback or a failed statement (PRT-011)', async () => {
    expect(await settingsLeft()).toEqual(NOTHING)
    await db.withPortal(A, (tx) => tx.selectFrom('mails').select('id').execute())
    expect(await settingsLeft()).toEqual(NOTHING)
    await expect(db.withPortal(A, broken)).rejects.toThrow('undo')
    expect(await settingsLeft()).toEqual(NOTHING)
    await db.withPlatform((tx) => tx.selectFrom('mails').select('id').execute())
    expect(await settingsLeft()).toEqual(NOTHING)
    await expect(db.withPlatform(broken)).rejects.toThrow('undo')
    expect(await settingsLeft()).toEqual(NOTHING)
    const wrong = db.withPortal(A, (tx) =>
      tx
        .selectFrom('nowhere' as 'mails')
        .select('id')
        .execute(),
    )
    await expect(wrong).rejects.toMatchObject({ code: '42P01' })
    expect(await settingsLeft()).toEqual(NOTHING)
  })

  test('let one connection serve portal after portal, each with its own rows (PRT-011)', async () => {
    const portals = (portalId: number) =>
      db.withPortal(portalId, async (tx) => {
        const rows = await tx.selectFrom('mails').select('portal_id').execute()
        return rows.map((row) => row.portal_id)
      })
    expect(await Promise.all([A, B, A, B].map(portals))).toEqual([[A], [B], [A], [B]])
  })

  test('for another portal, or for all of them, end with that work (PRT-011, PRT-037)', async () => {
    const rows = await db.withPortal(A, async (tx) => {
      const portals = async () =>
        (await tx.selectFrom('mails').select('portal_id').orderBy('portal_id').execute()).map((row) => row.portal_id)
      const inOther = await inPortal(tx, B, portals)
      const after = await portals()
      const overAll = await overAllPortals(tx, portals)
      await expect(inPortal(tx, B, broken)).rejects.toThrow('undo')
      await expect(overAllPortals(tx, broken)).rejects.toThrow('undo')
      return { inOther, after, overAll, atEnd: await portals() }
    })
    expect(rows).toEqual({ inOther: [B], after: [A], overAll: [A, B], atEnd: [A] })
    expect(await settingsLeft()).toEqual(NOTHING)
  })

  test('keep the reason of a failure during work in another portal (PRT-037)', async () => {
    const failing = (run: (tx: Tx, work: () => Promise<unknown>) => Promise<unknown>) =>
      db.withPortal(A, (tx) =>
        run(tx, () =>
          tx
            .selectFrom('nowhere' as 'mails')
            .select('id')
            .execute(),
        ),
      )
    await expect(failing(overAllPortals)).rejects.toMatchObject({ code: '42P01' })
    await expect(failing((tx, work) => inPortal(tx, B, work))).rejects.toMatchObject({ code: '42P01' })
    expect(await settingsLeft()).toEqual(NOTHING)
  })

  test('keep anything but a number out of the statement (PRT-011)', () => {
    expect(() => db.withPortal("1'; drop table mails; --" as never, broken)).toThrow('A portal id is needed')
    expect(() => db.withPortal(Number.NaN, broken)).toThrow('A portal id is needed')
  })
})
