/** Statuses of a delivery and of an attempt (INT-004). */
export const DELIVERY_STATUSES = ['FAILED', 'PENDING', 'SUCCESS', 'TEMPORARY_FAILURE', 'NOT_STARTED'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The pauses after each failed attempt: eleven attempts within about three days (INT-024). */
const PAUSES = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY]
export const MOST_ATTEMPTS = PAUSES.length + 1

/** A delivery is tried for this long if the address answers nothing at all, and kept in the log for longer (INT-024). */
const LONGEST_WAIT = 60 * DAY
export const KEPT_DAYS = 90

/** After this many failures without a good answer the address counts as down: it gets one call at a time. */
export const FAILURES_UNTIL_DOWN = 5
/** How long an address may fail before admins are notified. */
const TOLD_AFTER = 5 * MINUTE

/** What is known of an address: how it has answered lately. */
export type Health = {
  failures: number
  failing_since: Date | null
  told_at: Date | null
  succeeded_at: Date | null
}

export const isDown = ({ failures }: Pick<Health, 'failures'>): boolean => failures >= FAILURES_UNTIL_DOWN

/** How an attempt ended. `retry_after` is the pause in seconds that the receiver asked for. */
export type Outcome = { is_good: boolean; retry_after: number | null }

export type Delivery = { attempts: number; created_at: Date; tried_at: Date | null }

export type DeliveryAfter = { status: 'SUCCESS' | 'TEMPORARY_FAILURE' | 'FAILED'; next_attempt_at: Date }

/** Whether it is the message that is refused, because the address has answered others well since it was first tried. */
export const isRefused = ({ tried_at: tried }: Pick<Delivery, 'tried_at'>, { succeeded_at: at }: Health): boolean =>
  at !== null && tried !== null && at >= tried

/**
 * What becomes of a delivery by its attempt, which `attempts` counts already. It is given up only if it is refused by an address
 * that answered others within the last day: while an address is down, everything waits for it.
 */
export const afterAttempt = (delivery: Delivery, health: Health, outcome: Outcome, now: Date): DeliveryAfter => {
  if (outcome.is_good) return { status: 'SUCCESS', next_attempt_at: now }
  const { attempts, created_at: created } = delivery
  const isOld = now.getTime() - created.getTime() >= LONGEST_WAIT
  const isUp = health.succeeded_at !== null && now.getTime() - health.succeeded_at.getTime() < DAY
  const isOver = isOld || (attempts >= MOST_ATTEMPTS && isUp && isRefused(delivery, health))
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? DAY
  const requestedPause = Math.min((outcome.retry_after ?? 0) * SECOND, DAY)
  return {
    status: isOver ? 'FAILED' : 'TEMPORARY_FAILURE',
    next_attempt_at: new Date(now.getTime() + Math.max(pause, requestedPause)),
  }
}

/** What admins are notified of. */
export type News = 'failing' | 'recovered' | null

/** `sends_all` is true when an address answers again: everything that waits goes out now. */
export type HealthAfter = { health: Health; next_attempt_at: Date; news: News; sends_all: boolean }

/** A quarter of the time that it has been down: 10 seconds at first, 6 hours at most. */
const pauseOf = (since: Date, now: Date): number =>
  Math.min(Math.max((now.getTime() - since.getTime()) / 4, 10 * SECOND), 6 * HOUR)

/** How the address stands after an attempt (INT-025); that of a message that is refused says nothing about it. */
export const healthAfter = (health: Health, outcome: Outcome, now: Date): HealthAfter => {
  if (outcome.is_good)
    return {
      health: { failures: 0, failing_since: null, told_at: null, succeeded_at: now },
      next_attempt_at: now,
      news: health.told_at === null ? null : 'recovered',
      sends_all: isDown(health) || health.told_at !== null,
    }
  const since = health.failing_since ?? now
  const failures = health.failures + 1
  const isNews = health.told_at === null && now.getTime() - since.getTime() >= TOLD_AFTER
  return {
    health: { ...health, failures, failing_since: since, told_at: isNews ? now : health.told_at },
    next_attempt_at: isDown({ failures }) ? new Date(now.getTime() + pauseOf(since, now)) : now,
    news: isNews ? 'failing' : null,
    sends_all: false,
  }
}

/** The pause that a receiver asks for, as seconds or as a date (RFC 9110); null if it asks for none. */
export const retryAfter = (header: string | undefined, now: Date): number | null => {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.round((at - now.getTime()) / SECOND))
}
