/** A position in the write-ahead log of the primary, which only grows. */
export type Position = bigint

/** As PostgreSQL writes a position: two hexadecimal numbers, of which the second has 32 bits. */
export const positionOf = (text: string): Position => {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
export const textOf = (position: Position): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase()

/** A question for the primary's position: when it was asked, and which changes it can know. */
export type Question = { readonly at: number; readonly changes: number }

export type Freshness = {
  /** This process has heard of a change. Only a position that is asked for from now on is known to include it. */
  noteChange: () => void
  /** To be called before the primary is asked. */
  ask: (now: number) => Question
  answer: (question: Question, position: Position) => void
  /**
   * What a replica must have replayed to be read from: every change this process has heard of, and everything that was
   * committed longer ago than the bound. Null while that is not known.
   */
  required: (now: number) => Position | null
  /** For how long the replica has lacked something, as far as positions are kept. */
  lag: (now: number, replayed: Position) => number
}

/** Positions are kept this long to tell how far behind a replica is. */
const KEPT_MS = 300_000
/** The least time between two positions that are kept. */
const APART_MS = 100

/**
 * How fresh a replica must be, by positions of the primary and the clock of this process alone: the times that a replica
 * itself gives stand still while nobody writes, and say nothing once it has lost the primary.
 */
export const createFreshness = (boundMs: number): Freshness => {
  let positions: { at: number; position: Position }[] = []
  let changes = 0
  let covered = 0
  let ofChanges: Position = 0n

  return {
    noteChange: () => {
      changes++
    },
    ask: (at) => ({ at, changes }),
    answer: ({ at, changes: known }, position) => {
      const last = positions.at(-1)
      if (!last || at - last.at >= APART_MS) positions.push({ at, position })
      if (known > covered) {
        covered = known
        if (position > ofChanges) ofChanges = position
      }
      const [first] = positions
      if (first && at - first.at > 2 * KEPT_MS) positions = positions.filter((one) => at - one.at <= KEPT_MS)
    },
    required: (now) => {
      if (covered < changes) return null
      const oldest = positions.find(({ at }) => now - at <= boundMs)
      if (!oldest) return null
      return oldest.position > ofChanges ? oldest.position : ofChanges
    },
    lag: (now, replayed) => {
      const [first] = positions
      if (!first || !positions.some(({ position }) => position > replayed)) return 0
      return now - (positions.findLast(({ position }) => position <= replayed) ?? first).at
    },
  }
}
