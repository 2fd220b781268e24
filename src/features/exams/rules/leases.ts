import { endOf } from './time-limit.ts'

/** A lease ends with the access of the learner, and after this many days at most, like kept courses (OFF-011, OFF-016). */
export const LEASE_DAYS = 30
const DAY_MS = 86_400_000

/** This many days after its end, what a lease asked is deleted, and an attempt that comes later cannot be graded (OFF-022). */
export const PURGE_DAYS = 180
/** Leases that ended before this moment lose their questions. */
export const purgeBefore = (now: Date): Date => new Date(now.getTime() - PURGE_DAYS * DAY_MS)

/** Until when an exam that is taken along now may come back and count (OFF-016). */
export const leaseEnd = (accessEnds: Date, now: Date): Date =>
  new Date(Math.min(accessEnds.getTime(), now.getTime() + LEASE_DAYS * DAY_MS))

/** What became of an attempt that was taken without a connection: it counts, or why it does not (OFF-019). */
export const OFFLINE_OUTCOMES = ['counts', 'returned', 'expired', 'no_access', 'locked'] as const
export type OfflineOutcome = (typeof OFFLINE_OUTCOMES)[number]

/** Whether an attempt that arrives counts, by the clock of the server alone (OFF-019). */
export const outcomeOf = (
  lease: { ended_as: string | null; expires_at: Date },
  state: { now: Date; may_take: boolean; is_locked: boolean },
): OfflineOutcome => {
  if (lease.ended_as === 'returned') return 'returned'
  if (lease.ended_as === 'expired' || state.now > lease.expires_at) return 'expired'
  if (!state.may_take) return 'no_access'
  return state.is_locked ? 'locked' : 'counts'
}

type ClaimedTimes = { started_at: Date; finished_at: Date }
type LeaseTimes = { issued_at: Date; time_limit_minutes: number | null; extra_minutes: number }

/**
 * When an attempt began and ended, from what the clock of its device says: not before the lease, not after its arrival, and no
 * longer than its limit, which then has ended it (OFF-020).
 */
export const attemptTimes = (
  { issued_at, time_limit_minutes, extra_minutes }: LeaseTimes,
  claimed: ClaimedTimes,
  now: Date,
): { started_at: Date; ends_at: Date | null; finished_at: Date; is_time_over: boolean } => {
  const within = (at: Date, from: Date, to: Date) =>
    new Date(Math.max(from.getTime(), Math.min(at.getTime(), to.getTime())))
  const started_at = within(claimed.started_at, issued_at, now)
  const ends_at = endOf(started_at, time_limit_minutes, extra_minutes)
  const last = ends_at !== null && ends_at < now ? ends_at : now
  const finished_at = within(claimed.finished_at, started_at, last)
  return { started_at, ends_at, finished_at, is_time_over: ends_at !== null && finished_at >= ends_at }
}

/** Whether the clock of the device said what cannot be: a start before the lease, or an end after the arrival (OFF-020). */
export const isClockOff = (
  { issued_at }: { issued_at: Date },
  claimed: ClaimedTimes,
  receivedAt: Date,
  toleranceMs = 60_000,
): boolean =>
  claimed.started_at.getTime() < issued_at.getTime() - toleranceMs ||
  claimed.finished_at.getTime() > receivedAt.getTime() + toleranceMs ||
  claimed.finished_at < claimed.started_at
