// A primary of a test's own and a streaming replica of it, which can be stopped in every way that a server can.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { databaseFiles } from '#platform/backup/cluster.ts'
import { startEmbedded } from '#platform/db/embedded-postgres.ts'
import { findBinaries, findRunner, giveTo, serverEnvironment } from '#platform/db/embedded-postgres-files.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { TestDatabase } from '../database.ts'

const NAME = 'portico'
export const APP_PASSWORD = 'the password of the program'
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=60',
  'wal_keep_size=256MB',
]
const flagsOf = (settings: readonly string[]) => settings.flatMap((line) => ['-c', line])

export type TestReplica = {
  /** Connects as the program does; only its right password is let in. */
  connection: pg.ClientConfig
  /** As the superuser. */
  query: (text: string) => Promise<Record<string, unknown>[]>
  /** Ends it by SIGKILL. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Holds all of its processes, as a machine that hangs does, until `wakeUp`. */
  hang: () => void
  wakeUp: () => void
  /** Replays nothing more until `resume`. */
  pause: () => Promise<void>
  resume: () => Promise<void>
  /** Makes it take writes of its own. */
  promote: () => Promise<void>
  /** Throws away what is there and copies the primary once more. */
  remake: () => Promise<void>
}

export type ReplicatedDatabase = { database: TestDatabase; replica: TestReplica; close: () => Promise<void> }

const withClient = async <T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Copies the files of a running primary, as decision 049 does for backups, and says whose log the copy follows. */
const copyPrimary = async (admin: pg.ClientConfig, from: string, to: string): Promise<void> => {
  await withClient(admin, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    const { folders, files } = databaseFiles(from)
    for (const folder of ['', ...folders]) fs.mkdirSync(path.join(to, folder), { recursive: true, mode: 0o700 })
    for (const file of files) fs.copyFileSync(path.join(from, file), path.join(to, file))
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    fs.writeFileSync(path.join(to, 'backup_label'), rows[0].labelfile)
  })
  fs.writeFileSync(path.join(to, 'standby.signal'), '')
  const settings = [
    `primary_conninfo = 'host=${admin.host} port=${admin.port} user=postgres'`,
    // What stands in the way of replaying is ended at once.
    'max_standby_streaming_delay = 0',
    'wal_retrieve_retry_interval = 100',
  ]
  fs.writeFileSync(path.join(to, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  fs.writeFileSync(path.join(to, 'pg_hba.conf'), 'local all portico_app scram-sha-256\nlocal all all trust\n')
}

const openTestReplica = (admin: pg.ClientConfig, primaryFolder: string, folder: string): TestReplica => {
  const own = { host: folder, port: 5432, database: NAME }
  const asAdmin: pg.ClientConfig = { ...own, user: 'postgres' }
  let server: ChildProcess | undefined

  const query: TestReplica['query'] = (text) =>
    withClient(asAdmin, async (client) => (await client.query(text)).rows as Record<string, unknown>[])
  const processes = (): number[] => {
    const pid = server?.pid ?? 0
    const below = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    return [pid, ...below]
  }
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of processes())
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended meanwhile.
      }
  }
  const start = async () => {
    const { program } = findBinaries()
    const { prefix, identity } = findRunner(folder, [program('postgres')])
    giveTo(folder, identity)
    const command = [...prefix, program('postgres'), '-D', folder, '-k', folder, '-p', '5432']
    const settings = flagsOf([...FAST, 'listen_addresses=', 'log_min_messages=fatal'])
    server = spawn(command[0]!, [...command.slice(1), ...settings], {
      ...identity,
      cwd: '/',
      env: serverEnvironment,
      stdio: 'ignore',
    })
    const isReady = () =>
      query('select 1').then(
        () => true,
        () => false,
      )
    while (!(await isReady())) {
      if (server.exitCode !== null) throw new Error(`The replica ended with ${server.exitCode}`)
      await delay(20)
    }
  }
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    signalAll('SIGKILL')
    await ended
    fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true })
  }
  return {
    connection: { ...own, user: 'portico_app', password: APP_PASSWORD },
    query,
    kill,
    start,
    hang: () => signalAll('SIGSTOP'),
    wakeUp: () => signalAll('SIGCONT'),
    pause: async () => {
      await query('select pg_wal_replay_pause()')
      while ((await query('select pg_get_wal_replay_pause_state() as state'))[0]?.['state'] !== 'paused') await delay(5)
    },
    resume: async () => {
      await query('select pg_wal_replay_resume()')
    },
    promote: async () => {
      await query('select pg_promote()')
    },
    remake: async () => {
      await kill()
      fs.rmSync(folder, { recursive: true, force: true })
      await copyPrimary(admin, primaryFolder, folder)
      await start()
    },
  }
}

/** Starts both, with the tables of the product. */
export const startReplicated = async (): Promise<ReplicatedDatabase> => {
  const parent = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir()
  const folder = fs.mkdtempSync(path.join(parent, `portico-replicated-${process.pid}-`))
  fs.chmodSync(folder, 0o755)
  const primaryFolder = path.join(folder, 'primary')
  const primary = await startEmbedded(primaryFolder, { flags: flagsOf(FAST) })
  const admin: pg.ClientConfig = { host: primary.host, port: primary.port, user: 'postgres', database: NAME }
  const { app } = await migrate({ admin, database: NAME, appPassword: APP_PASSWORD })
  const replica = openTestReplica(admin, primaryFolder, path.join(folder, 'replica'))
  await replica.remake()
  const close = async () => {
    await replica.kill()
    await primary.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { database: { name: `replicated_${process.pid}`, app, owner: admin, drop: close }, replica, close }
}
