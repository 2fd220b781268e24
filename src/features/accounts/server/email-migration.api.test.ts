import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { canonicalEmail } from '#kernel/email.ts'
import { migrate } from '#platform/db/migrate.ts'
import { emptyDatabase } from '../../../../tests/database.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../../migrations')
const THIS = '200-one-spelling-of-an-address.sql'

let folder: string
let target: ReturnType<typeof emptyDatabase>
let client: pg.Client

const bring = (names: readonly string[]) => {
  for (const name of names) fs.copyFileSync(path.join(MIGRATIONS, name), path.join(folder, name))
  return migrate({ admin: target.admin, database: target.name, folder })
}

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'migrations-'))
  target = emptyDatabase()
  const { admin } = await bring(fs.readdirSync(MIGRATIONS).filter((name) => name < THIS))
  client = new pg.Client(admin)
  await client.connect()
})

afterEach(async () => {
  await client.end()
  await target.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const put = async (emails: readonly string[]) => {
  await client.query('insert into users (email) select unnest($1::text[])', [emails])
}
const kept = async (): Promise<string[]> =>
  (await client.query('select email from users order by id')).rows.map(({ email }) => email)

test('addresses that were kept as they were typed get their canonical form (VAL-034, USR-008)', async () => {
  const typed = [
    'Ada@Example.com',
    'bob@exam\u200bple.org',
    'cy@bu\u0308cher.example',
    'di@ＥＸＡＭＰＬＥ.net',
    'ed@例え.テスト',
    'flo@пример.рф',
    "o'neil+x@example.com",
    `former-1@deleted.invalid`,
    ...fc
      .sample(fc.string({ unit: fc.constantFrom(...'abyzäöéñłþ09'), minLength: 1, maxLength: 15 }), {
        numRuns: 40,
        seed: 7,
      })
      .map((label, at) => `p${at}@${label}.com`),
    ...fc
      .sample(fc.string({ unit: fc.constantFrom(...'한국서울東京大阪'), minLength: 1, maxLength: 12 }), {
        numRuns: 40,
        seed: 7,
      })
      .map((label, at) => `q${at}@${label}.com`),
  ].filter((email) => canonicalEmail(email) !== null)
  expect(typed.length).toBeGreaterThan(60)
  await put(typed)
  await bring([THIS])
  expect(await kept()).toEqual(typed.map((email) => canonicalEmail(email)))
  await expect(put(['Ada@example.com'])).rejects.toMatchObject({ constraint: 'users_email_canonical' })
  await expect(put(['ada@bücher.example'])).rejects.toMatchObject({ constraint: 'users_email_canonical' })
  await expect(put(['ada@example.com'])).rejects.toMatchObject({ constraint: 'users_email' })
})

test('two people with spellings of one address stop the migration, which changes nothing (VAL-034, USR-008)', async () => {
  const typed = ['Zed@example.com', 'ada@example.com', 'ada@exam\u00adple.com']
  await put(typed)
  await expect(bring([THIS])).rejects.toThrow(/same e-mail address, spelled differently: users 2, 3/)
  expect(await kept()).toEqual(typed)
})
