import { minutesText } from '#kernel/format/minutes-text.ts'

export { minutesText }

/** A moment by both clocks of a browser, in milliseconds: one that nobody can set, and the one on the wall. */
export type Moment = { monotonic: number; wall: number }

/**
 * How long ago a moment was. The clock on the wall may be set back, the other one may stand still while the device sleeps:
 * the one that has gone further is right, so that neither gives anybody time (EXM-034).
 */
export const elapsedSince = (from: Moment, now: Moment): number =>
  Math.round(Math.max(0, now.monotonic - from.monotonic, now.wall - from.wall))

const two = (value: number) => String(value).padStart(2, '0')

/** Time left as people read it: `1:05:09` or `12:04`; a second that has begun counts as whole. */
export const countdownText = (leftMs: number): string => {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Read out when this many minutes are left, because users of a screen reader cannot glance at the clock (EXM-032). */
const TOLD_AT_MINUTES = [60, 30, 10, 5, 1]

/** What is read out as the time left goes from one value to the next; null at most moments. */
export const announcement = (beforeMs: number, leftMs: number): string | null => {
  if (leftMs <= 0) return beforeMs > 0 ? 'The time is up.' : null
  const reached = TOLD_AT_MINUTES.findLast((minutes) => beforeMs > minutes * 60_000 && leftMs <= minutes * 60_000)
  return reached === undefined ? null : `${minutesText(reached)} left.`
}
