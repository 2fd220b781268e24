// What has to be there before anything else runs: the packages, a Node that fits, the build.
// Plain JavaScript for any Node from 18 on, because it runs before the install.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const onWindows = process.platform === 'win32'
const NODE_MAJOR = 24

/** An error that the user has to fix; only its message is shown. */
export class Impossible extends Error {}

/** An error whose reason has been printed. */
class Ended extends Error {}

/** Prints progress with the time since the start. */
export function stopwatch() {
  const start = performance.now()
  const elapsed = () => `${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(7)
  return { elapsed, say: (message) => console.log(`[${elapsed()}] ${message}`) }
}

/** Installs the packages unless those of the lock file are there; touches no network when they are. */
export function install(say) {
  const text = readText(path.join(root, 'package-lock.json'))
  if (text === undefined) throw new Impossible('package-lock.json is missing: this is not a whole checkout.')
  const { packages } = JSON.parse(text)
  requireNode(packages)
  const before = missing(packages)
  // Packages that npm could not install although they fit are tried once, not at every start.
  const leftOut = path.join(root, 'node_modules', '.left-out')
  const lock = createHash('sha256').update(text).digest('hex')
  if (before.needed.length === 0 && (before.fitting.length === 0 || readText(leftOut) === lock)) return

  say(`installing packages: ${before.needed.length + before.fitting.length} to bring in (once, about a minute)`)
  runNpm()
  let after = missing(packages)
  const pinned = pinnedNode()
  if (after.fitting.length > 0 && pinned && majorOf(process.execPath) < NODE_MAJOR) {
    say(`installing again, under Node ${NODE_MAJOR}: npm left out what ${process.version} is too old for`)
    withCopy(pinned, runNpm)
    after = missing(packages)
  }
  if (after.needed.length > 0) throw new Impossible(`npm did not install ${after.needed.slice(0, 5).join(', ')}.`)
  if (after.fitting.length > 0) {
    say(`npm left out ${after.fitting.join(', ')}; this may or may not matter`)
    fs.writeFileSync(leftOut, lock)
  }
  say('packages installed')
}

/**
 * The packages of the lock file that are not installed in that version, according to npm's own record, so that a
 * manual install counts: the required ones, and the optional ones for this system.
 */
function missing(packages) {
  const record = readText(path.join(root, 'node_modules', '.package-lock.json'))
  const installed = record === undefined ? {} : JSON.parse(record).packages
  const needed = []
  const fitting = []
  for (const [where, entry] of Object.entries(packages)) {
    if (where === '' || entry.link || entry.inBundle) continue
    if (installed[where]?.version === entry.version) continue
    const name = where.replace(/^.*node_modules\//, '')
    if (installed[where] || !(entry.optional || entry.devOptional)) needed.push(name)
    else if ((entry.os || entry.cpu) && fits(entry)) fitting.push(name)
  }
  return { needed, fitting }
}

/** Whether a package is made for this system, by the lists that npm itself goes by. */
function fits({ os, cpu, libc }) {
  const isIn = (given, value) => {
    const list = [given ?? []].flat()
    const names = list.filter((name) => !name.startsWith('!'))
    return !list.includes(`!${value}`) && (names.length === 0 || names.includes(value))
  }
  const ofSystem = () => (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl')
  return isIn(os, process.platform) && isIn(cpu, process.arch) && (!libc || isIn(libc, ofSystem()))
}

function runNpm(node = process.execPath) {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const options = { cwd: root, stdio: 'inherit', env: environment(node, { npm_config_update_notifier: 'false' }) }
  const done =
    npm && /npm-cli\.c?js$/.test(npm)
      ? spawnSync(node, [npm, ...args], options)
      : spawnSync(onWindows ? 'npm.cmd' : 'npm', args, { ...options, shell: onWindows })
  if (done.status === 0) return
  const reason = done.error ? `: ${done.error.message}` : ', see above'
  throw new Impossible(`The packages could not be installed${reason}. The first start needs the package registry.`)
}

/** Runs `body` with a copy of that Node, because npm removes its folder. */
function withCopy(node, body) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-node-'))
  try {
    const copy = path.join(folder, path.basename(node))
    fs.copyFileSync(node, copy)
    fs.chmodSync(copy, 0o755)
    body(copy)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** If no Node comes with the packages (macOS), the installed one must be new enough; checked before any install. */
function requireNode(packages) {
  const system = onWindows ? 'win' : process.platform
  if (packages[`node_modules/node-${system}-${process.arch}`] || majorOf(process.execPath) >= NODE_MAJOR) return
  throw new Impossible(
    `Node ${NODE_MAJOR} or newer is needed; this is ${process.version}, and for this system none comes with the packages. ` +
      `Install Node ${NODE_MAJOR} (https://nodejs.org) and start again.`,
  )
}

/** The Node that runs the program: the pinned one, else the installed one if it is new enough. */
export function findNode() {
  const pinned = pinnedNode()
  if (pinned) return pinned
  if (majorOf(process.execPath) >= NODE_MAJOR) return process.execPath
  throw new Impossible(
    `Node ${NODE_MAJOR} or newer is needed, this machine has ${process.version}, and none came with the packages. ` +
      `Install Node ${NODE_MAJOR} (https://nodejs.org), or run "npm ci --include=optional" and start again.`,
  )
}

function pinnedNode() {
  const system = onWindows ? 'win' : process.platform
  return [`node-${system}-${process.arch}`, 'node']
    .map((name) => path.join(root, 'node_modules', name, 'bin', onWindows ? 'node.exe' : 'node'))
    .find((file) => fs.existsSync(file) && majorOf(file) >= NODE_MAJOR)
}

function majorOf(node) {
  if (node === process.execPath) return Number.parseInt(process.versions.node, 10)
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 ? Number.parseInt(stdout.slice(1), 10) : 0
}

/** The environment of child processes: the right Node is first on PATH. */
export function environment(node, more = {}) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...process.env, [key]: `${path.dirname(node)}${path.delimiter}${process.env[key] ?? ''}`, ...more }
}

/** Runs a file that checks whether the start can succeed; it prints the reason if not. */
export function check(node, file, env) {
  const { status } = spawnSync(node, [file], { cwd: root, stdio: 'inherit', env: environment(node, env) })
  if (status !== 0) throw new Ended()
}

const stamp = path.join(root, 'dist', '.built')

/** Whether no source of the build has changed since the last build. */
export function isBuilt() {
  return readText(stamp) === hashOfSources()
}

/** Builds the pages and the server if any of their sources has changed. */
export function build(node, say) {
  const sources = hashOfSources()
  if (readText(stamp) === sources) return
  say('building (about half a minute)')
  fs.rmSync(stamp, { force: true })
  const done = spawnSync(node, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: environment(node, { NODE_ENV: 'production' }),
  })
  if (done.status !== 0) throw new Impossible('The build failed, see above.')
  fs.mkdirSync(path.dirname(stamp), { recursive: true })
  fs.writeFileSync(stamp, sources)
  say('built')
}

/** By names and contents, not times: a checkout or a copy of the same sources needs no new build. */
function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of [
    'package-lock.json',
    'package.json',
    'vite.config.ts',
    ...listFiles('scripts'),
    ...listFiles('src'),
    ...listFiles('public'),
  ]) {
    const absolute = path.join(root, file)
    if (!fs.existsSync(absolute)) continue
    const content = fs.readFileSync(absolute)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function listFiles(folder) {
  const absolute = path.join(root, folder)
  if (!fs.existsSync(absolute)) return []
  return fs
    .readdirSync(absolute, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`
      if (entry.isDirectory()) return listFiles(name)
      // Tests are not built, and the build writes the route tree.
      return /\.test\.tsx?$|\.gen\.ts$/.test(name) ? [] : [name]
    })
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Runs a script's body; an error for the user ends it with a sentence instead of a stack. */
export async function main(body) {
  try {
    await body()
  } catch (error) {
    if (!(error instanceof Impossible || error instanceof Ended)) throw error
    if (error instanceof Impossible) console.error(`\n${error.message}`)
    process.exitCode = 1
  }
}
