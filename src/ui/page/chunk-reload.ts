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

/**
 * Whether nothing answered when a chunk failed last (UIX-050). Stays open while the page reloads itself; unset before the
 * first failure, and on the server.
 */
export let silence: Promise<boolean> | undefined

/** Throws the failure of a chunk. Where the server answers it is of another kind, so that nobody reads of a missing answer. */
export const passOn = async (error: unknown): Promise<never> => {
  throw (await silence) === false ? new Error(String(error)) : error
}

/** Reloads the page once when a chunk of an older release is gone, which takes a server that answers (UIX-050). */
export const installChunkReload = (): void => {
  addEventListener('vite:preloadError', () => {
    silence = isAnswered().then(async (answered) => {
      if (answered) await reloadOnce()
      return !answered
    })
  })
}
