/** Wrong passwords of an hour, and when the last one was entered. */
export type Failures = { count: number; last: Date | null }

/** Wrong passwords an hour that cost nothing (AUT-054): people mistype, and an office has many people. */
export const FREE_TRIES = { account: 10, network: 100 } as const

const FIRST_DELAY_SECONDS = 30
const LONGEST_DELAY_SECONDS = 900

/**
 * How many seconds the next attempt has to wait: none within the free ones, then 30 seconds after the last wrong one,
 * and twice as long after each further one, up to 15 minutes (AUT-054). A refused attempt is not counted, so an
 * attacker who keeps trying cannot make the owner wait longer.
 */
export const waitAfterFailures = ({ count, last }: Failures, free: number, now: Date): number => {
  if (count < free || !last) return 0
  const delay = Math.min(LONGEST_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2 ** (count - free))
  return Math.max(0, Math.ceil((last.getTime() + delay * 1000 - now.getTime()) / 1000))
}
