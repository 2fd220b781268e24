// As much of a container engine as a test needs where none runs: a root folder of its own, in which nothing of the checkout
// is but what a Dockerfile copies, and processes in it with their own mounts and user. The system's programs and libraries
// stand in for those of the base image.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { readDockerignore, type Stage } from './dockerfile.ts'

const checkout = path.resolve(import.meta.dirname, '../..')
const SEARCH_PATH = '/image/bin:/opt/postgres/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** What the base image brings: the folders of the system, seen through a mount, and the rest as copies or empty. */
const SEEN = ['/usr', '/proc', '/dev']
const EMPTY = ['run', 'root', 'home', 'srv', 'opt', 'var/lib', 'var/run/postgresql', 'docker-entrypoint-initdb.d']

/** The reason why nothing of this can run here; null where it can. */
export const noEngine = (): string | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  const { status } = spawnSync('unshare', ['--mount', '--propagation', 'private', 'mount', '-t', 'tmpfs', 'x', '/mnt'])
  return status === 0 ? null : 'this system allows no mounts'
}

export type Mount = { source: string; target: string }
export type Running = {
  child: ChildProcess
  said: () => string
  /** Resolves with its exit code. */
  ended: Promise<number | null>
  kill: (signal: NodeJS.Signals) => Promise<number | null>
}
type Orders = {
  command: readonly string[]
  env?: Record<string, string>
  user?: string
  workdir?: string
  mounts?: readonly Mount[]
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The call that runs a command in a root folder: first its mounts, which end with it. */
const callOf = (root: string, { command, env = {}, user, workdir = '/', mounts = [] }: Orders): string[] => {
  const bound = [...SEEN.map((target) => ({ source: target, target })), ...mounts]
  const lines = bound.map(({ source, target }) => `mount --rbind ${quoted(source)} ${quoted(root + target)}`)
  const pairs = Object.entries({ PATH: SEARCH_PATH, HOME: '/tmp', LC_ALL: 'C.UTF-8', ...env })
  const words = [
    ...[...(user ? [`--userspec=${user}`] : []), root, '/usr/bin/env', '-i'],
    ...pairs.map(([name, value]) => `${name}=${value}`),
    // A test that is killed takes everything along.
    ...['sh', '-c', 'cd "$0" && exec setpriv --pdeathsig KILL "$@"', workdir, ...command],
  ]
  const script = [...lines, `exec chroot ${words.map(quoted).join(' ')}`].join('\n')
  return ['unshare', '--mount', '--propagation', 'private', 'sh', '-ec', script]
}

/** Prepares where mounts go, which a folder or a file of the same kind must wait for. */
const makeTargets = (root: string, mounts: readonly Mount[]): void => {
  for (const { source, target } of mounts) {
    const place = root + target
    if (fs.existsSync(place)) continue
    if (fs.statSync(source).isDirectory()) fs.mkdirSync(place, { recursive: true })
    else {
      fs.mkdirSync(path.dirname(place), { recursive: true })
      fs.writeFileSync(place, '')
    }
  }
}

/** Runs a command in a root folder until it ends; a failure is an error with what it said. */
export const runIn = (root: string, orders: Orders): string => {
  makeTargets(root, orders.mounts ?? [])
  const [program = '', ...args] = callOf(root, orders)
  const done = spawnSync(program, args, { encoding: 'utf8', env: { PATH: SEARCH_PATH } })
  if (done.status !== 0)
    throw new Error(`${orders.command.join(' ')} ended with ${done.status}\n${done.stdout}${done.stderr}`)
  return done.stdout
}

/** Starts a command in a root folder. It is the very process that a signal reaches. */
export const startIn = (root: string, orders: Orders): Running => {
  makeTargets(root, orders.mounts ?? [])
  const [program = '', ...args] = callOf(root, orders)
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: SEARCH_PATH } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000)
    })
  // When everything that it said has been read.
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    said: () => output,
    ended,
    kill: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** As `runIn`, while this process goes on, for what calls a server in it. */
export const finishIn = async (root: string, orders: Orders): Promise<string> => {
  const one = startIn(root, orders)
  const code = await one.ended
  if (code !== 0) throw new Error(`${orders.command.join(' ')} ended with ${code}\n${one.said()}`)
  return one.said()
}

/** A root folder as the base image has it, with these names in its hosts file. */
export const makeRoot = (folder: string, hosts: Record<string, string> = {}): string => {
  fs.mkdirSync(folder, { recursive: true })
  for (const name of fs.readdirSync('/')) {
    const link = fs.lstatSync(`/${name}`).isSymbolicLink() ? fs.readlinkSync(`/${name}`) : null
    if (link?.startsWith('usr/')) fs.symlinkSync(link, path.join(folder, name))
  }
  for (const name of [...SEEN, ...EMPTY]) fs.mkdirSync(path.join(folder, name), { recursive: true })
  fs.mkdirSync(path.join(folder, 'tmp'))
  fs.chmodSync(path.join(folder, 'tmp'), 0o1777)
  spawnSync('cp', ['-a', '/etc', path.join(folder, 'etc')])
  const lines = ['127.0.0.1 localhost', ...Object.entries(hosts).map(([name, address]) => `${address} ${name}`)]
  fs.writeFileSync(path.join(folder, 'etc/hosts'), `${lines.join('\n')}\n`)
  const tools = path.join(folder, 'image/bin')
  fs.mkdirSync(tools, { recursive: true })
  fs.copyFileSync(process.execPath, path.join(tools, 'node'))
  // Downloading takes longer than everything else: the packages are put there by `linkPackages` before npm is asked.
  fs.writeFileSync(path.join(tools, 'npm'), '#!/bin/sh\n[ "$1" = ci ] && [ -d node_modules ]\n', { mode: 0o755 })
  return folder
}

type LockEntry = { dev?: boolean; optional?: boolean }

/** Puts what `npm ci` would install into a folder: the packages of the lock file as they are installed here, by hard links. */
const linkPackages = (target: string, command: string): void => {
  fs.mkdirSync(path.join(target, 'node_modules'), { recursive: true })
  const { packages } = JSON.parse(fs.readFileSync(path.join(target, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  const isLeftOut = ({ dev }: LockEntry) => dev === true && command.includes('--omit=dev')
  const isNested = (name: string) => name.lastIndexOf('node_modules/') > 0
  const names = Object.keys(packages).filter((name) => name !== '' && fs.existsSync(path.join(checkout, name)))
  const top = names.filter((name) => !isNested(name) && !isLeftOut(packages[name]!))
  const list = spawnSync('xargs', ['cp', '-al', '--parents', '-t', target], {
    cwd: checkout,
    input: top.join('\n'),
    encoding: 'utf8',
  })
  if (list.status !== 0) throw new Error(list.stderr)
  for (const name of names.filter(isNested))
    if (isLeftOut(packages[name]!)) fs.rmSync(path.join(target, name), { recursive: true, force: true })
}

/**
 * Puts the build of the checkout where `prepare.build` looks for one, as a builder keeps what a step has made before. The
 * command sees itself whether every source that was sent here is the one that was built there, and builds where it is not.
 */
const bringBuild = (target: string): void => {
  for (const name of ['dist', 'src/app/routeTree.gen.ts'].filter((each) => fs.existsSync(path.join(checkout, each))))
    fs.cpSync(path.join(checkout, name), path.join(target, name), { recursive: true })
}

/** Copies from the checkout what .dockerignore lets through. */
const copySent = (source: string, target: string): void => {
  const isSent = readDockerignore(path.join(checkout, '.dockerignore'))
  const filter = (file: string) => isSent(path.relative(checkout, file))
  fs.cpSync(path.join(checkout, source), target, { recursive: true, filter })
}

/** Copies what a COPY names into the folder or to the name of its target; what another stage has made is moved. */
const copy = (from: string | null, sources: readonly string[], target: string, isFolder: boolean): void => {
  for (const source of sources) {
    if (source === '.') for (const name of fs.readdirSync(checkout)) copySent(name, path.join(target, name))
    else if (from) fs.renameSync(path.join(from, source), target)
    else copySent(source, isFolder ? path.join(target, source) : target)
  }
}

/** Builds the stages of a Dockerfile below a folder, by its own instructions, and answers the root of the last one. */
export const build = (stages: readonly Stage[], folder: string, hosts: Record<string, string>): string => {
  const roots = new Map<string, string>()
  for (const stage of stages) {
    const root = makeRoot(path.join(folder, stage.name), hosts)
    roots.set(stage.name, root)
    let workdir = '/'
    for (const step of stage.steps) {
      if (step.kind === 'WORKDIR') {
        workdir = step.folder
        fs.mkdirSync(path.join(root, workdir), { recursive: true })
      } else if (step.kind === 'COPY') {
        const isFolder = /(^\.|\/)\/?$/.test(step.target)
        copy(step.from && roots.get(step.from)!, step.sources, path.join(root, workdir, step.target), isFolder)
      } else {
        if (step.command.includes('npm ci')) linkPackages(path.join(root, workdir), step.command)
        if (step.command.includes('prepare.build(')) bringBuild(path.join(root, workdir))
        runIn(root, { command: ['sh', '-c', step.command], env: stage.env, workdir })
      }
    }
  }
  return roots.get(stages.at(-1)!.name)!
}

/** The numbers of a user of a root folder, as a volume that is given to it needs them. */
export const userIn = (root: string, name: string): { uid: number; gid: number } => {
  const line = fs
    .readFileSync(path.join(root, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  const [, , uid, gid] = (line ?? '').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** A folder beside the packages, so that these can be linked; those of runs that were killed are removed. */
export const engineFolder = (): string => {
  const parent = path.join(checkout, 'node_modules/.cache')
  fs.mkdirSync(parent, { recursive: true })
  for (const name of fs.readdirSync(parent)) {
    const [, pid] = /^containers-(\d+)-/.exec(name) ?? []
    if (pid && !fs.existsSync(`/proc/${pid}`)) fs.rmSync(path.join(parent, name), { recursive: true, force: true })
  }
  return fs.mkdtempSync(path.join(parent, `containers-${process.pid}-`))
}

export const isInstalled = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
