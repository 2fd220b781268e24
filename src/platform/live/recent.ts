/** Milliseconds for which it is known when a channel last had an event; a page is loaded and joins long before. */
export const RECENT_MS = 30_000

export type Recent = {
  note: (channel: string) => void
  /** Events may have been lost: every channel counts as having had one. */
  noteAll: () => void
  /** Milliseconds since the last event of the channel; null when that is longer ago than any page needs to know. */
  ago: (channel: string) => number | null
}

/**
 * When each channel last had an event. What happened before this process began is unknown to it, so that its beginning
 * counts as an event of every channel. Two sets take turns, so that what is old is forgotten without a walk.
 */
export function createRecent(clock: () => number): Recent {
  const startedAt = clock()
  let current = new Map<string, number>()
  let previous = new Map<string, number>()
  let turnedAt = startedAt
  let allAt = startedAt

  const turn = (now: number) => {
    if (now - turnedAt < RECENT_MS) return
    previous = now - turnedAt < 2 * RECENT_MS ? current : new Map()
    current = new Map()
    turnedAt = now
  }

  return {
    note: (channel) => {
      const now = clock()
      turn(now)
      current.set(channel, now)
    },
    noteAll: () => {
      allAt = clock()
    },
    ago: (channel) => {
      const now = clock()
      turn(now)
      const ago = Math.round(now - Math.max(allAt, current.get(channel) ?? previous.get(channel) ?? startedAt))
      return ago <= RECENT_MS ? ago : null
    },
  }
}
