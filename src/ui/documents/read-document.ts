import type { ConvertAnswer, ConvertRequest } from './worker.ts'

/** Longer than the largest upload takes on a slow phone; what is not done by then never will be. */
const TIMEOUT_MS = 90_000

/**
 * The content of a file as cleaned HTML, converted in a worker so that a hostile file can neither stop the page nor
 * reach into it. Rejects if the file is damaged or takes too long; stops when the signal does.
 */
export const readDocument = (extension: string, bytes: Uint8Array, signal: AbortSignal): Promise<string> =>
  new Promise<string>((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.terminate()
      settle()
    }
    const fail = (error: unknown) => end(() => reject(error))
    const timer = setTimeout(() => fail(new Error('The document takes too long to read')), TIMEOUT_MS)
    signal.addEventListener('abort', () => fail(signal.reason))
    worker.onerror = () => fail(new Error('The reader of documents could not be loaded'))
    worker.onmessage = ({ data }: MessageEvent<ConvertAnswer>) =>
      'html' in data ? end(() => resolve(data.html)) : fail(new Error(data.failed))
    worker.postMessage({ extension, bytes } satisfies ConvertRequest, [bytes.buffer])
  })
