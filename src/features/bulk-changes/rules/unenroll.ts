import { type Dates, type Plan, refused } from './plan.ts'

export type UnenrollFacts = {
  dates: Dates
  course: string
  is_ended: boolean
  has_progress: boolean
  /** Credits of the enrollment that would go back if it has no progress. */
  credits: number
  /** The viewer acts on own records alone. */
  is_manager: boolean
}

/** What unenrolling a learner would do (BLK-005). */
export const decideUnenroll = (facts: UnenrollFacts): Plan<Dates | null> => {
  const { dates, course, has_progress: hasProgress } = facts
  if (facts.is_ended) return refused(`Is no longer enrolled in ${course}.`, dates)
  if (facts.is_manager && hasProgress)
    return refused(`Has started ${course}. Only an administrator can unenroll them.`, dates)
  return {
    outcome: 'changed',
    reason: hasProgress && facts.credits > 0 ? `Has started ${course}, so the credit stays used.` : null,
    credits: hasProgress ? 0 : 0 - facts.credits,
    before: dates,
    after: null,
  }
}
