// PgBouncer in transaction mode before the database of a test.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './built-program.ts'

/** `PGBOUNCER` names another one than the machine's, such as one that keeps named statements. */
const PROGRAM = process.env['PGBOUNCER'] ?? 'pgbouncer'

export const hasPgBouncer = (): boolean => spawnSync(PROGRAM, ['--version']).status === 0
export const HOW_TO_GET_PGBOUNCER = 'PgBouncer is not installed (apt-get install pgbouncer)'

export type PgBouncer = {
  /** Connects through it as the program's role. */
  connection: pg.ClientConfig
  /** Runs a command of its admin console, such as RECONNECT. */
  order: (command: string) => Promise<void>
  close: () => Promise<void>
}

/** Starts it with at most `size` connections to the server, as the owner of the server's socket: it refuses to be root. */
export const startPgBouncer = async (
  server: pg.ClientConfig,
  { size, lines = [] }: { size: number; lines?: string[] },
): Promise<PgBouncer> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-pgbouncer-'))
  const file = path.join(folder, 'pgbouncer.ini')
  const port = await freePort()
  const { host, port: serverPort, database } = server
  const users = path.join(folder, 'users.txt')
  fs.writeFileSync(users, '"portico_app" ""\n')
  fs.writeFileSync(
    file,
    [
      '[databases]',
      `${database} = host=${host} port=${serverPort} dbname=${database}`,
      '[pgbouncer]',
      ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
      // The server's own rules let in everyone who can reach its socket.
      ...['auth_type = trust', `auth_file = ${users}`],
      ...[
        'admin_users = portico_app',
        'pool_mode = transaction',
        `default_pool_size = ${size}`,
        'max_client_conn = 500',
      ],
      ...lines,
    ].join('\n'),
  )
  const { uid, gid } = fs.statSync(host ?? '')
  for (const one of [folder, file, users]) fs.chownSync(one, uid, gid)
  let said = ''
  const child: ChildProcess = spawn(PROGRAM, [file], { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000)
  })
  const connection: pg.ClientConfig = { host: '127.0.0.1', port, user: 'portico_app', ...(database && { database }) }
  const answers = async () => {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    return client
      .connect()
      .then(() => client.query('select 1'))
      .then(() => client.end())
      .then(
        () => true,
        () => false,
      )
  }
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}\n${said}`)
    await delay(20)
  }
  return {
    connection,
    order: async (command) => {
      const client = new pg.Client({ ...connection, database: 'pgbouncer' })
      await client.connect()
      await client.query(command)
      await client.end()
    },
    close: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      fs.rmSync(folder, { recursive: true })
    },
  }
}
