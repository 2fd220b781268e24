import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startEmbedded } from '#platform/db/embedded-postgres.ts'
import { createTestDatabase, emptyDatabase, type TestDatabase } from '../../../tests/database.ts'
import { runProgram } from '../../../tests/processes/program.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-commands-'))
  fs.chmodSync(folder, 0o755)
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const run = (name: string, env: Record<string, string>) => runProgram(`src/app/commands/${name}.ts`, env)
const urlOf = ({ host = '', port, user, database }: pg.ClientConfig) =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`

const CHECKS = ['check-credits', 'check-payments', 'check-certificates']

describe.each(CHECKS)('%s', (name) => {
  test('refuses a data folder that is missing or has no database, and creates none (OPS-005)', async () => {
    const mistyped = path.join(folder, 'dta')
    const { code, said: output } = await run(name, { DATA_DIR: mistyped })
    expect({ code, said: output }).toEqual({
      code: 1,
      said: expect.stringContaining(`DATA_DIR: ${mistyped} holds no data`),
    })
    expect(output).toContain('Nothing was checked.')
    fs.mkdirSync(mistyped)
    fs.writeFileSync(path.join(mistyped, 'secret'), 'x'.repeat(64))
    const other = await run(name, { DATA_DIR: mistyped })
    expect({ ...other }).toEqual({ code: 1, said: expect.stringContaining('holds no database') })
    expect(fs.readdirSync(mistyped)).toEqual(['secret'])
  })

  test('refuses a database that is missing or empty, and changes none (OPS-005)', async () => {
    const { admin, name: database, drop } = emptyDatabase()
    const client = new pg.Client({ ...admin, database: 'postgres' })
    await client.connect()
    try {
      const DATABASE_URL = urlOf({ ...admin, database })
      const missing = await run(name, { DATABASE_URL, DATA_DIR: folder })
      expect(missing).toEqual({ code: 1, said: expect.stringContaining(`there is no database "${database}"`) })
      expect((await client.query('select 1 from pg_database where datname = $1', [database])).rowCount).toBe(0)
      await client.query(`create database ${database}`)
      const empty = await run(name, { DATABASE_URL, DATA_DIR: folder })
      expect(empty).toEqual({ code: 1, said: expect.stringContaining('holds no data of Portico') })
    } finally {
      await client.end()
      await drop()
    }
  })
})

describe('on a Portico database', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.drop())
  const env = () => ({ DATABASE_URL: urlOf(database.owner), DATA_DIR: folder })

  test.each(CHECKS)('%s refuses a database without a portal (OPS-005)', async (name) => {
    expect(await run(name, env())).toEqual({ code: 1, said: expect.stringContaining('The database holds no portal.') })
  })

  test.each([
    ['check-credits', /^credits: 2 portals, \d+ accounts and 0 movements checked: everything adds up\n$/],
    [
      'check-payments',
      /^payments: 30 days, 0 payments of the provider's stand-in and 0 of the books checked: they agree\n$/,
    ],
    ['check-certificates', /^certificates: 2 portals, 0 files checked: all say what the records say\n$/],
  ])('%s says how much it has checked (OPS-005)', async (name, words) => {
    const owner = new pg.Client(database.owner)
    await owner.connect()
    await owner.query(`insert into portals (slug, name) values ('one', 'One'), ('two', 'Two')`)
    await owner.end()
    expect(await run(name, env())).toEqual({ code: 0, said: expect.stringMatching(words) })
  })

  test('a check does not upgrade a database of an older version (OPS-005)', async () => {
    const owner = new pg.Client(database.owner)
    await owner.connect()
    await owner.query('delete from schema_migrations where name = (select max(name) from schema_migrations)')
    const { code, said: output } = await run('check-credits', env())
    expect({ code, said: output }).toEqual({ code: 1, said: expect.stringContaining('Run npm run db:migrate first.') })
    await owner.end()
  })
})

describe('migrate', () => {
  test('refuses a database made by other migration files, says so once, and leaves it as it is (OPS-009)', async () => {
    const database = await createTestDatabase()
    const owner = new pg.Client(database.owner)
    await owner.connect()
    try {
      const env = { DATABASE_URL: urlOf(database.owner), DATA_DIR: folder }
      await owner.query(`insert into portals (slug, name) values ('kept', 'Kept')`)
      expect(await run('migrate', env)).toEqual({ code: 0, said: expect.stringContaining('nothing to do') })
      const rows = async () => (await owner.query('select name, checksum from schema_migrations order by name')).rows
      const [first] = await rows()
      for (const change of [`checksum = 'another'`, `name = '001-platform.sql'`]) {
        await owner.query(`update schema_migrations set ${change} where name = $1`, [first.name])
        const before = await rows()
        const { code, said: output } = await run('migrate', env)
        expect(code).toBe(1)
        expect(output.trim().split('\n')).toEqual([
          'The database could not be brought up to date.',
          '',
          expect.stringMatching(
            new RegExp(
              `^ {2}DATABASE_URL: the database "${database.name}" was made by another version of Portico \\(0.*\\.sql differs\\)\\. ` +
                'It was left as it is\\. Start the version that made it, or name an empty database\\.$',
            ),
          ),
        ])
        expect(await rows()).toEqual(before)
        await owner.query('update schema_migrations set name = $1, checksum = $2 where name = $3', [
          first.name,
          first.checksum,
          before[0].name,
        ])
      }
      expect((await owner.query('select slug from portals')).rows).toEqual([{ slug: 'kept' }])
    } finally {
      await owner.end()
      await database.drop()
    }
  })
})

describe('demo-reset', () => {
  test('removes what the program created, including secret and uploads, and nothing else (OPS-006)', async () => {
    for (const name of ['postgres', 'files', 'uploads', 'standins']) fs.mkdirSync(path.join(folder, name))
    for (const name of ['secret', 'demo.loading', 'thesis.txt'])
      fs.writeFileSync(path.join(folder, name), 'x'.repeat(40))
    const { code, said: output } = await run('demo-reset', { DATA_DIR: folder })
    expect({ code, said: output }).toEqual({
      code: 0,
      said: expect.stringContaining('postgres, files, uploads, standins, secret'),
    })
    expect(fs.readdirSync(folder)).toEqual(['thesis.txt'])
  })

  test('says that a mistyped folder is empty (OPS-006)', async () => {
    const { code, said: output } = await run('demo-reset', { DATA_DIR: path.join(folder, 'dta') })
    expect({ code, said: output }).toEqual({ code: 1, said: expect.stringContaining('holds no data of Portico') })
    expect(fs.readdirSync(folder)).toEqual([])
  })

  test('refuses while the program runs, but not because of what a killed one left (OPS-006)', async () => {
    fs.writeFileSync(path.join(folder, 'secret'), 'x'.repeat(64))
    const server = await startEmbedded(path.join(folder, 'postgres'), { flags: ['-c', 'fsync=off'] })
    expect(await run('demo-reset', { DATA_DIR: folder })).toEqual({
      code: 1,
      said: expect.stringContaining('The program is running'),
    })
    await server.stop()
    const stale = [2 ** 22 + 1, folder, 1, 5432, folder, '', '  1 1', 'ready   ', ''].join('\n')
    fs.writeFileSync(path.join(folder, 'postgres', 'postmaster.pid'), stale)
    expect((await run('demo-reset', { DATA_DIR: folder })).code).toBe(0)
  })
})
