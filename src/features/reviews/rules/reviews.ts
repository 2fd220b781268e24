import { averageRating } from '#kernel/product/rating.ts'
import { APPROVAL as REVIEW_STATUS, type Approval as ReviewStatus } from '#kernel/product/statuses.ts'

export { REVIEW_STATUS, type ReviewStatus }
export const REVIEW_STATUSES = Object.values(REVIEW_STATUS) as [ReviewStatus, ...ReviewStatus[]]
export const REVIEW_STATUS_NAMES: Record<ReviewStatus, string> = {
  1: 'Not approved',
  2: 'Pending',
  3: 'Approved',
  4: 'Draft',
}

export const RATINGS = [1, 2, 3, 4, 5] as const
export type Rating = (typeof RATINGS)[number]

/** Whole percent of the course from which on it can be reviewed (REV-005). */
export const REVIEW_FROM_PROGRESS = 50

export type ReviewRefusal = 'already_reviewed' | 'too_early'

/** Why a learner cannot leave a review now, or null: one for each enrollment, from half of the course on (REV-004, REV-005). */
export const decideReview = (enrollment: { progress: number; has_review: boolean }): ReviewRefusal | null => {
  if (enrollment.has_review) return 'already_reviewed'
  return enrollment.progress < REVIEW_FROM_PROGRESS ? 'too_early' : null
}

/** By how much the number of counted reviews changes with a status; null means no review (REV-007). */
export const countedDelta = (before: ReviewStatus | null, after: ReviewStatus | null): -1 | 0 | 1 =>
  (Number(after === REVIEW_STATUS.approved) - Number(before === REVIEW_STATUS.approved)) as -1 | 0 | 1

export type RatingCounts = Readonly<Record<Rating, number>>

/** Review counters of a course: how many of each rating, highest first, the total and the average with one decimal (REV-008, SEO-020). */
export const reviewCounters = (counts: RatingCounts) => {
  const ratings = [...RATINGS].reverse().map((rating) => ({ rating, count: counts[rating] }))
  const total = ratings.reduce((sum, { count }) => sum + count, 0)
  const sum = ratings.reduce((all, { rating, count }) => all + rating * count, 0)
  return { total, average: averageRating(sum, total), ratings }
}
