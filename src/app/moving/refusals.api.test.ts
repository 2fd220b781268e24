import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '#platform/process/start-error.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../tests/api.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { runProgram, startProgram } from '../../../tests/processes/program.ts'
import { exportPortal } from './export-portal.ts'

let database: TestDatabase
let target: TestDatabase
const t = testApp({
  openDatabase: async () => {
    database = await createTestDatabase()
    return database
  },
})

const folder = fs.mkdtempSync('/tmp/refused-')
fs.chmodSync(folder, 0o755)
const DATA_DIR = path.join(folder, 'data')
const SECRET = 'a secret for tests only, of enough length'
const FILE = path.join(folder, 'academy.zip')
let owner: pg.Client
let there: pg.Client
let portal: TestPortal
let admin: TestPerson

const connect = async (config: pg.ClientConfig) => {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  return client
}
const urlOf = ({ host = '', port, user, database: name }: pg.ClientConfig) =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`

/** The portal of these tests: people, a course, a file and a package. */
beforeAll(async () => {
  target = await createTestDatabase()
  owner = await connect(database.owner)
  there = await connect(target.owner)
  fs.mkdirSync(DATA_DIR)
  portal = await t.make.portal({ slug: 'academy', name: 'The Academy' })
  admin = await t.make.person('portal_admin', { portal, email: 'anna@academy.example' })
  await t.app.services.files.put(`materials/${portal.id}/guide.pdf`, 'the guide')
  await owner.query(
    `insert into media (portal_id, name, type, mime_type, size, key) values ($1, 'Guide', 'doc', 'application/pdf', 9, $2)`,
    [portal.id, `materials/${portal.id}/guide.pdf`],
  )
  await owner.query(
    `insert into courses (portal_id, slug, title, publication_status) values ($1, 'first-aid', 'First Aid', 2)`,
    [portal.id],
  )
  const { rows } = await owner.query<{ uuid: string }>(
    `insert into scorm_packages (portal_id, file_name, status) values ($1, 'a.zip', 'SUCCESS') returning uuid`,
    [portal.id],
  )
  await t.app.services.files.put(`scorm/${rows[0]?.uuid}/index.html`, '<p>First aid</p>')
})
afterAll(async () => {
  await owner?.end()
  await there?.query('drop owned by porter; drop role porter').catch(() => {})
  await there?.end()
  await target?.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const exporting = (more: Partial<Parameters<typeof exportPortal>[0]> = {}) =>
  exportPortal({
    database: database.app,
    files: t.app.services.files,
    slug: 'academy',
    file: path.join(folder, 'never.zip'),
    copiesShared: false,
    now: new Date(),
    report: () => {},
    ...more,
  })

/** Why the export is refused once the database has been changed; the change is taken back. */
const refusedAfter = async (change: string, undo: string): Promise<readonly string[]> => {
  await owner.query(change.replaceAll('$P', String(portal.id)).replaceAll('$U', String(admin.id)))
  try {
    await exporting()
    return []
  } catch (error) {
    if (error instanceof StartError) return error.faults
    throw error
  } finally {
    await owner.query(undo)
  }
}

const ORDER = `insert into orders (portal_id, number, user_id, type, status, buyer_role, email, subtotal_cents, total_cents, created_at, expires_at)
  values ($P, '1', $U, 'course', 1, 'learner', 'a@b.example', 100, 100, now(), now() + interval '1 hour');`

describe('an export is refused', () => {
  test.each([
    ['while an order is being paid', ORDER, 'delete from orders', /^1 order being paid\./],
    [
      'while a refund is on the way',
      `${ORDER} update orders set status = 2; insert into refunds (portal_id, order_id, payment_reference, amount_cents, is_full, origin, created_at)
       select $P, id, 'p', 100, true, 'request', now() from orders`,
      'delete from refunds; delete from orders',
      /^1 refund on the way\./,
    ],
    [
      'while a chargeback is open',
      `${ORDER} update orders set status = 2; insert into disputes (portal_id, order_id, payment_reference, status, fee_cents, created_at)
       select $P, id, 'p', 'open', 0, now() from orders`,
      'delete from disputes; delete from orders',
      /^1 open chargeback\./,
    ],
    [
      'while a package is being unpacked',
      `insert into scorm_packages (portal_id, file_name) values ($P, 'b.zip')`,
      `delete from scorm_packages where file_name = 'b.zip'`,
      /^1 SCORM package being unpacked\./,
    ],
    [
      'while an import of people runs',
      `insert into people_imports (portal_id, user_id, role, file_name, status, header, samples, columns, expires_at)
       values ($P, $U, 'learner', 'a.csv', 'running', '[]', '[]', '{}', now())`,
      'delete from people_imports',
      /^1 import of people running\./,
    ],
    [
      'while a bulk change runs',
      `insert into bulk_changes (portal_id, action, made_by, user_id, role, status, request, rows_total, sums, created_at, expires_at)
       values ($P, 'enroll', $U, $U, 'learner', 'running', '{}', 1, '{}', now(), now())`,
      'delete from bulk_changes',
      /^1 bulk change running\./,
    ],
    [
      'while an export is being made',
      `insert into exports (portal_id, user_id, kind, title, asked, rows, expires_at) values ($P, $U, 'users', 'People', '{}', 1, now())`,
      'delete from exports',
      /^1 export being made\./,
    ],
    [
      'while an e-mail waits',
      `insert into mails (portal_id, template, to_email, from_email, subject, html, text) values ($P, 't', 'a', 'b', 'c', 'd', 'e')`,
      'delete from mails',
      /^1 e-mail waiting to be sent\./,
    ],
    [
      'while a release is scheduled',
      `insert into releases (portal_id, name, status, publish_at, created_at) values ($P, 'R', 'scheduled', now() + interval '1 day', now())`,
      'delete from releases',
      /^1 scheduled release\./,
    ],
    [
      'while a job of the portal waits',
      `insert into pgboss.job (name, data) values ('files.forget', '{"portal_id": $P}')`,
      `delete from pgboss.job where data ->> 'portal_id' is not null`,
      /^1 background job waiting or running\./,
    ],
    [
      'where a course comes from another portal and nobody has said that it may go as a copy',
      `insert into portals (slug, name) values ('source', 'Source');
       insert into received_courses (portal_id, course_id, source_portal_id, source_course_id, offered, received_at)
       select $P, c.id, p.id, 1, 1, now() from courses c, portals p where c.portal_id = $P and p.slug = 'source'`,
      `delete from received_courses; delete from portals where slug = 'source'`,
      /^1 course received from other portals: .* Add --copy-shared/,
    ],
    [
      'where a file is missing from the storage',
      `insert into media (portal_id, name, type, mime_type, size, key) values ($P, 'Lost', 'doc', 'application/pdf', 9, 'materials/$P/lost.pdf')`,
      `delete from media where name = 'Lost'`,
      /^media: the file materials\/\d+\/lost.pdf is missing from the storage$/,
    ],
    ['where a table has no rule', 'create table drills (id bigint)', 'drop table drills', /^drills: has no rule$/],
  ])('%s (OPS-071)', async (_, change, undo, fault) => {
    expect(await refusedAfter(change, undo)).toEqual([expect.stringMatching(fault)])
    expect(fs.readdirSync(folder)).toEqual(['data'])
  })

  test('for a portal that is not there, and goes through once nothing is under way (OPS-069, OPS-071)', async () => {
    await expect(exporting({ slug: 'nowhere' })).rejects.toThrow('There is no portal "nowhere".')
    expect(await exporting({ file: null })).toMatchObject({ accounts: 1, files: 2, bytes: 0 })
    expect(fs.readdirSync(folder)).toEqual(['data'])
  })
})

test('an export that breaks off on the way leaves no file (OPS-069)', async () => {
  const get = async () => Promise.reject(new Error('the storage is gone'))
  const file = path.join(folder, 'broken.zip')
  await expect(exporting({ file, files: { ...t.app.services.files, get } })).rejects.toThrow('the storage is gone')
  expect(fs.readdirSync(folder)).toEqual(['data'])
})

/** Everything in the other installation: rows by table, and files. */
const stateOf = async () => {
  const { rows } = await there.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const state: Record<string, number> = {}
  for (const { name } of rows)
    state[name] = (await there.query(`select count(*)::int as count from ${name}`)).rows[0].count as number
  return { state, files: filesThere() }
}
const FILES = path.join(DATA_DIR, 'files')
const filesThere = () =>
  fs.existsSync(FILES)
    ? fs
        .readdirSync(FILES, { recursive: true, encoding: 'utf8' })
        .filter((name) => !name.startsWith('.') && fs.statSync(path.join(FILES, name)).isFile())
        .toSorted()
    : []

const env = (config: pg.ClientConfig = target.owner) => ({ DATABASE_URL: urlOf(config), DATA_DIR, SECRET })
const importing = (file: string, ...args: string[]) =>
  runProgram('src/app/commands/portal-import.ts', env(), {}, [file, ...args])

describe('the commands', () => {
  test('export a portal into a new file that other tools read, and refuse to write over one (OPS-069, OPS-078)', async () => {
    const run = (...args: string[]) =>
      runProgram('src/app/commands/portal-export.ts', { ...env(database.owner), DATA_DIR: t.config.data_dir }, {}, args)
    expect(await run('academy')).toEqual({ code: 1, said: expect.stringContaining('Name the portal and a new file') })
    const looked = await run('academy', '--check')
    expect(looked).toEqual({ code: 0, said: expect.stringContaining('can be exported: 1 people and 2 files') })
    const { code, said } = await run('academy', FILE)
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('exported: the portal "The Academy"') })
    expect(await run('academy', FILE)).toEqual({ code: 1, said: expect.stringContaining('is there already') })
    const parts = unzipSync(new Uint8Array(fs.readFileSync(FILE)))
    expect(Object.keys(parts)).toEqual(
      expect.arrayContaining([
        'manifest.json',
        'accounts.csv',
        'tables/portals.csv',
        `files/materials/${portal.id}/guide.pdf`,
      ]),
    )
    const rows: string[][] = parse(Buffer.from(parts['tables/courses.csv'] ?? []))
    expect(rows.map((row) => row[rows[0]?.indexOf('slug') ?? 0])).toEqual(['slug', 'first-aid'])
    expect(Buffer.from(parts[`files/materials/${portal.id}/guide.pdf`] ?? []).toString()).toBe('the guide')
  })
})

/** The file with one byte changed at a part of its length. */
const changedAt = (share: number): string => {
  const bytes = fs.readFileSync(FILE)
  const at = Math.min(bytes.length - 1, Math.floor(bytes.length * share))
  bytes[at] = (bytes[at] ?? 0) ^ 1
  const file = path.join(folder, `changed-${share}.zip`)
  fs.writeFileSync(file, bytes)
  return file
}

describe('an import is refused and changes nothing', () => {
  test.each([0, 0.1, 0.35, 0.5, 0.75, 0.9, 1])('when a byte at %d of the file differs (OPS-076)', async (share) => {
    const before = await stateOf()
    const { code, said } = await importing(changedAt(share))
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('is damaged') })
    expect(await stateOf()).toEqual(before)
  })
  test.each([
    ['for a file that is not there', async () => importing(path.join(folder, 'none.zip')), 'does not exist'],
    ['for a name that is none', async () => importing(FILE, '--slug', 'The Academy'), 'is no name of a portal'],
    [
      'when the name is taken',
      async () => {
        await there.query(`insert into portals (slug, name) values ('academy', 'Another') on conflict do nothing`)
        return importing(FILE)
      },
      'There is a portal "academy" here. Choose another name with --slug.',
    ],
    [
      'when a file of the portal is here already',
      async () => {
        await there.query(
          `insert into media (portal_id, uuid, name, type, mime_type, size, key)
           select id, $1, 'Guide', 'doc', 'application/pdf', 9, 'materials/1/g.pdf' from portals where slug = 'academy' on conflict do nothing`,
          [(await owner.query('select uuid from media')).rows[0].uuid],
        )
        return importing(FILE, '--slug', 'moved')
      },
      'media: 1 are in this installation already',
    ],
    [
      'when the user of the database may not pass the walls',
      async () => {
        await there.query(`do $$ begin create role porter login; exception when duplicate_object then null; end $$`)
        await there.query('grant portico_owner, portico_app, portico_platform to porter')
        return runProgram('src/app/commands/portal-import.ts', env({ ...target.owner, user: 'porter' }), {}, [
          FILE,
          '--slug',
          'moved',
        ])
      },
      'alter role "porter" bypassrls',
    ],
  ])('%s (OPS-076)', async (_, run, words) => {
    const before = await stateOf()
    const { code, said } = await run()
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(words) })
    const after = await stateOf()
    // What a case prepares itself is there, nothing of the portal is.
    expect({ ...after.state, portals: 0, media: 0 }).toEqual({ ...before.state, portals: 0, media: 0 })
    expect(after.files).toEqual(before.files)
    expect((await there.query(`select from portals where slug = 'moved'`)).rowCount).toBe(0)
  })
})

describe('an import that is killed', () => {
  test('before its commit leaves no row, and the next one removes its files and brings the portal in (OPS-077)', async () => {
    await there.query('delete from media')
    const before = await stateOf()
    const lock = await connect(target.owner)
    await lock.query('begin; lock table course_search in exclusive mode')
    const { child, ended } = startProgram('src/app/commands/portal-import.ts', env(), {}, [FILE, '--slug', 'moved'])
    // Rows and files are in by then; the next step waits for the lock.
    await expect.poll(async () => filesThere().length, { timeout: 60_000, interval: 100 }).toBe(3)
    await expect
      .poll(
        async () =>
          (await there.query(`select from pg_locks where relation = 'course_search'::regclass and not granted`))
            .rowCount,
        { timeout: 60_000, interval: 100 },
      )
      .toBe(1)
    child.kill('SIGKILL')
    await ended
    await lock.query('rollback')
    await lock.end()
    expect((await stateOf()).state).toEqual(before.state)
    const leftovers = filesThere()
    expect(leftovers.filter((name) => name.startsWith('portal-imports/'))).toHaveLength(1)

    const { code, said } = await importing(FILE, '--slug', 'moved')
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining('imported: the portal "The Academy" as moved'),
    })
    const { rows } = await there.query<{ id: string }>(`select id from portals where slug = 'moved'`)
    const { uuid } = (await owner.query('select uuid from scorm_packages')).rows[0]
    expect(filesThere()).toEqual([`materials/${rows[0]?.id}/guide.pdf`, `scorm/${uuid}/index.html`])
    expect(leftovers).not.toContain(`materials/${rows[0]?.id}/guide.pdf`)
    expect((await there.query('select count(*)::int as count from course_search')).rows[0].count).toBe(1)
  })
})
