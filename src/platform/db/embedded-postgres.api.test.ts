import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from './embedded-postgres.ts'
import { holderOf, repairPackage } from './embedded-postgres-files.ts'

const launcher = pathToFileURL(path.join(import.meta.dirname, 'embedded-postgres.ts')).href
const isRoot = process.getuid?.() === 0
const isWindows = process.platform === 'win32'
const flags = ['-c', 'fsync=off']

let folder: string
let children: ChildProcess[]

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launcher-'))
  fs.chmodSync(folder, 0o755)
  children = []
})

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  // A killed server may still be writing its last file.
  await expect.poll(() => fs.existsSync(path.join(folder, 'pg', 'postmaster.pid')), { timeout: 10_000 }).toBe(false)
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Another Node process that starts the database and keeps it until it is killed. */
async function startElsewhere(dataDir: string, identity: { uid?: number; gid?: number } = {}) {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(launcher)})
    const { host, port, owner, pid } = await startEmbedded(${JSON.stringify(dataDir)}, ${JSON.stringify({ flags })})
    console.log(JSON.stringify({ host, port, owner, pid }))
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...identity,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
  })
  children.push(child)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const line = await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data').then(([text]) => text as string),
    once(child, 'exit').then(() => Promise.reject(new Error(errors))),
  ])
  return { child, ...(JSON.parse(line) as { host: string; port: number; owner: boolean; pid: number }) }
}

async function query(at: { host: string; port: number; password?: string | undefined }, sql: string) {
  const client = new pg.Client({ ...at, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a new database is UTF-8, sorted by the built-in C.UTF-8, and keeps its rows across a restart', async () => {
  const first = await startEmbedded(path.join(folder, 'pg'), { flags })
  expect(first.owner).toBe(true)
  expect(
    await query(
      first,
      `select datlocale, pg_encoding_to_char(encoding) as encoding from pg_database where datname = 'postgres'`,
    ),
  ).toEqual([{ datlocale: 'C.UTF-8', encoding: 'UTF8' }])
  await query(first, `create table kept as select 'still here' as word`)
  await first.stop()
  expect(holderOf(first.pid)).not.toBe('the server')

  const second = await startEmbedded(path.join(folder, 'pg'), { flags })
  expect(await query(second, 'select word from kept')).toEqual([{ word: 'still here' }])
  await second.stop()
  expect(fs.readdirSync(folder)).toEqual(['pg'])
})

test.skipIf(isWindows)(
  'the server listens on a socket in a folder that only its owner may enter, and keeps 4 GB of its log for a backup (OPS-060)',
  async () => {
    const server = await startEmbedded(path.join(folder, 'pg'), { flags })
    expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(fs.statSync(server.host).mode & 0o777).toBe(0o700)
    // A backup that fetches nothing for long does not fill the disk.
    expect(await query(server, 'show max_slot_wal_keep_size')).toEqual([{ max_slot_wal_keep_size: '4GB' }])
    await server.stop()
  },
)

test.skipIf(isWindows)('a data folder with a long path has its socket in a private folder elsewhere', async () => {
  const dataDir = path.join(folder, 'a'.repeat(60), 'b'.repeat(60), 'pg')
  const server = await startEmbedded(dataDir, { flags })
  expect(server.host).not.toBe(dataDir)
  expect(fs.statSync(server.host).mode & 0o777).toBe(0o700)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  fs.rmSync(server.host, { recursive: true, force: true })
})

test('if two processes start at once on an empty folder, one owns the database and the other attaches', async () => {
  const dataDir = path.join(folder, 'pg')
  const [one, two] = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)])
  expect([one.owner, two.owner].sort()).toEqual([false, true])
  expect(one.pid).toBe(two.pid)
  const here = await startEmbedded(dataDir, { flags })
  expect(here.owner).toBe(false)
  await here.stop()
  expect(await query(here, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the server ends when its process is killed without warning, and the next start loses no commit', async () => {
  const dataDir = path.join(folder, 'pg')
  const elsewhere = await startElsewhere(dataDir)
  await query(elsewhere, `create table kept as select 'committed' as word`)
  elsewhere.child.kill('SIGKILL')
  await expect.poll(() => holderOf(elsewhere.pid), { timeout: 15_000 }).not.toBe('the server')

  const next = await startEmbedded(dataDir, { flags })
  expect(next.owner).toBe(true)
  expect(await query(next, 'select word from kept')).toEqual([{ word: 'committed' }])
  await next.stop()
})

test.skipIf(isWindows)(
  'the server goes on with those who use it, and ends with the last of them (OPS-004)',
  async () => {
    const dataDir = path.join(folder, 'pg')
    const first = await startElsewhere(dataDir)
    const second = await startElsewhere(dataDir)
    const here = await startEmbedded(dataDir, { flags })
    expect([first.owner, second.owner, here.owner]).toEqual([true, false, false])

    // Abruptly, as by kill -9, and in an orderly way. The others notice nothing.
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    expect(await query(here, 'select 1 as one')).toEqual([{ one: 1 }])
    await here.stop()
    expect(holderOf(first.pid)).toBe('the server')
    expect(await query(second, 'select 2 as two')).toEqual([{ two: 2 }])

    second.child.kill('SIGKILL')
    // Until it is reaped, its number counts as in use, and the next start would leave its note there.
    await once(second.child, 'exit')
    await expect.poll(() => holderOf(first.pid)).not.toBe('the server')
    await expect.poll(() => fs.readdirSync(dataDir).filter((name) => /^lifeline\.\d+$/.test(name))).toEqual([])
    const next = await startEmbedded(dataDir, { flags })
    expect(next.owner).toBe(true)
    await next.stop()
    expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('lifeline'))).toEqual([])
  },
)

test('the last process to leave a server that another process started waits until it has stopped (OPS-004)', async () => {
  const dataDir = path.join(folder, 'pg')
  const elsewhere = await startElsewhere(dataDir)
  const here = await startEmbedded(dataDir, { flags })
  elsewhere.child.kill('SIGKILL')
  await once(elsewhere.child, 'exit')
  await here.stop()
  expect(holderOf(here.pid)).not.toBe('the server')
})

test('a process that uses a server is told if the server ends anyway (OPS-004)', async () => {
  const dataDir = path.join(folder, 'pg')
  const first = await startEmbedded(dataDir, { flags })
  const second = await startEmbedded(dataDir, { flags })
  process.kill(first.pid, 'SIGQUIT')
  await Promise.all([first.lost, second.lost])
  await second.stop()
  await first.stop()
})

test('a state file whose process number now belongs to another program does not prevent a start', async () => {
  const dataDir = path.join(folder, 'pg')
  await (await startEmbedded(dataDir, { flags })).stop()
  const stale = [process.pid, dataDir, 1, 5432, dataDir, '', '  1 1', 'ready   ', ''].join('\n')
  fs.writeFileSync(path.join(dataDir, 'postmaster.pid'), stale)
  const server = await startEmbedded(dataDir, { flags })
  expect(server.owner).toBe(true)
  await server.stop()
})

test('an interrupted initialization is cleaned up by the next one', async () => {
  const dead = spawn(process.execPath, ['-e', ''])
  await once(dead, 'exit')
  fs.mkdirSync(path.join(folder, `pg.init-${dead.pid}-00000000`))
  const server = await startEmbedded(path.join(folder, 'pg'), { flags })
  await server.stop()
  expect(fs.readdirSync(folder)).toEqual(['pg'])
})

test('a folder with other content is left alone', async () => {
  const dataDir = path.join(folder, 'pg')
  fs.mkdirSync(dataDir)
  fs.writeFileSync(path.join(dataDir, 'thesis.txt'), 'mine')
  await expect(startEmbedded(dataDir)).rejects.toThrow('is not empty and holds no database')
  expect(fs.readdirSync(dataDir)).toEqual(['thesis.txt'])
})

test('a setting that the server does not know is reported in the server’s words', async () => {
  await expect(
    startEmbedded(path.join(folder, 'pg'), { flags: [...flags, '-c', 'no_such_setting=1'] }),
  ).rejects.toThrow('no_such_setting')
})

test.runIf(isRoot)('a run as root leaves the database to the owner of the parent folder', async () => {
  fs.chownSync(folder, 65534, 65534)
  const server = await startEmbedded(path.join(folder, 'pg'), { flags })
  expect(fs.statSync(path.join(folder, 'pg')).uid).toBe(65534)
  await server.stop()
  const again = await startElsewhere(path.join(folder, 'pg'), { uid: 65534, gid: 65534 })
  expect(again.owner).toBe(true)
  again.child.kill('SIGTERM')
})

test.runIf(isRoot)('a user who may not enter the data folder is told who owns it', async () => {
  const server = await startEmbedded(path.join(folder, 'pg'), { flags })
  await expect(startElsewhere(path.join(folder, 'pg'), { uid: 65534, gid: 65534 })).rejects.toThrow(
    'is not accessible to this user',
  )
  await server.stop()
})

test.runIf(isRoot && process.platform === 'linux')('root can use a folder that no other user can reach', async () => {
  fs.chmodSync(folder, 0o700)
  const first = await startEmbedded(path.join(folder, 'pg'), { flags })
  await query(first, `create table kept as select 'still here' as word`)
  await first.stop()
  expect(fs.statSync(path.join(folder, 'pg')).uid).toBe(0)

  // Once the folder is open to others, the database moves to its own user with all rows.
  fs.chmodSync(folder, 0o755)
  const second = await startEmbedded(path.join(folder, 'pg'), { flags })
  expect(await query(second, 'select word from kept')).toEqual([{ word: 'still here' }])
  expect(fs.statSync(path.join(folder, 'pg')).uid).not.toBe(0)
  await second.stop()
})

test.skipIf(isWindows)('links and execute permissions that a blocked install script left out are created', () => {
  const native = path.join(folder, 'package', 'native')
  fs.mkdirSync(path.join(native, 'bin'), { recursive: true })
  fs.mkdirSync(path.join(native, 'lib'))
  fs.writeFileSync(path.join(native, 'bin', 'postgres'), '#!/bin/sh\n', { mode: 0o644 })
  fs.writeFileSync(path.join(native, 'lib', 'libpq.so.5.18'), 'library')
  fs.writeFileSync(
    path.join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  )
  repairPackage(native)
  repairPackage(native)
  expect(fs.readFileSync(path.join(native, 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
  expect(fs.readlinkSync(path.join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
  expect(fs.statSync(path.join(native, 'bin', 'postgres')).mode & 0o111).toBe(0o111)
})
