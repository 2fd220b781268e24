import { courseProgress, loadTrackedCourse } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { enterReview as EnterReview } from '../../contract.ts'
import { decideReview, REVIEW_FROM_PROGRESS, REVIEW_STATUS } from '../../rules/reviews.ts'
import { mayModerate } from '../present.ts'
import { findReview, insertReview, loadReviewOf, type ReviewRow } from '../store.ts'
import { changeReview } from './moderate-review.ts'

type Body = Input<typeof EnterReview>['body']

/** The learner's enrollments in the course, the newest first. */
const enrollmentsOf = (tx: Tx, portalId: number, { course_id, user_id }: Body) =>
  tx
    .selectFrom('enrollments')
    .select(['id', 'completed_at'])
    .where('portal_id', '=', portalId)
    .where('course_id', '=', course_id)
    .where('user_id', '=', user_id)
    .where('role', '=', 'learner')
    .orderBy('id', 'desc')
    .execute()

const refuse = (text: string) => fail('invalid', { fields: { user_id: [text] } })

/**
 * Enters a review that a learner gave on paper or by e-mail (REV-033): for the newest of their enrollments in the course, by the
 * rules that hold for learners. The activity log says who entered it.
 */
export const enterReview = async (tx: Tx, ctx: SignedIn, body: Body): Promise<ReviewRow> => {
  if (!mayModerate(ctx, 'reviews.create')) throw fail('not_enough_permissions')
  const [enrollment] = await enrollmentsOf(tx, ctx.portal.id, body)
  if (!enrollment) throw refuse('This person is not enrolled in the course.')
  const [course, review] = await Promise.all([
    loadTrackedCourse(tx, ctx.portal.id, enrollment.id),
    loadReviewOf(tx, ctx.portal.id, enrollment.id),
  ])
  const progress = enrollment.completed_at || !course ? 100 : courseProgress(course).progress
  const refusal = decideReview({ progress, has_review: review !== null })
  if (refusal === 'too_early') throw refuse(`The course can be reviewed from ${REVIEW_FROM_PROGRESS} percent on.`)
  const id =
    refusal === null &&
    (await insertReview(tx, ctx.portal.id, {
      course_id: body.course_id,
      related_id: enrollment.id,
      user_id: body.user_id,
      rating: body.rating,
      text: body.text || null,
      created_at: ctx.now,
    }))
  if (!id) throw fail('already_reviewed', { field: 'user_id' })
  await logActivity(tx, ctx, {
    action: 'review.enter',
    subject_type: 'review',
    subject_id: id,
    changes: { course_id: body.course_id, rating: body.rating },
  })
  const status = body.status ?? REVIEW_STATUS.pending
  if (status !== REVIEW_STATUS.pending) return changeReview(tx, ctx, id, { status })
  return (await findReview(tx, ctx.portal.id, id)) as ReviewRow
}
