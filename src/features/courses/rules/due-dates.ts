import { addDays, dayOf, lastMomentOf } from '#kernel/format/day.ts'

/** When enrollments in a course are due; both null means that they have no due date. */
export type CourseDue = { due_days: number | null; due_at: Date | null }

/**
 * The due date of an enrollment that begins at `startsAt`: the end of the day so many days later in the portal's time
 * zone, or the course's own date; null without one, and for a date that is over when the enrollment begins (BLD-062).
 */
export const dueOf = ({ due_days: days, due_at: at }: CourseDue, startsAt: Date, zone: string): Date | null => {
  if (days !== null) return lastMomentOf(addDays(dayOf(startsAt, zone), days), zone)
  return at !== null && at > startsAt ? at : null
}
