// Which processes use the embedded database, so that it ends with the last of them.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../process/start-error.ts'
import { code, holderOf, type Runner } from './embedded-postgres-files.ts'

/** The pipe is removed within this time after the last user has left. */
const SETTLE_MS = 50

const nameIn = (folder: string) => path.join(folder, 'lifeline')
const pipeOf = (folder: string, server: number) => `${nameIn(folder)}.${server}`

const isAlive = (pid: number) => holderOf(pid) !== 'nobody'

/** Removes what processes left behind that were killed. */
const sweep = (folder: string) => {
  for (const name of fs.readdirSync(folder)) {
    const [, pid] = /^lifeline\.(?:made-|\d+\.user-)?(\d+)/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) fs.rmSync(path.join(folder, name), { force: true })
  }
}

/** Makes the pipe of a server that is about to start, and holds it for this process. */
export const makeLifeline = (folder: string, { uid, gid }: Runner['identity']) => {
  sweep(folder)
  const file = path.join(folder, `lifeline.made-${process.pid}-${randomBytes(4).toString('hex')}`)
  const { status, error, stderr } = spawnSync('mkfifo', ['-m', '600', file], { encoding: 'utf8' })
  if (status !== 0) throw new StartError(`The embedded database did not start: ${error?.message ?? stderr.trim()}`)
  if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid)
  // For both ends, so that opening waits for nobody; the child gets it too, so that its own opening does not either.
  return { made: file, name: nameIn(folder), descriptor: fs.openSync(file, fs.constants.O_RDWR) }
}

/**
 * Holds the pipe of a running server. `ending`: its last user has just left. `not ours`: it has none, because another
 * version started it or because this is Windows; it ends with the process that did.
 */
export const joinLifeline = async (folder: string, server: number): Promise<number | 'ending' | 'not ours'> => {
  const pipe = pipeOf(folder, server)
  if (process.platform === 'win32') return 'not ours'
  let descriptor: number | undefined
  try {
    descriptor = fs.openSync(pipe, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK)
  } catch (error) {
    if (code(error) === 'ENXIO') return 'ending'
    if (code(error) !== 'ENOENT') throw error
  }
  await delay(SETTLE_MS)
  if (descriptor === undefined) return isAlive(server) ? 'not ours' : 'ending'
  if (fs.existsSync(pipe)) return descriptor
  fs.closeSync(descriptor)
  return 'ending'
}

/** Notes that this process uses the server, for those who want to know whether they are the last. */
export const signIn = (folder: string, server: number) => {
  const prefix = `lifeline.${server}.user-`
  const own = path.join(folder, `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`)
  fs.writeFileSync(own, '', { mode: 0o600 })
  return {
    signOut: () => fs.rmSync(own, { force: true }),
    others: () =>
      fs
        .readdirSync(folder)
        .filter((name) => name.startsWith(prefix) && isAlive(Number.parseInt(name.slice(prefix.length), 10))),
  }
}
