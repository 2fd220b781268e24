import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import { fail } from '#kernel/errors.ts'
import { MAX_PIXELS } from '#kernel/uploads/uploads.ts'
import { isZip } from '../../packages/zip-directory.ts'
import { type ImageSize, imageSize } from './image-size.ts'

export const PICTURE_KINDS = ['jpg', 'png', 'gif', 'webp', 'ico'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** A picture as it is stored: written by us, so that only its pixels come from the file that was uploaded. */
export type WrittenPicture = ImageSize & {
  state: 'written'
  kind: PictureKind
  bytes: Buffer
  /** The size that the file had, turned upright; `width` and `height` are what is stored. */
  original: ImageSize
}

/** What reading an uploaded picture came to. `kind` of another content is the detector's word, or `unknown`. */
export type PictureReading =
  | WrittenPicture
  | { state: 'other'; kind: string }
  | { state: 'damaged' }
  | ({ state: 'too_many_pixels' } & ImageSize)

/** Decoding takes up to about 250 MB and a core each, so a process does two at once, and a few more may wait. */
const AT_ONCE = 2
const MAX_WAITING = 30

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

const gate = createGate(AT_ONCE, MAX_WAITING)

/** What the process gets. It answers `ready` once, then one reading for each. */
export type PictureJob = { bytes: Uint8Array; kind: PictureKind }

const SCRIPT = path.join(import.meta.dirname, 'picture-process.ts')
const MAX_MS = 40_000
const IDLE_MS = 20_000

/** Nothing of ours but what a program needs to run; glibc gives memory back instead of keeping the most it ever had. */
const environment = () => {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'LD_LIBRARY_PATH']
  const own = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
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
 * Decodes and writes one picture in a process of its own, which is kept for the next and ends when none comes for a
 * while. It costs an idle server nothing, its memory goes back as a whole, and a picture that ends it ends nothing else.
 */
export const createPictureReader = (script = SCRIPT) => {
  const idle: Idle[] = []

  const take = (): { child: ChildProcess; isKnown: boolean } => {
    const known = idle.pop()
    if (!known) return { child: startProcess(script), isKnown: false }
    clearTimeout(known.timer)
    known.child.removeAllListeners('exit')
    known.child.channel?.ref()
    known.child.ref()
    return { child: known.child, isKnown: true }
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

  return (job: PictureJob): Promise<PictureReading> =>
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
        if (isReady) resolve({ state: 'damaged' })
        else reject(new Error('The process that reads pictures could not start'))
      }
      child.on('exit', ended)
      child.on('error', ended)
      child.on('message', (answer: 'ready' | PictureReading) => {
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

const rewriteApart = createPictureReader()

const isPictureKind = (kind: string): kind is PictureKind => (PICTURE_KINDS as readonly string[]).includes(kind)

const kindOf = async (bytes: Buffer): Promise<string> => {
  // The detector would unpack parts of an archive.
  if (isZip(bytes)) return 'zip'
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  return found?.ext === 'apng' ? 'png' : (found?.ext ?? 'unknown')
}

/**
 * Reads an uploaded picture by its content, never by its name, and writes it again (UPL-032 to UPL-037). The size stands
 * in the header and is checked before anything is decoded. Never throws for what a file holds; throws `pictures_busy`
 * when too many are under way.
 */
export const readPicture = async (given: Uint8Array): Promise<PictureReading> => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const kind = await kindOf(bytes)
  if (!isPictureKind(kind)) return { state: 'other', kind }
  const size = imageSize(bytes)
  if (!size) return { state: 'damaged' }
  if (size.width * size.height > MAX_PIXELS) return { state: 'too_many_pixels', ...size }
  return gate(() => rewriteApart({ bytes, kind }))
}
