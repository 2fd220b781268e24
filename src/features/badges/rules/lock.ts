/** Wrong tries at one badge, from one known browser or from all others together, since a first one. */
export type WrongTries = { wrong: number; first_at: Date; last_at: Date }

const HOUR_MS = 3_600_000
const WEEK_HOURS = 168

/** Wrong tries of a year that lock nothing (BDG-018). */
export const FREE_WRONG_TRIES = 100
/** Wrong tries between two locks. */
export const TRIES_BETWEEN_LOCKS = 10
/** A count begins again this long after its first wrong try. */
export const COUNT_MS = 365 * 24 * HOUR_MS

const FIRST_LOCKS_HOURS = [1, 4, 16, 24]

/** How long a lock holds; `at` is 0 for the first one. */
export const lockHours = (at: number): number =>
  FIRST_LOCKS_HOURS[at] ?? WEEK_HOURS * 2 ** (at - FIRST_LOCKS_HOURS.length)

const lockEnd = ({ wrong, last_at: last }: WrongTries): Date | null => {
  const over = wrong - FREE_WRONG_TRIES
  if (over < 0 || over % TRIES_BETWEEN_LOCKS !== 0) return null
  return new Date(last.getTime() + lockHours(over / TRIES_BETWEEN_LOCKS) * HOUR_MS)
}

/** When the next try is possible, if none is now: after 100 wrong ones, and after each 10 further ones for longer (BDG-018). */
export const lockedUntil = (tries: WrongTries | null, now: Date): Date | null => {
  const end = tries && lockEnd(tries)
  return end && end > now ? end : null
}

/** The count with one more wrong try. A right one takes nothing back: its owner would give a guesser new tries each day. */
export const withWrongTry = (tries: WrongTries | null, now: Date): WrongTries =>
  tries && now.getTime() < tries.first_at.getTime() + COUNT_MS
    ? { wrong: tries.wrong + 1, first_at: tries.first_at, last_at: now }
    : { wrong: 1, first_at: now, last_at: now }
