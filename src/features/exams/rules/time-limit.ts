const MINUTE_MS = 60_000

/** The longest limit, and the most that is given beyond one: a day (EXM-031, EXM-035). */
export const MOST_MINUTES = 1440

/** An answer that is on its way when the time ends still counts for this long (EXM-033). */
export const GRACE_MS = 10_000
/** Answers that were stored without a connection are accepted for this long after the end (EXM-034). */
export const LATE_MS = 24 * 60 * MINUTE_MS

/** When an attempt that begins at `startedAt` ends; null without a limit (EXM-031, EXM-035). */
export const endOf = (startedAt: Date, limitMinutes: number | null, extraMinutes: number): Date | null =>
  limitMinutes === null ? null : new Date(startedAt.getTime() + (limitMinutes + extraMinutes) * MINUTE_MS)

/** The minutes a learner was given beyond the limit, from the end that they have led to. */
export const extraMinutesOf = (attempt: {
  started_at: Date
  time_limit_minutes: number | null
  ends_at: Date | null
}): number => {
  const { started_at: from, time_limit_minutes: limit, ends_at: end } = attempt
  return end === null || limit === null ? 0 : Math.round((end.getTime() - from.getTime()) / MINUTE_MS) - limit
}

/** Whether nothing may be begun or gone on with: the time has come. */
export const isTimeUp = (endsAt: Date | null, now: Date): boolean => endsAt !== null && now >= endsAt

/** Whether to end the attempt now, after the answers on their way have had time to arrive. */
export const isOverdue = (endsAt: Date | null, now: Date): boolean =>
  endsAt !== null && now.getTime() > endsAt.getTime() + GRACE_MS

/** What a page reports about the moment of an answer: the time since the server issued it a lease. */
export type AnswerTiming = { issued_at: Date; elapsed_ms: number }

/**
 * When an answer was given, and whether it came late; null when it no longer counts. Answers in time count by the
 * server's clock alone. After the end and its grace period an answer needs a lease of the server. It counts when the
 * time that passed on its page since the lease leads to a moment before the end, and it arrives within a day (EXM-033,
 * EXM-034).
 */
export const timeOfAnswer = (
  endsAt: Date | null,
  now: Date,
  arrival: AnswerTiming | null,
): { answered_at: Date; arrived_at: Date | null } | null => {
  if (endsAt === null || now < endsAt) return { answered_at: now, arrived_at: null }
  if (!isOverdue(endsAt, now)) return { answered_at: endsAt, arrived_at: null }
  if (!arrival || now.getTime() > endsAt.getTime() + LATE_MS) return null
  const at = new Date(arrival.issued_at.getTime() + Math.max(0, arrival.elapsed_ms))
  return at <= endsAt ? { answered_at: at, arrived_at: now } : null
}

/** How long a question can have been on a screen by now: no longer than the attempt has run (EXM-036). */
export const visitLength = (
  attempt: { started_at: Date; finished_at: Date | null; ends_at: Date | null },
  now: Date,
  milliseconds: number,
): number => {
  const last = Math.min(...[now, attempt.finished_at, attempt.ends_at].flatMap((at) => (at ? [at.getTime()] : [])))
  return Math.max(0, Math.min(milliseconds, last - attempt.started_at.getTime()))
}
