import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBackup } from '#platform/backup/check.ts'
import type { Config } from '#platform/process/config.ts'
import { testApp } from '../../../tests/api.ts'
import { runProgram } from '../../../tests/processes/program.ts'
import { NO_SMALL_DISK, smallDisk } from '../../../tests/processes/small-disk.ts'
import { runBackup, tellWhenLate } from './backups.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'backups-'))
const disk = smallDisk(1)
let now = new Date()
const t = testApp({ env: { DATA_DIR: path.join(folder, 'data') }, now: () => now })

beforeAll(async () => {
  await t.platform((tx) => tx.insertInto('portals').values({ slug: 'core', name: 'Core' }).execute())
})
afterAll(() => {
  disk?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const needs = (backupDir: string) => {
  const { host, port, user, password, database } = t.app.db.pool.options
  return {
    config: { ...t.config, backup_dir: backupDir } as Config,
    server: {
      admin: { host, port, user: 'postgres', password, database, role: user } as never,
      variable: 'DATABASE_URL',
    },
    db: t.app.db,
    files: t.app.services.files,
    now: () => now,
  }
}
const mails = async () =>
  (
    await t.platform((tx) =>
      tx
        .selectFrom('mails')
        .select(['to_email', 'text'])
        .where('template', '=', 'backup-problem')
        .orderBy('id')
        .execute(),
    )
  ).map(({ to_email, text }) => ({ to: to_email, text }))
const runs = () =>
  t.platform((tx) => tx.selectFrom('backups').select(['kind', 'error', 'ended_at']).orderBy('id').execute())

test('a backup that fails or is late is told to super admins once, until one has worked again (OPS-064)', async () => {
  const core = await t.make.portal()
  const staff = await t.make.person('super_admin', { portal: core })
  await t.make.person('portal_admin', { portal: core })
  const file = path.join(folder, 'a-file')
  fs.writeFileSync(file, '')
  await expect(runBackup(needs(file))).rejects.toThrow('BACKUP_DIR')
  now = new Date(now.getTime() + 300_000)
  await expect(runBackup(needs(file))).rejects.toThrow('BACKUP_DIR')
  const first = { to: staff.email, text: expect.stringContaining('cannot be written') }
  expect(await mails()).toEqual([first])
  now = new Date(now.getTime() + 300_000)
  const good = needs(path.join(folder, 'backup'))
  await t.app.services.files.put('a/b.txt', 'content')
  expect(await runBackup(good)).toMatchObject({ kind: 'files', files: 1, bytes: 7 })
  expect((await runs()).map(({ kind, error, ended_at }) => [kind, error === null, ended_at !== null])).toEqual([
    ['files', false, true],
    ['files', false, true],
    ['files', true, true],
  ])
  const since = now
  now = new Date(now.getTime() + 3_000_000)
  await tellWhenLate(good, since)
  expect(await mails()).toEqual([first])
  now = new Date(now.getTime() + 3_000_000)
  await tellWhenLate(good, since)
  await tellWhenLate(good, since)
  expect(await mails()).toEqual([
    first,
    { to: staff.email, text: expect.stringContaining('No backup has ended since') },
  ])
})

test('with a database of its own the files are backed up and restored, each content once and what is older than the days to keep goes (OPS-065, OPS-066)', async () => {
  const backup = path.join(folder, 'files-only')
  await t.app.services.files.put('a/one.txt', 'the same')
  await t.app.services.files.put('a/two.txt', 'the same')
  await runBackup(needs(backup))
  await t.app.services.files.delete('a/one.txt')
  expect(await runBackup(needs(backup))).toMatchObject({ kind: 'files', files: 0, bytes: 0 })
  const contents = () =>
    fs
      .readdirSync(path.join(backup, 'objects'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.length > 60)
  const before = contents()
  const { code, said } = await runProgram('src/app/commands/restore.ts', {
    BACKUP_DIR: backup,
    DATA_DIR: path.join(folder, 'none'),
  })
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('The backup holds files only.') })
  await t.app.services.files.delete('a/two.txt')
  const full = (days: number) => {
    const of = needs(backup)
    return runBackup({ ...of, config: { ...of.config, BACKUP_KEEP_DAYS: days } }, { isFull: true })
  }
  await full(1)
  expect(contents()).toEqual(before)
  await full(0)
  await full(0)
  expect(before.length - contents().length).toBe(1)
  expect((await checkBackup(backup)).damages).toEqual([])
})

test('a data folder with half a restore is not started on (OPS-067)', async () => {
  const dataDir = path.join(folder, 'half')
  fs.mkdirSync(dataDir)
  fs.writeFileSync(path.join(dataDir, 'restore.unfinished'), '')
  const { code, said } = await runProgram('src/app/commands/migrate.ts', { DATA_DIR: dataDir })
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('was cut short. Run npm run restore again') })
})

test.skipIf(disk === null)(
  `a full disk is named, and what was stored before stays whole (OPS-063) [${NO_SMALL_DISK}]`,
  async () => {
    const backup = path.join(disk!.dir, 'backup')
    await runBackup(needs(backup))
    await t.app.services.files.put('a/large.bin', Buffer.alloc(2 ** 21, 'x'))
    await expect(runBackup(needs(backup))).rejects.toThrow(/BACKUP_DIR: the disk of .* is full\. Make room/)
    const { code, said } = await runProgram('src/app/commands/check-backup.ts', { BACKUP_DIR: backup })
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('everything is whole') })
  },
)
