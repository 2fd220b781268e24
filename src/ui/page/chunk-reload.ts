/** A page may reload itself once in this many milliseconds because of a missing chunk (UIX-003). */
export const RELOAD_GUARD = 60_000
const KEY = 'chunk_reload_at'

/** Whether a stale chunk may reload the page now, given the time of the last such reload (ERR-013). */
export const mayReload = (last: number | null, now: number): boolean => last === null || now - last >= RELOAD_GUARD

/** Reloads the page once when a chunk of an older release is gone; within a minute of that the error is let through. */
export const installChunkReload = (): void => {
  addEventListener('vite:preloadError', (event) => {
    // Without a network a reload would leave the person with nothing.
    if (!navigator.onLine) return
    let last: number | null = null
    try {
      last = Number(sessionStorage.getItem(KEY)) || null
      if (!mayReload(last, Date.now())) return
      sessionStorage.setItem(KEY, String(Date.now()))
    } catch {
      // Without storage a reload could not be counted, and an uncounted one might never end.
      return
    }
    event.preventDefault()
    location.reload()
  })
}
