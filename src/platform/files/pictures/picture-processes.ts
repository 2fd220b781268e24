import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { fail } from '#kernel/errors.ts'
import type { PictureKind } from './picture-types.ts'

/** What a process gets: a picture that somebody sent or that is stored, or a drawing of ours as SVG. */
export type PictureJob =
  | { task: 'rewrite'; bytes: Uint8Array; kind: PictureKind }
  | { task: 'narrow'; bytes: Uint8Array; width: number }
  | { task: 'plain'; bytes: Uint8Array; maxPixels: number }
  | { task: 'draw'; svg: string }

/** Lets a few run at once and others wait in order; more are refused with `pictures_busy`. */
export const createGate = (atOnce: number, maxWaiting: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw fail('pictures_busy')
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else running += 1
    try {
      return await run()
    } finally {
      // The place goes to the next in line, or is free again.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const MAX_MS = 40_000
const IDLE_MS = 20_000

/** Nothing of ours but what a program needs to run; glibc gives memory back instead of keeping the most it ever had. */
const environment = () => {
  const inherited = ['PATH', 'SystemRoot', 'TEMP', 'LD_LIBRARY_PATH']
  const own = inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(own), MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1048576' }
}

const startProcess = (script: string): ChildProcess =>
  fork(script, [], {
    execArgv: [],
    env: environment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })

type Idle = { child: ChildProcess; timer: NodeJS.Timeout }

/**
 * Runs one job at a time in a separate process, which stays for the next job and ends after an idle while. It costs an
 * idle server nothing, its memory is freed as a whole, and a picture that crashes it crashes nothing else: the answer
 * is then null.
 */
export const createPictureProcesses = (script: string) => {
  const idle: Idle[] = []

  const take = (): { child: ChildProcess; isKnown: boolean } => {
    const idleProcess = idle.pop()
    if (!idleProcess) return { child: startProcess(script), isKnown: false }
    clearTimeout(idleProcess.timer)
    idleProcess.child.removeAllListeners('exit')
    idleProcess.child.channel?.ref()
    idleProcess.child.ref()
    return { child: idleProcess.child, isKnown: true }
  }

  const giveBack = (child: ChildProcess): void => {
    // A server that stops need not wait for it: it ends when we are gone.
    child.channel?.unref()
    child.unref()
    const leave = () => {
      clearTimeout(own.timer)
      if (idle.includes(own)) idle.splice(idle.indexOf(own), 1)
      if (child.connected) child.disconnect()
    }
    const own: Idle = { child, timer: setTimeout(leave, IDLE_MS).unref() }
    child.on('error', leave).on('exit', leave)
    idle.push(own)
  }

  return <Answer>(job: PictureJob): Promise<Answer | null> =>
    new Promise((resolve, reject) => {
      const { child, isKnown } = take()
      let isReady = isKnown
      const tooLong = setTimeout(() => child.kill('SIGKILL'), MAX_MS)
      const settle = () => {
        clearTimeout(tooLong)
        for (const event of ['exit', 'error', 'message']) child.removeAllListeners(event)
      }
      const ended = () => {
        settle()
        child.on('error', () => {})
        if (isReady) resolve(null)
        else reject(new Error('The process that reads pictures could not start'))
      }
      child.on('exit', ended)
      child.on('error', ended)
      child.on('message', (answer: 'ready' | Answer) => {
        if (answer === 'ready') {
          isReady = true
          return
        }
        settle()
        giveBack(child)
        resolve(answer)
      })
      child.send(job)
    })
}

/** Reads what strangers send: knows the four formats of photos and nothing else. */
export const readInProcess = createPictureProcesses(path.join(import.meta.dirname, 'picture-process.ts'))
/** Draws what we compose: knows SVG and nothing else, and never sees a byte from outside. */
export const drawInProcess = createPictureProcesses(path.join(import.meta.dirname, 'drawing-process.ts'))
