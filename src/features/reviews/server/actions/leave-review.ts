import { loadOwnEnrollment } from '#features/enrollments/server/api.ts'
import { courseProgress, loadTrackedCourse } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { decideReview, REVIEW_FROM_PROGRESS } from '../../rules/reviews.ts'
import { findReview, insertReview, loadReviewOf, type ReviewRow } from '../store.ts'

type Place = { slug: string; related_id: number }

/** The own enrollment with its review, and how far it is; a completed course counts as whole, also after the items changed. */
export const loadStanding = async (tx: Tx, ctx: SignedIn, { slug, related_id }: Place) => {
  const enrollment = await loadOwnEnrollment(tx, ctx, { related_id, course_slug: slug, to: 'read' })
  const [course, review] = await Promise.all([
    loadTrackedCourse(tx, ctx.portal.id, enrollment.id),
    loadReviewOf(tx, ctx.portal.id, enrollment.id),
  ])
  if (!course) throw fail('not_found')
  const progress = enrollment.completed_at ? 100 : courseProgress(course).progress
  return { enrollment, review, progress, refusal: decideReview({ progress, has_review: review !== null }) }
}

/**
 * Leaves the one review of an enrollment, which then waits for approval (REV-002, REV-007). Throws `already_reviewed` for a
 * second one, also when two are sent at once, and `invalid` before half of the course.
 */
export const leaveReview = async (
  tx: Tx,
  ctx: SignedIn,
  place: Place,
  { rating, text }: { rating: number; text?: string | null | undefined },
): Promise<ReviewRow> => {
  const { enrollment, refusal } = await loadStanding(tx, ctx, place)
  if (refusal === 'already_reviewed') throw fail('already_reviewed')
  if (refusal)
    throw fail('invalid', {
      field: 'related_id',
      message: `The course can be reviewed from ${REVIEW_FROM_PROGRESS} percent on.`,
    })
  const id = await insertReview(tx, ctx.portal.id, {
    course_id: enrollment.course_id,
    related_id: enrollment.id,
    user_id: ctx.viewer.user_id,
    rating,
    text: text || null,
    created_at: ctx.now,
  })
  if (id === null) throw fail('already_reviewed')
  await logActivity(tx, ctx, {
    action: 'review.create',
    subject_type: 'review',
    subject_id: id,
    changes: { course_id: enrollment.course_id, rating },
  })
  return (await findReview(tx, ctx.portal.id, id)) as ReviewRow
}
