import { courseAccessEnds } from '#kernel/product/legal.ts'
import { type Dates, type Plan, refused, unchanged } from './plan.ts'

/** When they start, null for at once, and when they are due; without a due date of their own that of the course counts. */
export type EnrollRequest = { starts_at: string | null; due_at?: string | null }

export type EnrollFacts = {
  /** Why nobody can be enrolled in the course now. */
  course_problem: string | null
  course: string
  is_member: boolean
  /** The dates of a learner of the course; null for everyone else. */
  enrolled: Dates | null
  /** Credits that are left for this row. */
  credits: number
  /** The due date of the course for somebody who starts then. */
  due_from_course: (startsAt: Date) => Date | null
  time_zone: string
  now: Date
}

/** When somebody would start: at once, or at the moment asked for while it lies ahead. */
export const startOf = ({ starts_at: asked }: EnrollRequest, now: Date): Date =>
  asked !== null && new Date(asked) > now ? new Date(asked) : now

/** What enrolling a person would do (BLK-004). */
export const decideEnroll = (request: EnrollRequest, facts: EnrollFacts): Plan<Dates | null> => {
  if (facts.course_problem) return refused(facts.course_problem)
  if (!facts.is_member) return refused('Has left this portal.')
  if (facts.enrolled) return unchanged(`Already a learner of ${facts.course}.`, facts.enrolled)
  const start = startOf(request, facts.now)
  const due = request.due_at === undefined ? facts.due_from_course(start) : request.due_at && new Date(request.due_at)
  if (due && due <= start) return refused('The due date is not after the start.')
  if (facts.credits < 1) return refused(`No credit is left for ${facts.course}.`)
  const after = {
    starts_at: start.toISOString(),
    due_at: due ? due.toISOString() : null,
    expires_at: courseAccessEnds(start, facts.time_zone).toISOString(),
  }
  return { outcome: 'changed', reason: null, credits: 1, before: null, after }
}
