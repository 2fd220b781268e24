// What has to be there before anything else runs: the packages, a Node that fits, the built pages.
// Plain JavaScript for any Node from 18 on, because it runs before the install.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const onWindows = process.platform === 'win32'
const NODE_MAJOR = 24

/** Thrown for what the person at the keyboard has to settle; only its message is shown. */
export class Impossible extends Error {}

/** Prints what happens, with the time since the start. */
export function stopwatch() {
  const start = performance.now()
  const elapsed = () => `${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(7)
  return { elapsed, say: (message) => console.log(`[${elapsed()}] ${message}`) }
}

/** Installs the packages unless those of the lock file are there; touches no network when they are. */
export function install(say) {
  const lock = readJson('package-lock.json')
  if (!lock) throw new Impossible('package-lock.json is missing: this is not a whole checkout.')
  const before = differences(lock)
  if (before.length === 0) return
  say(`installing packages: ${before.length} to bring in (once, about a minute)`)
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const done = runNpm(args)
  if (done.error || done.status !== 0) {
    const reason = done.error ? `: ${done.error.message}` : ', see above'
    throw new Impossible(`The packages could not be installed${reason}. The first start needs the package registry.`)
  }
  const after = differences(lock)
  if (after.length > 0) throw new Impossible(`npm left out packages that are needed: ${after.slice(0, 5).join(', ')}`)
  say('packages installed')
}

/**
 * The packages of the lock file that are not installed in that version, told from npm's own record, so that an
 * install by hand counts as well. Optional ones may be absent: they belong to other systems.
 */
function differences(lock) {
  const installed = readJson('node_modules/.package-lock.json')?.packages ?? {}
  return Object.entries(lock.packages)
    .filter(([where, { version, optional, devOptional, link, inBundle }]) => {
      if (where === '' || link || inBundle) return false
      if (!installed[where]) return !optional && !devOptional
      return installed[where].version !== version
    })
    .map(([where]) => where.replace(/^.*node_modules\//, ''))
}

function runNpm(args) {
  const npm = process.env.npm_execpath
  const options = { cwd: root, stdio: 'inherit' }
  if (npm && /npm-cli\.c?js$/.test(npm)) return spawnSync(process.execPath, [npm, ...args], options)
  return spawnSync(onWindows ? 'npm.cmd' : 'npm', args, { ...options, shell: onWindows })
}

/** The Node that runs the program: the one among the packages, else this machine's own when it is new enough. */
export function findNode() {
  const system = onWindows ? 'win' : process.platform
  const file = onWindows ? 'bin/node.exe' : 'bin/node'
  for (const name of [`node-${system}-${process.arch}`, 'node']) {
    const found = path.join(root, 'node_modules', name, file)
    if (fs.existsSync(found) && majorOf(found) >= NODE_MAJOR) return found
  }
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath
  throw new Impossible(
    `Node ${NODE_MAJOR} or newer is needed, this machine has ${process.version}, and none came with the packages. ` +
      `Install Node ${NODE_MAJOR} (https://nodejs.org), or run "npm ci --include=optional" and start again.`,
  )
}

function majorOf(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 ? Number.parseInt(stdout.slice(1), 10) : 0
}

/** The environment of everything that is started: the right Node comes first for what starts further programs. */
export function environment(node, more = {}) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...process.env, [key]: `${path.dirname(node)}${path.delimiter}${process.env[key] ?? ''}`, ...more }
}

/** Builds the pages when anything they are built from has changed since. */
export function build(node, say) {
  const stamp = path.join(root, 'dist', '.built')
  const sources = hashOfSources()
  if (readText(stamp) === sources) return
  say('building the pages')
  fs.rmSync(stamp, { force: true })
  const done = spawnSync(node, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: environment(node, { NODE_ENV: 'production' }),
  })
  if (done.status !== 0) throw new Impossible('The pages could not be built, see above.')
  fs.mkdirSync(path.dirname(stamp), { recursive: true })
  fs.writeFileSync(stamp, sources)
  say('pages built')
}

/** Names and contents, not times: a checkout or a copy of the same sources needs no new build. */
function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of [
    'package-lock.json',
    'package.json',
    'vite.config.ts',
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
      // Tests are in no page, and the route tree is itself a product of the build.
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

function readJson(file) {
  const text = readText(path.join(root, file))
  return text === undefined ? undefined : JSON.parse(text)
}

/** Runs a script's body; what a person has to settle ends it with a sentence instead of a stack. */
export async function main(body) {
  try {
    await body()
  } catch (error) {
    if (!(error instanceof Impossible)) throw error
    console.error(`\n${error.message}`)
    process.exitCode = 1
  }
}
