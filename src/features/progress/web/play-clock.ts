/** Where a player is, for what follows it; listeners are called at every move. */
export const createPlayClock = () => {
  const listeners = new Set<() => void>()
  let seconds: number | null = null
  return {
    now: (): number | null => seconds,
    set: (next: number): void => {
      seconds = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
export type PlayClock = ReturnType<typeof createPlayClock>
