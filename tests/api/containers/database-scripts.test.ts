import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../containers/cluster.ts'
import { engineFolder, makeRoot, noEngine, type Running, runIn, startIn, userIn } from '../../containers/engine.ts'

const checkout = path.resolve(import.meta.dirname, '../../..')
/** Debian's, which brings the tools that the embedded one lacks; the scripts do not depend on the version. */
const BINARIES = ['17', '15', '18', '16'].map((version) => `/usr/lib/postgresql/${version}/bin`).find(fs.existsSync)
const missing = noEngine() ?? (BINARIES ? null : 'needs PostgreSQL of Debian (apt-get install postgresql)')
const PORT = 5432
const PSQL = ['psql', '--username=postgres', '--quiet', '--tuples-only', '--no-align']
const ENV = {
  PATH: `${BINARIES}:/usr/bin:/bin`,
  PGDATA: '/var/lib/postgresql/data',
  PGPASSWORD: 'the-password',
  REPLICA_PASSWORD: 'the-password',
  POSTGRES_USER: 'postgres',
  PGHOST: '/var/run/postgresql',
  BACKUP_KEEP_DAYS: '14',
}

/** What docs/operations.md has a container run to bring the database back, as a shell passes it on. */
const restoreScript = () => {
  const guide = fs.readFileSync(path.join(checkout, 'docs/operations.md'), 'utf8')
  const [, command = ''] = /^(docker compose run [^\n]*--user postgres postgres -ec '\n[\s\S]*?')$/m.exec(guide) ?? []
  const passOn = 'docker() { while [ "$1" != -ec ]; do shift; done; printf %s "$2"; }'
  return spawnSync('sh', ['-ec', `${passOn}\n${command}`], { encoding: 'utf8' }).stdout
}

describe.skipIf(missing)(`the scripts of the database in compose.yaml [${missing ?? 'all here'}]`, () => {
  const folder = engineFolder()
  const network = `127.${200 + (process.pid % 50)}.${Math.floor(process.pid / 50) % 250}`
  const hosts = { postgres: `${network}.1`, 'postgres-replica': `${network}.2` }
  const scripts = { source: path.join(checkout, 'deploy/postgres'), target: '/etc/portico' }
  const archive = path.join(folder, 'backups')
  const mounts = [scripts, { source: archive, target: '/backups' }]
  const running: Running[] = []
  const orders = { user: 'postgres', env: ENV, mounts }

  const place = (name: string) => {
    const root = makeRoot(path.join(folder, name), hosts)
    const { uid, gid } = userIn(root, 'postgres')
    for (const one of ['var/run/postgresql', 'var/lib/postgresql']) {
      fs.mkdirSync(path.join(root, one), { recursive: true })
      fs.chownSync(path.join(root, one), uid, gid)
    }
    return root
  }
  const command = (name: keyof typeof hosts) => [
    ...['postgres', `-clisten_addresses=${hosts[name]}`, '-cunix_socket_directories=/var/run/postgresql'],
    ...['-carchive_mode=on', '-carchive_command=sh /etc/portico/archive.sh %p %f', '-cfsync=off'],
  ]
  const ask = async (name: keyof typeof hosts, sql: string) => {
    const client = new pg.Client({
      host: hosts[name],
      port: PORT,
      user: 'replica',
      password: ENV.REPLICA_PASSWORD,
      database: 'postgres',
    })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  const answers = (name: keyof typeof hosts) => () =>
    ask(name, 'select 1').then(
      () => true,
      () => false,
    )
  let primary = ''

  beforeAll(async () => {
    primary = place('primary')
    fs.mkdirSync(path.join(archive, 'log'), { recursive: true })
    fs.mkdirSync(path.join(archive, 'copies'), { recursive: true })
    const { uid, gid } = userIn(primary, 'postgres')
    for (const one of ['', 'log', 'copies']) fs.chownSync(path.join(archive, one), uid, gid)
    const options = '-clisten_addresses= -cunix_socket_directories=/var/run/postgresql'
    runIn(primary, {
      ...orders,
      command: [
        ...['sh', '-ec'],
        `initdb --pgdata="$PGDATA" --username=postgres --auth-host=scram-sha-256 >/dev/null
        echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
        pg_ctl --pgdata="$PGDATA" --wait --silent --log=/tmp/log --options='${options}' start
        /etc/portico/20-replication.sh
        pg_ctl --pgdata="$PGDATA" --wait --silent stop`,
      ],
    })
    const one = startIn(primary, { ...orders, command: command('postgres') })
    running.push(one)
    await until('the primary', answers('postgres'), one)
  })
  afterAll(async () => {
    for (const one of running.toReversed()) await one.kill('SIGKILL')
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const psql = (root: string, text: string) => runIn(root, { ...orders, command: [...PSQL, '--command', text] }).trim()
  const write = (text: string) => psql(primary, text)

  test('a replica copies the primary once, follows it, and starts again on what it has (OPS-051)', async () => {
    const replica = place('replica')
    const entry = ['sh', '/etc/portico/replica.sh', ...command('postgres-replica')]
    const { PGHOST: _, ...env } = ENV
    const start = async () => {
      const one = startIn(replica, { ...orders, env, command: entry })
      await until('the replica', answers('postgres-replica'), one)
      return one
    }
    write("create table notes (text text); grant select on notes to replica; insert into notes values ('first')")
    const one = await start()
    const notes = () => ask('postgres-replica', 'select text, pg_is_in_recovery() as follows from notes order by text')
    await expect.poll(notes).toEqual([{ text: 'first', follows: true }])
    expect(await one.kill('SIGINT')).toBe(0)
    write(`insert into notes values ('second')`)
    running.push(await start())
    await expect.poll(notes).toMatchObject([{ text: 'first' }, { text: 'second' }])
  })

  test('a copy and the archived log bring back what was written after the copy, by the commands of docs/operations.md (OPS-052)', async () => {
    const { PGHOST: _, ...env } = ENV
    expect(runIn(primary, { ...orders, env, command: ['sh', '/etc/portico/backup.sh', 'once'] })).toContain(
      'Copied the database to',
    )
    write(`create table later (text text); insert into later values ('after the copy')`)
    const file = psql(primary, 'select pg_walfile_name(pg_current_wal_lsn())')
    write('select pg_switch_wal()')
    await expect.poll(() => fs.existsSync(path.join(archive, 'log', file))).toBe(true)
    const { uid, gid } = userIn(primary, 'postgres')
    const restored = place('restored')
    const data = path.join(restored, ENV.PGDATA)
    fs.mkdirSync(data, { mode: 0o700 })
    fs.chownSync(data, uid, gid)
    fs.chownSync(path.dirname(data), uid, gid)
    runIn(restored, {
      ...orders,
      command: [
        ...['sh', '-ec'],
        `${restoreScript()}
        test -d "$PGDATA.before"
        pg_ctl --pgdata="$PGDATA" --wait --silent --log=/tmp/log --options='-clisten_addresses= -cunix_socket_directories=/var/run/postgresql' start`,
      ],
    })
    // It answers while it still reads the log.
    await expect.poll(() => psql(restored, 'select pg_is_in_recovery()')).toBe('f')
    expect(psql(restored, 'select text from later')).toBe('after the copy')
    runIn(restored, {
      ...orders,
      command: ['pg_ctl', '--pgdata=/var/lib/postgresql/data', '--wait', '--silent', '--mode=immediate', 'stop'],
    })
  })

  test('the archive refuses another file under a name that it has, and takes the same one again (OPS-052)', () => {
    const script = path.join(checkout, 'deploy/postgres/archive.sh')
    const one = path.join(folder, 'one')
    const keep = (text: string) => {
      fs.writeFileSync(one, text)
      return spawnSync('sh', [script, one, 'x'], { env: { ...process.env, ARCHIVE: archive } }).status
    }
    expect([keep('log'), keep('log'), keep('other')]).toEqual([0, 0, 1])
    expect(fs.readFileSync(path.join(archive, 'log/x'), 'utf8')).toBe('log')
  })
})
