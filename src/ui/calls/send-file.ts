import { ApiError } from '#kernel/client.ts'
import { RETRY_DELAYS, shouldRetryUpload } from '#kernel/uploads/resumable-uploads.ts'
import { newUuid } from '../kept/new-uuid.ts'

type Attempt = { status: number; body: unknown }

/** What sending a file needs of the world around it. */
export type SendingWorld = {
  /** One try; status 0 when no answer came. */
  send: (onProgress: (percent: number) => void) => Promise<Attempt>
  isOnline: () => boolean
  /** Resolves once there is a connection again. */
  untilOnline: () => Promise<void>
  pause: (milliseconds: number) => Promise<void>
  isStopped: () => boolean
}

export type SendingState = { percent: number; isWaiting: boolean }

/**
 * Sends a file until the server has answered: a broken or failed try is made again after the pauses of UPL-025 by the
 * rule of UPL-026, and without a connection it waits for one and begins its tries again. Rejects with an ApiError.
 */
export const sendUntilAnswered = async (world: SendingWorld, show: (state: SendingState) => void): Promise<unknown> => {
  let attempt = 0
  for (;;) {
    if (!world.isOnline()) {
      show({ percent: 0, isWaiting: true })
      await world.untilOnline()
      attempt = 0
    }
    show({ percent: 0, isWaiting: false })
    const { status, body } = await world.send((percent) => show({ percent, isWaiting: false }))
    if (status >= 200 && status < 300) return body
    const delay = RETRY_DELAYS[attempt]
    const isOver = world.isStopped() || (world.isOnline() && (delay === undefined || !shouldRetryUpload(status, true)))
    if (isOver) throw new ApiError(status, body as never)
    if (delay !== undefined && world.isOnline()) await world.pause(delay)
    attempt += 1
  }
}

const cookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const fetchToken = () => fetch('/api/v1/csrf-cookie', { credentials: 'same-origin' }).catch(() => null)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type OneTry = {
  url: string
  file: File
  key: string
  onProgress: (percent: number) => void
  hold: (stop: () => void) => void
}

// fetch does not report upload progress.
const sendOnce = ({ url, file, key, onProgress, hold }: OneTry) =>
  new Promise<Attempt>((resolve) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('file', file)
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-xsrf-token', decodeURIComponent(cookie('XSRF-TOKEN') ?? ''))
    request.setRequestHeader('idempotency-key', key)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? (100 * loaded) / total : 0))
    request.addEventListener('load', () => resolve({ status: request.status, body: parse(request.responseText) }))
    for (const event of ['error', 'abort', 'timeout'])
      request.addEventListener(event, () => resolve({ status: 0, body: null }))
    hold(() => request.abort())
    request.send(form)
  })

/** The keys of files that the server may have without anybody knowing, by where they are sent. */
const keys = new WeakMap<File, Map<string, string>>()

/** The key of a file, until it has been answered: sent again after a lost answer, it is not taken twice. */
const keyOf = (file: File, url: string): string => {
  const ofFile = keys.get(file) ?? new Map<string, string>()
  keys.set(file, ofFile)
  const key = ofFile.get(url) ?? newUuid()
  ofFile.set(url, key)
  return key
}

/** Sends one file as form data (UPL-018) with progress, whatever happens to the connection; `stop` ends it for good. */
export const sendFile = (url: string, file: File, show: (state: SendingState) => void) => {
  const key = keyOf(file, url)
  let isStopped = false
  let abort = () => {}
  const stop = () => {
    isStopped = true
    abort()
  }
  const send = async (onProgress: (percent: number) => void): Promise<Attempt> => {
    if (isStopped) return { status: 0, body: null }
    if (!cookie('XSRF-TOKEN')) await fetchToken()
    const hold = (ending: () => void) => {
      abort = ending
    }
    const answer = await sendOnce({ url, file, key, onProgress, hold })
    if (answer.status !== 419 || isStopped) return answer
    await fetchToken()
    return sendOnce({ url, file, key, onProgress, hold })
  }
  const world: SendingWorld = {
    send,
    isOnline: () => isStopped || navigator.onLine,
    untilOnline: () =>
      new Promise((resolve) => {
        abort = resolve
        addEventListener('online', () => resolve(), { once: true })
      }),
    pause: (milliseconds) =>
      new Promise((resolve) => {
        abort = resolve
        setTimeout(resolve, milliseconds)
      }),
    isStopped: () => isStopped,
  }
  const done = sendUntilAnswered(world, show).then((answer) => {
    keys.get(file)?.delete(url)
    return answer
  })
  return { done, stop }
}
