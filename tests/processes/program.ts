// The program or a command as a separate process, with nothing else in its environment: the program from the bundle of the
// run, and a command from the sources, as people run it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { bundledProcess } from './bundled-process.ts'
import { BARE_ENVIRONMENT } from './environment.ts'

const root = path.resolve(import.meta.dirname, '../..')

type Identity = { uid?: number; gid?: number }

export type Started = {
  child: ChildProcess
  /** Everything it has printed so far. */
  said: () => string
  /** Resolves with its exit code. */
  ended: Promise<number | null>
}

/** Starts a file of the project. */
export const startProgram = (
  file: string,
  env: Record<string, string>,
  identity: Identity = {},
  args: readonly string[] = [],
): Started => {
  const child = spawn(process.execPath, [file, ...args], {
    ...identity,
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...BARE_ENVIRONMENT, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return { child, said: () => output, ended: once(child, 'close').then(([code]) => code as number | null) }
}

/** Runs it until it exits. */
export const runProgram = async (
  file: string,
  env: Record<string, string>,
  identity: Identity = {},
  args: readonly string[] = [],
) => {
  const { said, ended } = startProgram(file, env, identity, args)
  const code = await ended
  return { code, said: said() }
}

/** Runs the program itself until it exits. */
export const runMain = async (env: Record<string, string>, identity: Identity = {}) => {
  const { file, env: bundled } = await bundledProcess('main')
  return runProgram(file, { NODE_COMPILE_CACHE: bundled.NODE_COMPILE_CACHE, ...env }, identity)
}
