/** A page may reload itself once in this many milliseconds because of a missing chunk (UIX-003). */
export const RELOAD_GUARD = 60_000
const KEY = 'chunk_reload_at'
/** How long the server has to answer, in milliseconds, before it counts as out of reach. */
const TIME_TO_ANSWER = 5_000

/** Whether a stale chunk may reload the page now, given the time of the last such reload, 0 for none (ERR-013). */
export const mayReload = (last: number, now: number): boolean => now - last >= RELOAD_GUARD

/** Whether the server answers. Nothing else counts: a wireless network may answer every address with its own page. */
export const isAnswered = async (): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(TIME_TO_ANSWER)
    return (await fetch('/api/v1/csrf-cookie', { signal })).status === 204
  } catch {
    return false
  }
}

/** Reloads the page and never resolves, unless it was reloaded within the last minute. */
const reloadOnce = async (): Promise<void> => {
  try {
    if (!mayReload(Number(sessionStorage.getItem(KEY)), Date.now())) return
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // Without storage a reload could not be counted, and an uncounted one might never end.
    return
  }
  location.reload()
  await new Promise(() => {})
}

/** For each failure of a chunk, whether nothing answered then. The promise stays open while the page reloads itself. */
const silences = new WeakMap<Error, Promise<boolean>>()

/** Whether a chunk failed because nothing answered (UIX-050); undefined for a failure that no chunk has reported. */
export const wasSilent = async (failure: unknown): Promise<boolean | undefined> => silences.get(failure as Error)

/** Throws the failure of a chunk. Where the server answers it is of another kind, so that nobody reads of a missing answer. */
export const passOn = async (error: unknown): Promise<never> => {
  throw (await wasSilent(error)) === false ? new Error(String(error)) : error
}

/** Reloads the page once when a chunk of an older release is gone, which takes a server that answers (UIX-050). */
export const installChunkReload = (): void => {
  addEventListener('vite:preloadError', ({ payload }) => {
    const silence = isAnswered().then(async (answered) => {
      if (answered) await reloadOnce()
      return !answered
    })
    silences.set(payload, silence)
  })
}
