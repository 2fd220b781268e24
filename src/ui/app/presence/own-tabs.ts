const nameOf = (tab: string) => `presence-tab-${tab}`

/**
 * Watches the tabs of the own person in this browser: each holds a lock, which the browser releases when the tab is gone,
 * however it ended. A tab that crashes, or that a phone puts away, cannot say that it goes. Tabs elsewhere, and browsers
 * without locks, are only known by what they say.
 */
export const ownTabs = (tab: string, onGone: (tab: string) => void) => {
  const { locks } = navigator as { locks?: LockManager }
  const watched = new Set<string>([tab])
  const end = new AbortController()
  const quietly = (work: Promise<unknown> | undefined) => void work?.catch(() => undefined)
  /** Held until `stop`. */
  const stayed = new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()))
  quietly(locks?.request(nameOf(tab), () => stayed))
  const watch = async (other: string) => {
    if (!locks || watched.has(other)) return
    const { held = [] } = await locks.query()
    if (watched.has(other) || !held.some(({ name }) => name === nameOf(other))) return
    watched.add(other)
    await locks.request(nameOf(other), { signal: end.signal }, () => onGone(other))
  }
  return {
    /** Learns of a tab; where it is in this browser, `onGone` is called when it is gone. */
    saw: (other: string) => quietly(watch(other)),
    stop: () => end.abort(),
  }
}
