import { dayOf, formatDate, formatDay, lastDayBefore } from '#kernel/format.ts'
import { reminderSubject } from '#kernel/product/reminder-words.ts'
import { type Dates, type Plan, refused } from './plan.ts'

/** Nobody is reminded of a course again before this time is over (BLK-023). */
const PAUSE_MS = 24 * 3_600_000

export type RemindFacts = {
  dates: Dates
  course: string
  is_ended: boolean
  is_completed: boolean
  is_member: boolean
  is_blocked: boolean
  /** Has the role without which nobody enters a course. */
  is_learner: boolean
  email: string | null
  /** The course sends e-mails about due dates (RTM-013). */
  is_mail_on: boolean
  /** When the last reminder was sent, by a person or before the due date. */
  reminded_at: Date | null
  /** Days to the due date, below zero once it is over; null without one. */
  days_left: number | null
  time_zone: string
  now: Date
}

/** Why nobody is mailed; null where the learner can be reminded. */
const obstacleOf = (facts: RemindFacts): string | null => {
  const { course, dates, reminded_at: last, time_zone: zone, now } = facts
  if (facts.is_ended) return `Is no longer enrolled in ${course}.`
  if (!facts.is_member) return 'Has left this portal.'
  if (facts.is_completed) return `Has completed ${course}.`
  if (new Date(dates.expires_at) <= now)
    return `Access to ${course} ended on ${formatDay(lastDayBefore(dates.expires_at, zone))}.`
  if (new Date(dates.starts_at) > now)
    return `Access to ${course} starts on ${formatDay(dayOf(dates.starts_at, zone))}.`
  if (facts.is_blocked) return `Is blocked, so they cannot enter ${course}.`
  if (!facts.is_learner) return `Does not have the Learner role, so they cannot enter ${course}.`
  if (facts.email === null) return 'Has no e-mail.'
  if (!facts.is_mail_on) return `E-mails about due dates are turned off for ${course}.`
  if (last && now.getTime() - last.getTime() < PAUSE_MS)
    return `Was reminded less than 24 hours ago, on ${formatDate(last, 'long_time', zone)}.`
  return null
}

/** What reminding a learner would do: the mail it sends, or why it sends none (BLK-022, BLK-023). */
export const decideRemind = (facts: RemindFacts): Plan<Dates | null> => {
  const { dates, course, email, reminded_at: last } = facts
  const obstacle = obstacleOf(facts)
  if (obstacle !== null || email === null) return refused(obstacle ?? 'Has no e-mail.', dates)
  const mail = { to: email, subject: reminderSubject(course, facts.days_left), last_at: last?.toISOString() ?? null }
  return { outcome: 'changed', reason: null, credits: 0, before: dates, after: dates, mail }
}
