import { LRUCache } from 'lru-cache'

/** Which message of a process it is: each process counts its own from 1. */
export type Stamp = { from: string; n: number }

/** What a stamp says about its message: whether it is to be delivered, and whether others before it are missing. */
export type Arrival = { isNew: boolean; isAfterGap: boolean }

export type Sequences = {
  message: (stamp: Stamp, now: number) => Arrival
  /** A process says how many messages it has sent; true when some of them never came. */
  beat: (stamp: Stamp, now: number) => boolean
  /** A process ends in peace. */
  leave: (from: string) => void
  /** Forgets processes that were silent for too long; true when there was one, which may have died with a message. */
  forgetSilent: (now: number) => boolean
  /** Nobody could be heard until now. */
  restart: (now: number) => void
}

/** How many messages are remembered, for those that come by both ways. */
const REMEMBERED = 10_000

/**
 * Notices lost and repeated messages of other processes by their numbers. Messages of one process may come by two ways and
 * so in another order; a number that is missing when a later one comes is taken for lost, which costs no more than a look.
 */
export const createSequences = (startedAt: number, silenceMs: number): Sequences => {
  const peers = new Map<string, { last: number; heardAt: number }>()
  const seen = new LRUCache<string, true>({ max: REMEMBERED })

  /** Notes the highest number so far, and says whether numbers before it are missing. */
  const reach = ({ from, n }: Stamp, now: number, next: number): boolean => {
    const peer = peers.get(from)
    if (!peer) {
      peers.set(from, { last: n, heardAt: now })
      // What others sent before this process began concerns nobody who is connected to it.
      return next > 1 && now - startedAt > silenceMs
    }
    const isMissing = next > peer.last + 1
    peer.last = Math.max(peer.last, n)
    peer.heardAt = now
    return isMissing
  }

  return {
    message: (stamp, now) => {
      const key = `${stamp.from} ${stamp.n}`
      const isNew = !seen.has(key)
      seen.set(key, true)
      return { isNew, isAfterGap: reach(stamp, now, stamp.n) }
    },
    beat: (stamp, now) => reach(stamp, now, stamp.n + 1),
    leave: (from) => {
      peers.delete(from)
    },
    forgetSilent: (now) => {
      const silent = [...peers].filter(([, { heardAt }]) => now - heardAt > silenceMs)
      for (const [from] of silent) peers.delete(from)
      return silent.length > 0
    },
    restart: (now) => {
      for (const peer of peers.values()) peer.heardAt = now
    },
  }
}
