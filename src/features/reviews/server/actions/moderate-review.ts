import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import { countedDelta, REVIEW_STATUS, type ReviewStatus } from '../../rules/reviews.ts'
import { mayModerate } from '../present.ts'
import { countReview, findReview, lockReview, type ReviewRow, removeReview, saveReview } from '../store.ts'

/** Of the reviews of all courses, or of those that the viewer teaches (ROL-027). */
export const reachOfReviews = (ctx: SignedIn) => (ctx.scope === 'any' ? {} : { instructor_id: ctx.viewer.user_id })

const reach = async (tx: Tx, ctx: SignedIn, id: number): Promise<ReviewRow> => {
  const row = await lockReview(tx, ctx.portal.id, id, reachOfReviews(ctx))
  if (!row) throw fail('not_found')
  return row
}

/** Keeps the counters right and drops the pages on which the average stands. */
const recount = async (tx: Tx, ctx: SignedIn, row: ReviewRow, after: ReviewStatus | null): Promise<void> => {
  const delta = countedDelta(row.status as ReviewStatus, after)
  if (delta !== 0) await countReview(tx, ctx.portal.id, row, delta)
}

const drop = (tx: Tx, ctx: SignedIn, row: ReviewRow): Promise<void> =>
  dropPages(tx, `course:${row.course_id}`, `courses:${ctx.portal.id}`)

type Change = { status?: ReviewStatus | undefined; reply?: string | null | undefined }

/**
 * Approves or rejects a review, or answers it in public. People who reach only their own courses may only answer, and
 * get `not_enough_permissions` for a status (REV-027). An empty reply removes the answer; a body with neither is
 * refused.
 */
export const changeReview = async (tx: Tx, ctx: SignedIn, id: number, change: Change): Promise<ReviewRow> => {
  const row = await reach(tx, ctx, id)
  if (change.status !== undefined && !mayModerate(ctx, 'reviews.update')) throw fail('not_enough_permissions')
  if (change.status === undefined && change.reply === undefined) throw fail('required', { field: 'status' })
  const { user_id: viewerId } = ctx.viewer
  await saveReview(tx, ctx.portal.id, id, {
    ...(change.status !== undefined && { status: change.status, moderated_by: viewerId, moderated_at: ctx.now }),
    ...(change.reply !== undefined &&
      (change.reply
        ? { reply: change.reply, replied_by: viewerId, replied_at: ctx.now }
        : { reply: null, replied_by: null, replied_at: null })),
  })
  if (change.status !== undefined) await recount(tx, ctx, row, change.status)
  if (row.status === REVIEW_STATUS.approved || change.status === REVIEW_STATUS.approved) await drop(tx, ctx, row)
  await logActivity(tx, ctx, {
    action: change.status === undefined ? 'review.reply' : 'review.moderate',
    subject_type: 'review',
    subject_id: id,
    changes: { ...(change.status !== undefined && { status: [row.status, change.status] }) },
  })
  return (await findReview(tx, ctx.portal.id, id)) as ReviewRow
}

/**
 * Deletes a review for good; its learner may leave another one. People who may only answer get `not_enough_permissions`
 * (REV-027).
 */
export const deleteReview = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const row = await reach(tx, ctx, id)
  if (!mayModerate(ctx, 'reviews.delete')) throw fail('not_enough_permissions')
  await removeReview(tx, ctx.portal.id, id)
  await recount(tx, ctx, row, null)
  if (row.status === REVIEW_STATUS.approved) await drop(tx, ctx, row)
  await logActivity(tx, ctx, {
    action: 'review.delete',
    subject_type: 'review',
    subject_id: id,
    changes: { course_id: row.course_id, rating: row.rating },
  })
}
