import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import { createCertificates } from '#features/certificates/contract.ts'
import { checkBackup } from '#platform/backup/check.ts'
import { type EmbeddedPostgres, startEmbedded } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { readConfig } from '#platform/process/config.ts'
import { headersOf, testApp } from '../../../tests/api.ts'
import { certificateMakers } from '../../../tests/certificates.ts'
import { runProgram, startProgram } from '../../../tests/processes/program.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-'))
fs.chmodSync(folder, 0o755)
const DATA_DIR = path.join(folder, 'data')
const BACKUP_DIR = path.join(folder, 'backup')
const SECRET = 'a secret for tests only, of enough length'
const flags = ['-c', 'fsync=off']

let server: EmbeddedPostgres
const drop = async () => {
  await server.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}

const t = testApp({
  env: { DATA_DIR },
  openDatabase: async () => {
    fs.mkdirSync(DATA_DIR)
    server = await startEmbedded(path.join(DATA_DIR, 'postgres'), { flags })
    const admin = { host: server.host, port: server.port, user: 'postgres' }
    const migrated = await migrate({ admin })
    return { name: 'portico', app: migrated.app, owner: migrated.admin, drop }
  },
})
const make = certificateMakers(t)
let owner: pg.Client

beforeAll(async () => {
  owner = new pg.Client({ host: server.host, port: server.port, user: 'postgres', database: 'portico' })
  owner.on('error', () => {})
  await owner.connect()
})
afterAll(() => owner.end())

const run = (command: string, env: Record<string, string> = {}, ...args: string[]) =>
  runProgram(`src/app/commands/${command}.ts`, { DATA_DIR, BACKUP_DIR, SECRET, ...env }, {}, args)

/** Every row of every table of ours, the queue and the runs of the backup aside. */
const stateOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname <> 'backups' order by 1`,
  )
  const state: Record<string, string[]> = {}
  for (const { name } of rows)
    state[name] = (await client.query(`select to_jsonb(r)::text as row from ${name} r order by 1`)).rows.map(
      ({ row }) => row as string,
    )
  return state
}

/** The files of a storage by their hashes. */
const filesOf = (dir: string) =>
  Object.fromEntries(
    fs
      .readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('.') && fs.statSync(path.join(dir, name)).isFile())
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(fs.readFileSync(path.join(dir, name)))
          .digest('hex'),
      ]),
  )

/** A learner with a certificate, whose document is in the storage. */
const certify = async () => {
  const school = await make.school()
  const graduate = await make.graduate(school)
  const { data } = await t.as(school.admin).call(createCertificates, { body: { users_courses: [graduate.related_id] } })
  const url = `/api/v1/certificates/${data[0]!.id}/download`
  const answer = await t.request(graduate.learner, { method: 'GET', url })
  expect(answer.statusCode).toBe(200)
  return { ...graduate, school, url, pdf: answer.rawPayload }
}
const clock = async () => {
  const { rows } = await owner.query<{ at: Date }>(`select date_trunc('milliseconds', clock_timestamp()) as at`)
  await delay(20)
  return rows[0]!.at
}

type Moment = { at: Date; state: Record<string, string[]>; files: Record<string, string> }
const moment = async (): Promise<Moment> => {
  const [state, files] = [await stateOf(owner), filesOf(path.join(DATA_DIR, 'files'))]
  return { at: await clock(), state, files }
}

let first: Awaited<ReturnType<typeof certify>>
let early: Moment
let middle: Moment
let late: Moment

test('a backup taken while the program runs restores to a moment: rows, files and documents as they were (OPS-060, OPS-061, OPS-062)', async () => {
  first = await certify()
  await t.app.services.files.put('notes/replaced.txt', 'first version')
  await t.app.services.files.put('notes/deleted.txt', 'deleted later')
  const whole = await run('backup')
  expect(whole).toEqual({ code: 0, said: expect.stringMatching(/^backup: the whole database and \d+ new files/) })
  early = await moment()
  await certify()
  await t.app.services.files.put('notes/replaced.txt', 'second, longer version')
  middle = await moment()
  await certify()
  await t.app.services.files.delete('notes/deleted.txt')
  const next = await run('backup')
  expect(next).toEqual({
    code: 0,
    said: expect.stringMatching(/^backup: what changed in the database and \d+ new files/),
  })
  late = await moment()
  await certify()
  const { rows } = await owner.query('select kind, error, ended_at is not null as has_ended from backups order by id')
  expect(rows).toEqual([
    { kind: 'base', error: null, has_ended: true },
    { kind: 'increment', error: null, has_ended: true },
  ])
  const checked = await run('check-backup')
  expect(checked).toEqual({ code: 0, said: expect.stringMatching(/everything is whole\ncan restore any time from/) })
})

/** Restores into a folder of its own and answers what is in it, through the program. */
const restoreTo = async (name: string, to: Date | null) => {
  const dataDir = path.join(folder, name)
  const result = await run('restore', { DATA_DIR: dataDir }, ...(to ? ['--to', to.toISOString()] : []))
  return { dataDir, result }
}

test('a restore to a time between two runs brings back exactly that state, and the app starts on it and backs up again (OPS-061, OPS-062, OPS-063, OPS-068)', async () => {
  const { dataDir, result } = await restoreTo('then', middle.at)
  expect(result).toEqual({ code: 0, said: expect.stringMatching(/restored: the database and \d+ files as of/) })
  expect(result.said).toMatch(/checks: \d+ portals, \d+ movements of credits, 2 certificates: everything adds up/)
  const restored = await startEmbedded(path.join(dataDir, 'postgres'), { flags })
  const client = new pg.Client({ host: restored.host, port: restored.port, user: 'postgres', database: 'portico' })
  await client.connect()
  expect(await stateOf(client)).toEqual(middle.state)
  await client.end()
  expect(filesOf(path.join(dataDir, 'files'))).toEqual({
    ...middle.files,
    // Replaced before the moment, deleted after it.
    'notes/deleted.txt': early.files['notes/deleted.txt'],
  })
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', SECRET, DATA_DIR: dataDir }, path.resolve('.'))
  const { app: database } = await migrate({ admin: { host: restored.host, port: restored.port, user: 'postgres' } })
  const app = await createApp({ config, database, hasPages: false, works: false })
  const answer = await app.http.inject({ method: 'GET', url: first.url, headers: headersOf(config, first.learner) })
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(first.pdf)).toBe(true)
  await app.close()
  await restored.stop()
  const continued = path.join(folder, 'continued')
  spawnSync('cp', ['-al', BACKUP_DIR, continued])
  const next = await run('backup', { DATA_DIR: dataDir, BACKUP_DIR: continued })
  expect(next).toEqual({ code: 0, said: expect.stringMatching(/^backup: the whole database/) })
  const { damages, ranges } = await checkBackup(continued)
  expect({ damages, ranges: ranges.length }).toEqual({ damages: [], ranges: 2 })
})

test('a restore that is killed is not believed, and running it again begins from the start (OPS-067)', async () => {
  const dataDir = path.join(folder, 'last')
  const killed = startProgram('src/app/commands/restore.ts', { DATA_DIR: dataDir, BACKUP_DIR, SECRET })
  await expect
    .poll(() => fs.existsSync(dataDir) && fs.readdirSync(dataDir).some((name) => name.startsWith('postgres.init')), {
      timeout: 20_000,
      interval: 1,
    })
    .toBe(true)
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(fs.existsSync(path.join(dataDir, 'postgres'))).toBe(false)
  expect(await run('migrate', { DATA_DIR: dataDir })).toMatchObject({ code: 1 })
})

test('without a time it restores the last run, and refuses a time that no run covers (OPS-061)', async () => {
  const { dataDir, result } = await restoreTo('last', null)
  expect(result.code, result.said).toBe(0)
  expect(result.said).toContain('3 certificates: everything adds up')
  expect(fs.readdirSync(dataDir).sort()).toEqual(['files', 'postgres'])
  expect(fs.existsSync(path.join(dataDir, 'files/notes/deleted.txt'))).toBe(false)
  const beyond = await restoreTo('beyond', new Date(late.at.getTime() + 3_600_000))
  expect(beyond.result).toEqual({ code: 1, said: expect.stringMatching(/does not reach .*any time from\n +20/) })
  expect(fs.existsSync(path.join(folder, 'beyond'))).toBe(false)
  const nonsense = await run('restore', { DATA_DIR: path.join(folder, 'beyond') }, '--to', 'yesterday')
  expect(nonsense).toEqual({ code: 1, said: expect.stringContaining('--to: "yesterday" is no time with a time zone') })
  const again = await run('restore', { DATA_DIR: dataDir })
  expect(again).toEqual({ code: 1, said: expect.stringMatching(/already holds postgres/) })
})

test('a run that is killed leaves nothing that counts, and the next one goes on (OPS-060)', async () => {
  const before = await run('check-backup')
  const killed = startProgram('src/app/commands/backup.ts', { DATA_DIR, BACKUP_DIR, SECRET }, {}, ['--full'])
  await expect
    .poll(() => fs.readdirSync(path.join(BACKUP_DIR, 'incoming')).length, { timeout: 20_000, interval: 1 })
    .toBeGreaterThan(0)
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(await run('check-backup')).toEqual(before)
  const next = await run('backup')
  expect(next.code, next.said).toBe(0)
  const after = await run('check-backup')
  expect(after).toEqual({ code: 0, said: expect.stringContaining('everything is whole') })
})

test('a damaged or missing part is named, by the check and before a restore writes anything (OPS-063)', async () => {
  const copy = path.join(folder, 'damaged')
  const names = (below: string) =>
    fs
      .readdirSync(path.join(copy, below), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(below, name))
      .filter((name) => fs.statSync(path.join(copy, name)).isFile())
      .sort()
  const copyBackup = () => {
    fs.rmSync(copy, { recursive: true, force: true })
    spawnSync('cp', ['-al', BACKUP_DIR, copy])
  }
  copyBackup()
  const parts = [
    names('wal')[1],
    names('wal')[2],
    names('objects').find((name) => !name.endsWith('.zst')),
    names('objects').find((name) => name.endsWith('.zst')),
  ].map((name) => path.join(copy, name!))
  flip(parts[0]!)
  fs.rmSync(parts[1]!)
  replace(parts[2]!, Buffer.from('x'))
  fs.rmSync(parts[3]!)
  const { damages } = await checkBackup(copy)
  expect(damages).toHaveLength(4)
  for (const words of [
    /^the segment \w{24} of the database's log (cannot be read|is not what was stored)/,
    /^the segment \w{24} of the database's log is missing/,
    /^the file \S+ is not what was stored/,
    /^the (database's )?file \S+ is missing/,
  ])
    expect(damages).toContainEqual(expect.stringMatching(words))
  copyBackup()
  for (const kind of ['bases', 'ticks']) flip(path.join(copy, names(kind).at(-1)!))
  const documents = await checkBackup(copy)
  expect(documents.damages).toEqual([
    expect.stringMatching(/^bases.* (cannot be read|is not what was written)/),
    expect.stringMatching(/^ticks.* (cannot be read|is not what was written)/),
  ])
  copyBackup()
  flip(path.join(copy, names('wal')[1]!))
  const target = path.join(folder, 'untouched')
  const { code, said } = await run('restore', { BACKUP_DIR: copy, DATA_DIR: target })
  expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/is damaged\. Nothing was written/) })
  expect(fs.existsSync(target)).toBe(false)
})

/** As another file: the copy shares those of the backup. */
const replace = (file: string, bytes: Buffer) => {
  fs.rmSync(file)
  fs.writeFileSync(file, bytes)
}
const flip = (file: string) => {
  const bytes = fs.readFileSync(file)
  bytes[Math.floor(bytes.length / 2)]! ^= 0xff
  replace(file, bytes)
}
