import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, emptyDatabase } from '../../../tests/database.ts'
import { startEmbedded } from './embedded-postgres.ts'
import { type MigrateOptions, migrate } from './migrate.ts'

let folder: string
let target: ReturnType<typeof emptyDatabase>
let open: pg.Client[]

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'migrations-'))
  target = emptyDatabase()
  open = []
})

afterEach(async () => {
  for (const client of open) await client.end()
  await target.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, sql: string) => fs.writeFileSync(path.join(folder, name), sql)
const run = (options: Partial<MigrateOptions> = {}) =>
  migrate({ admin: target.admin, database: target.name, folder, ...options })

async function connect(config: pg.ClientConfig) {
  const client = new pg.Client(config)
  await client.connect()
  open.push(client)
  return client
}

/** Tables with a `portal_id` that are not behind the tenant wall, which is row security on, forced, and with a policy. */
async function checkTenantTables(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'portal_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not (c.relrowsecurity and c.relforcerowsecurity
                and exists (select from pg_policy p where p.polrelid = c.oid))
     order by c.relname`)
  return rows.map(({ name }) => name)
}

test('migrations run once, in the order of their numbers', async () => {
  write('002-rows.sql', `insert into word (text) values ('second')`)
  write('001-table.sql', 'create table word (id bigint generated always as identity primary key, text text)')
  const steps: string[] = []
  const first = await run({ report: (step) => steps.push(step) })
  expect(first.applied).toEqual(['001-table.sql', '002-rows.sql'])
  expect(steps).toEqual(['migration 001-table.sql', 'migration 002-rows.sql', 'job queue'])

  const again = await run({ report: (step) => steps.push(step) })
  expect(again.applied).toEqual([])
  expect(steps).toHaveLength(3)
  const admin = await connect(first.admin)
  expect((await admin.query('select text from word')).rows).toEqual([{ text: 'second' }])
})

test('several processes that migrate at once run every migration once', async () => {
  write('001-table.sql', `create table word (text text); insert into word values ('once')`)
  const results = await Promise.all([run(), run(), run()])
  expect(results.flatMap(({ applied }) => applied)).toEqual(['001-table.sql'])
  const admin = await connect(results[0]!.admin)
  expect((await admin.query('select text from word')).rows).toEqual([{ text: 'once' }])
})

test('a failing migration leaves nothing behind, names its file and line, and can be run again once it is right', async () => {
  write('001-good.sql', 'create table good (id int)')
  write('002-bad.sql', 'create table half (id int);\n\nselect nonsense from good')
  await expect(run()).rejects.toThrow(/^002-bad\.sql line 3: column "nonsense" does not exist/)
  write('002-bad.sql', 'create table half (id int)')
  expect((await run()).applied).toEqual(['002-bad.sql'])
})

test('a migration that changed after it ran is refused, whatever the line endings of the checkout', async () => {
  write('001-table.sql', 'create table word (\n  text text\n)')
  await run()
  write('001-table.sql', 'create table word (\r\n  text text\r\n)')
  expect((await run()).applied).toEqual([])
  write('001-table.sql', 'create table word (\n  text citext\n)')
  await expect(run()).rejects.toThrow('(001-table.sql differs). It was left as it is.')
})

test('a migration that comes before one that ran, is gone, is misnamed or shares a number is refused', async () => {
  write('005-five.sql', 'select 5')
  await run()
  write('003-three.sql', 'select 3')
  await expect(run()).rejects.toThrow('(005-five.sql differs). It was left as it is.')
  fs.rmSync(path.join(folder, '003-three.sql'))
  write('005-other.sql', 'select 5')
  await expect(run()).rejects.toThrow('Two migrations have the number 005')
  fs.rmSync(path.join(folder, '005-five.sql'))
  await expect(run()).rejects.toThrow('(005-five.sql differs). It was left as it is.')
  write('six.sql', 'select 6')
  await expect(run()).rejects.toThrow('NNN-noun.sql')
})

test('a migration that commits by itself is refused', async () => {
  write('001-commit.sql', 'create table word (text text); commit; select 1')
  await expect(run()).rejects.toThrow('must not begin, commit or roll back')
})

test('the program owns no table, can work with all of them, and may take on the platform role', async () => {
  write('001-table.sql', 'create table word (id bigint generated always as identity primary key, text text)')
  const { app } = await run()
  const client = await connect(app)
  const { rows } = await client.query(`insert into word (text) values ('mine') returning id`)
  expect(rows.map(({ id }) => Number(id))).toEqual([1])
  await expect(client.query('create table other (id int)')).rejects.toThrow('permission denied')
  await expect(client.query('alter table word add column more int')).rejects.toThrow('must be owner')
  await expect(client.query('select * from schema_migrations')).rejects.toThrow('permission denied')
  await client.query('begin; set local role portico_platform')
  expect((await client.query('select text, current_user as role from word')).rows).toEqual([
    { text: 'mine', role: 'portico_platform' },
  ])
  await client.query('commit')
  const owner = await client.query(`select tableowner from pg_tables where tablename = 'word'`)
  expect(owner.rows).toEqual([{ tableowner: 'portico_owner' }])
  expect((await client.query(`select pg_has_role('portico_app', 'portico_owner', 'member') as is`)).rows).toEqual([
    { is: false },
  ])
})

test('rights that a migration revokes stay revoked', async () => {
  write('001-log.sql', 'create table log (line text); revoke update, delete on log from portico_app')
  const { app } = await run()
  write('002-more.sql', 'create table more (line text)')
  await run()
  const client = await connect(app)
  await client.query(`insert into log values ('kept')`)
  await expect(client.query('delete from log')).rejects.toThrow('permission denied')
})

test('the job queue is ready for the program, which may not alter it', async () => {
  const { app } = await run()
  const client = await connect(app)
  const db = { executeSql: async (text: string, values?: unknown[]) => await client.query(text, values) }
  const boss = new PgBoss({ db, migrate: false, createSchema: false, supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue('letters')
  await boss.send('letters', { to: 'somebody' })
  const [job] = await boss.fetch('letters')
  expect(job?.data).toEqual({ to: 'somebody' })
  await boss.stop({ graceful: false })
  await expect(client.query('drop table pgboss.version')).rejects.toThrow('must be owner')
})

test('an older job queue is upgraded', async () => {
  const { admin } = await run()
  const client = await connect(admin)
  const { rows } = await client.query('select version from pgboss.version')
  const { getRollbackPlans } = await import('pg-boss')
  await client.query(getRollbackPlans('pgboss', rows[0].version))
  const older = await client.query('select version from pgboss.version')
  expect(older.rows[0].version).toBeLessThan(rows[0].version)
  const steps: string[] = []
  await run({ report: (step) => steps.push(step) })
  expect(steps).toEqual([`job queue ${older.rows[0].version} → ${rows[0].version}`])
  expect((await client.query('select version from pgboss.version')).rows).toEqual(rows)
})

test('a user who may not create roles is told what an administrator has to run', async () => {
  // A separate cluster: roles belong to the whole cluster, and the other tests need them.
  fs.chmodSync(folder, 0o755)
  const cluster = await startEmbedded(path.join(folder, 'pg'), { flags: ['-c', 'fsync=off'] })
  const { host, port, password } = cluster
  const admin = new pg.Client({ host, port, password, user: 'postgres', database: 'postgres' })
  try {
    await admin.connect()
    await admin.query(`create role guest login password 'guest'`)
    await admin.query(`create database ${target.name} owner guest`)
    await expect(run({ admin: { host, port, user: 'guest', password: 'guest' } })).rejects.toThrow(
      /Let an administrator run what is missing(.|\n)*grant portico_platform to portico_app/,
    )
  } finally {
    await admin.end()
    await cluster.stop()
  }
})

test('a plain user can migrate and run the program if an administrator created the roles and the database', async () => {
  const admin = await connect({ ...target.admin, database: 'postgres' })
  const user = `hosted_${target.name}`
  await admin.query(`create role ${user} login; grant portico_owner, portico_app to ${user} with set true`)
  await admin.query(`create database ${target.name} owner portico_owner`)
  write('001-table.sql', 'create table word (text text)')
  try {
    const { applied, app } = await run({ admin: { ...target.admin, user, password: 'unused on a trusted socket' } })
    expect(applied).toEqual(['001-table.sql'])
    const client = await connect(app)
    expect((await client.query('select session_user, current_user, count(*)::int from word')).rows).toEqual([
      { session_user: user, current_user: 'portico_app', count: 0 },
    ])
  } finally {
    for (const client of open.splice(1)) await client.end()
    await target.drop()
    await admin.query(`drop role ${user}`)
  }
})

test('a connection string and its parts mean the same', async () => {
  const { host, port } = target.admin
  const address = `postgres://postgres@${encodeURIComponent(host!)}:${port}/${target.name}`
  const { database, app } = await migrate({ admin: address, folder })
  expect(database).toBe(target.name)
  const client = await connect(app)
  expect((await client.query('select current_user, current_database()')).rows).toEqual([
    { current_user: 'portico_app', current_database: target.name },
  ])
})

test('a table with a portal id that is not behind the tenant wall is found', async () => {
  write(
    '001-tables.sql',
    `create table open (portal_id bigint);
     create table half (portal_id bigint); alter table half enable row level security;
     create table bare (portal_id bigint); alter table bare enable row level security; alter table bare force row level security;
     create table good (portal_id bigint); alter table good enable row level security; alter table good force row level security;
     create policy all_of_it on good using (true);
     create table free (id bigint)`,
  )
  const { admin } = await run()
  expect(await checkTenantTables(await connect(admin))).toEqual(['bare', 'half', 'open'])
})

test('every table of the product with a portal id is behind the tenant wall', async () => {
  const database = await createTestDatabase()
  const client = await connect(database.owner)
  const { rows } = await client.query(
    `select count(*)::int from information_schema.columns where table_schema = 'public' and column_name = 'portal_id'`,
  )
  expect(rows[0].count).toBeGreaterThan(0)
  expect(await checkTenantTables(client)).toEqual([])
  for (const opened of open.splice(0)) await opened.end()
  await database.drop()
})

test('a function that runs as the owner of the tables can be called only by the roles it is meant for', async () => {
  const database = await createTestDatabase()
  const client = await connect(database.owner)
  const { rows } = await client.query<{ name: string; is_for_all: boolean }>(`
    select p.oid::regprocedure::text as name,
           exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0) as is_for_all
      from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype`)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ is_for_all }) => is_for_all)).toEqual([])
  for (const opened of open.splice(0)) await opened.end()
  await database.drop()
})
