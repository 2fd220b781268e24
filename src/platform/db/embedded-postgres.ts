// Starts the PostgreSQL that comes with the packages, so that a clone runs without any installed database.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../process/start-error.ts'
import {
  code,
  explainAccess,
  findBinaries,
  findRunner,
  giveTo,
  holderOf,
  isInitialized,
  onWindows,
  type Runner,
  readState,
  type ServerState,
  serverEnvironment,
  socketFolder,
} from './embedded-postgres-files.ts'
import { joinLifeline, makeLifeline, signIn } from './embedded-postgres-users.ts'

export interface EmbeddedPostgres {
  /** Folder of the unix socket, or 127.0.0.1 on Windows. */
  host: string
  port: number
  /** The superuser `postgres` needs it on Windows only, where the server listens on TCP. */
  password: string | undefined
  /** Whether this process started the server; false when it attached to one that was already running. */
  owner: boolean
  pid: number
  /**
   * Leaves the server, which ends with the last process that uses it. Resolves when it is gone, or at once where another
   * process still uses it.
   */
  stop(): Promise<void>
  /** Resolves when the server has ended although this process has not left it. */
  lost: Promise<void>
}

/** A server that recovers from a crash replays its log first; nobody waits longer than this for another's server. */
const ATTACH_LIMIT_MS = 120_000
/** After this a stop no longer waits for what runs, and the next start recovers. */
const STOP_LIMIT_MS = 15_000
/** So often a process that attached looks whether the server is still there. */
const LOOK_EVERY_MS = 1_000
const LOG_LIMIT_BYTES = 1_000_000

/**
 * Starts, or attaches to, the database in `dataDir`, creating it on first use. Reachable only by its owner (socket in
 * a private folder); ends when the last process that uses it ends, however it does. `flags` are passed to `postgres`.
 */
export async function startEmbedded(
  dataDir: string,
  { flags = [] }: { flags?: string[] } = {},
): Promise<EmbeddedPostgres> {
  const folder = path.resolve(dataDir)
  const deadline = Date.now() + ATTACH_LIMIT_MS
  for (;;) {
    const running = await findRunning(folder, deadline)
    const attached = running && (await attach(folder, running))
    if (attached) return attached
    if (running) {
      // It has just been left by its last user.
      if (Date.now() > deadline) throw new StartError(`The database in ${folder} does not end.`)
      await delay(20)
      continue
    }
    const { program } = findBinaries()
    try {
      fs.mkdirSync(path.dirname(folder), { recursive: true })
    } catch (error) {
      throw explainAccess(path.dirname(folder), error)
    }
    const runner = findRunner(folder, [program('initdb'), program('postgres')])
    if (!isInitialized(folder)) initialize(folder, runner, program('initdb'), flags)
    const started = onWindows
      ? await launchOnWindows(folder, program('pg_ctl'), flags)
      : await launch(folder, runner, program('postgres'), flags)
    if (started) return started
    // Somebody else was quicker: wait until that server is ready, and attach.
    if (Date.now() > deadline)
      throw new StartError(`Another process holds ${folder}, and its database does not answer.`)
    await delay(50)
  }
}

function connection(folder: string, { host, port, pid }: ServerState) {
  const password = onWindows ? fs.readFileSync(path.join(folder, PASSWORD_FILE), 'utf8').trim() : undefined
  return { host, port, pid, password }
}

async function findRunning(folder: string, deadline: number) {
  for (;;) {
    const state = readState(folder)
    if (!state) return undefined
    if (state.ready && (await answers(state, folder))) return state
    const holder = holderOf(state.pid)
    if (holder === 'nobody') return undefined
    if (holder === 'another program') {
      // The server died, and its number went to another program: PostgreSQL would take that for a living server.
      if (readState(folder)?.pid === state.pid) fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (Date.now() > deadline) throw new StartError(`The database in ${folder} (process ${state.pid}) does not answer.`)
    await delay(20)
  }
}

function answers({ host, port }: ServerState, folder: string) {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const socket = onWindows ? net.connect(port, '127.0.0.1') : net.connect({ path: path.join(host, `.s.PGSQL.${port}`) })
  socket.on('connect', () => {
    socket.destroy()
    resolve(true)
  })
  socket.on('error', (error) => (code(error) === 'EACCES' ? reject(explainAccess(folder, error)) : resolve(false)))
  return promise
}

const PASSWORD_FILE = 'superuser.password'

/**
 * Creates the database in a temporary folder and renames it, so that a crash leaves no half-made one. Of two processes,
 * the slower one discards its own.
 */
function initialize(folder: string, { prefix, identity }: Runner, initdb: string, flags: string[]) {
  sweep(folder)
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) {
    throw new StartError(`${folder} is not empty and holds no database.`)
  }
  const fresh = `${folder}.init-${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    fs.mkdirSync(fresh, { mode: 0o700 })
  } catch (error) {
    throw explainAccess(path.dirname(folder), error)
  }
  try {
    giveTo(fresh, identity)
    const options = ['-D', fresh, '-U', 'postgres', '--encoding=UTF8', '--locale=C']
    // Byte order with Unicode case rules: the same on every system, whatever its locales and their versions.
    options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8')
    const passwordFile = `${fresh}.password`
    if (onWindows) {
      fs.writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
      options.push('--auth=scram-sha-256', `--pwfile=${passwordFile}`)
    } else {
      options.push('--auth-local=trust', '--auth-host=reject')
    }
    if (flags.includes('fsync=off')) options.push('--no-sync')
    const [command = initdb, ...rest] = [...prefix, initdb, ...options]
    const result = spawnSync(command, rest, { ...identity, cwd: '/', env: serverEnvironment, encoding: 'utf8' })
    if (result.status !== 0) throw new StartError(`initdb failed: ${result.error?.message ?? result.stderr.trim()}`)
    if (onWindows) {
      fs.renameSync(passwordFile, path.join(fresh, PASSWORD_FILE))
      if (fs.existsSync(folder)) fs.rmdirSync(folder)
    }
    fs.renameSync(fresh, folder)
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true })
    if (isInitialized(folder)) return
    if (code(error) === 'EBUSY' || code(error) === 'EXDEV') {
      throw new StartError(`${folder} is a mount point; mount the folder above it instead.`, { cause: error })
    }
    throw error
  }
}

/** Removes what an initialisation left behind whose process is gone. */
function sweep(folder: string) {
  const prefix = `${path.basename(folder)}.init-`
  for (const name of fs.readdirSync(path.dirname(folder))) {
    if (!name.startsWith(prefix)) continue
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    try {
      process.kill(pid, 0)
    } catch (error) {
      if (code(error) === 'ESRCH') fs.rmSync(path.join(path.dirname(folder), name), { recursive: true, force: true })
    }
  }
}

/** Errors of statements are the program's business and reach it; the log is for what ends the server. */
const quietly = ['-c', 'log_min_messages=fatal', '-c', 'log_checkpoints=off']
/** A backup that no longer fetches the log must not fill the disk: the server gives up on it, and the next is a whole one. */
const keptLog = ['-c', 'max_slot_wal_keep_size=4GB']

// The shell reads from a named pipe whose other end every process holds that uses the server. When the last of them has
// left or ended, kill -9 included, `read` returns and the server gets its fast shutdown. The pipe is removed first, so
// that nobody joins a server that is about to end. The pid is printed at once, so that the caller can tell its own
// server from another's; the pipe is named for it before the server can be found.
const LIFELINE = `
made=$1
name=$2
shift 2
exec 4<"$made" 3<&-
/bin/sh -c 'mv "$1" "$2.$$" && shift 2 && exec "$@"' sh "$made" "$name" "$@" </dev/null >/dev/null 4<&- &
server=$!
echo $server
exec >&-
(while read -r line; do :; done; rm -f "$name.$server"; kill -INT $server) <&4 2>/dev/null &
lifeline=$!
exec 4<&-
wait $server
status=$?
kill $lifeline 2>/dev/null
rm -f "$name.$server"
exit $status
`

/** Resolves when the server is ready; undefined when another server holds the folder. */
async function launch(folder: string, { prefix, identity }: Runner, postgres: string, flags: string[]) {
  const sockets = socketFolder(folder, identity)
  const settings = ['-c', 'listen_addresses=', '-c', 'unix_socket_permissions=0700', ...quietly, ...keptLog, ...flags]
  const log = openLog(folder, identity)
  const lifeline = makeLifeline(folder, identity)
  const command = [...prefix, postgres, '-D', folder, '-k', sockets, '-p', '5432', ...settings]
  const child = spawn('/bin/sh', ['-c', LIFELINE, 'sh', lifeline.made, lifeline.name, ...command], {
    ...identity,
    cwd: '/',
    env: serverEnvironment,
    stdio: ['ignore', 'pipe', log.descriptor, lifeline.descriptor],
    // Detached: a Ctrl+C in the terminal is for the program, which then ends the server in its own order.
    detached: true,
  })
  fs.closeSync(log.descriptor)
  const leave = () => fs.closeSync(lifeline.descriptor)
  const started = await watch(child, leave, folder, log.written).catch((error) => {
    leave()
    throw error
  })
  if (!started) leave()
  return started
}

/** Without a shell, and because only pg_ctl can drop an administrator's rights, a small Node process is the lifeline. */
async function launchOnWindows(folder: string, pgCtl: string, flags: string[]) {
  const settings = [
    '-p',
    String(await freePort()),
    '-c',
    'listen_addresses=127.0.0.1',
    ...quietly,
    ...keptLog,
    ...flags,
  ]
  const log = openLog(folder, {})
  const script = `
    const { spawnSync } = require('node:child_process')
    const { readFileSync } = require('node:fs')
    const [pgCtl, folder, log, options] = process.argv.slice(1)
    const run = (...args) => spawnSync(pgCtl, args, { stdio: 'ignore', windowsHide: true }).status
    if (run('start', '-w', '-D', folder, '-l', log, '-o', options) !== 0) process.exit(1)
    console.log(readFileSync(folder + '/postmaster.pid', 'utf8').split('\\n')[0])
    process.stdin.on('close', () => process.exit(run('stop', '-w', '-m', 'fast', '-D', folder))).resume()`
  fs.closeSync(log.descriptor)
  const child = spawn(process.execPath, ['-e', script, pgCtl, folder, log.file, settings.join(' ')], {
    env: serverEnvironment,
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
    windowsHide: true,
  })
  const lifeline = child.stdin as Writable
  // Writing to a server that is already gone is no error of the caller's.
  lifeline.on('error', () => {})
  ;(lifeline as net.Socket).unref?.()
  return await watch(child, () => lifeline.end('\n'), folder, log.written)
}

async function watch(child: ChildProcess, leave: () => void, folder: string, written: () => string) {
  let isGone = false
  let pid = 0
  const ended = once(child, 'exit').then(() => {
    isGone = true
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    pid ||= Number.parseInt(text, 10)
  })
  while (!isGone) {
    const state = readState(folder)
    if (state?.ready && state.pid === pid && (await answers(state, folder))) {
      child.unref()
      ;(child.stdout as net.Socket | null)?.unref()
      const user = signIn(folder, pid)
      let hasLeft = false
      return {
        ...connection(folder, state),
        owner: true,
        lost: ended.then(() => (hasLeft ? new Promise<void>(() => {}) : undefined)),
        stop: async () => {
          if (hasLeft) return
          hasLeft = true
          user.signOut()
          if (isGone) return
          leave()
          if (user.others().length > 0) return
          child.ref()
          const quitTimer = setTimeout(() => !isGone && process.kill(state.pid, 'SIGQUIT'), STOP_LIMIT_MS)
          await ended
          clearTimeout(quitTimer)
        },
      }
    }
    await Promise.race([ended, delay(5)])
  }
  const output = written()
  if (/postmaster\.pid" already exists|another server might be running/.test(output)) return undefined
  throw new StartError(`The embedded database did not start: ${output.trim() || 'it wrote no reason'}`)
}

/** Uses a server that another process started; undefined if that server is about to end. */
async function attach(folder: string, state: ServerState): Promise<EmbeddedPostgres | undefined> {
  const owner = await joinLifeline(folder, state.pid)
  if (owner === 'ending') return undefined
  const user = signIn(folder, state.pid)
  const isGone = () => holderOf(state.pid) !== 'the server'
  const lost = Promise.withResolvers<void>()
  const watching = setInterval(() => isGone() && lost.resolve(), LOOK_EVERY_MS)
  watching.unref()
  let hasLeft = false
  return {
    ...connection(folder, state),
    owner: false,
    lost: lost.promise,
    stop: async () => {
      if (hasLeft) return
      hasLeft = true
      clearInterval(watching)
      user.signOut()
      if (owner === 'not ours') return
      fs.closeSync(owner)
      if (user.others().length > 0) return
      const deadline = Date.now() + STOP_LIMIT_MS
      while (!isGone() && Date.now() < deadline) await delay(10)
    },
  }
}

/** The server writes to a file: a pipe would fill and stop it whenever this process is too busy to read. */
function openLog(folder: string, { uid, gid }: Runner['identity']) {
  const file = path.join(folder, 'postgres.log')
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) fs.truncateSync(file)
  const descriptor = fs.openSync(file, 'a', 0o600)
  if (uid !== undefined && gid !== undefined) fs.fchownSync(descriptor, uid, gid)
  const { size } = fs.fstatSync(descriptor)
  return { file, descriptor, written: () => fs.readFileSync(file).subarray(size).toString('utf8') }
}

async function freePort() {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as net.AddressInfo
  probe.close()
  return port
}
