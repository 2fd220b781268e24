import { sql } from 'kysely'
import { loadEnrollment, loadWithinReach } from '#features/enrollments/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { publish } from '#platform/live/publish.ts'
import type { resetIdentityAnswers, unlockIdentity } from '../../contract-identity.ts'
import { deleteAnswers, lockQuestionsOf } from './store.ts'

/** The open pages of a learner look again. */
export const tellLearner = (tx: Tx, userId: number, related_id: number): Promise<void> =>
  publish(tx, { channel: `notifications.${userId}`, event: 'progress.updated', data: { related_id } })

type Lock = { enrollment_id: number; user_id: number; course_id: number; is_open: boolean }

const lockOf = async (tx: Tx, { portal }: Pick<Context, 'portal'>, id: number, isHeld: boolean): Promise<Lock> => {
  const { rows } = await sql<Lock>`
    select l.enrollment_id, e.user_id, e.course_id, l.unlocked_at is null as is_open
    from identity_locks l
    join enrollments e on e.portal_id = l.portal_id and e.id = l.enrollment_id
    where l.portal_id = ${portal.id} and l.id = ${id}
    ${isHeld ? sql`for no key update of e, l` : sql``}`.execute(tx)
  const [row] = rows
  if (!row) throw fail('not_found')
  return row
}

/** Unlocks a course for its learner, with a reason (TRD-056). Of two at once the second is a `conflict`. */
export const unlock = async (
  tx: Tx,
  ctx: SignedIn,
  { id, reason, resets_answers }: { id: number } & Input<typeof unlockIdentity>['body'],
): Promise<void> => {
  const portal_id = ctx.portal.id
  // Answers belong to all courses of a person, whose enrollments are locked in one order before any of them is held.
  if (resets_answers) await lockQuestionsOf(tx, { portal_id, user_id: (await lockOf(tx, ctx, id, false)).user_id })
  const { enrollment_id, user_id, course_id, is_open } = await lockOf(tx, ctx, id, true)
  if (!is_open) throw fail('conflict', { message: 'This course was unlocked already. Nothing was changed.' })
  await tx
    .updateTable('identity_locks')
    .set({ unlocked_at: ctx.now, unlocked_by: ctx.viewer.user_id, reason, resets_answers })
    .where('portal_id', '=', portal_id)
    .where('id', '=', id)
    .execute()
  if (resets_answers) await deleteAnswers(tx, { portal_id, user_id })
  await logActivity(tx, ctx, {
    action: resets_answers ? 'identity.unlock-and-reset' : 'identity.unlock',
    subject_type: 'enrollment',
    subject_id: enrollment_id,
    changes: { user_id, course_id, reason },
  })
  await tellLearner(tx, user_id, enrollment_id)
}

/**
 * Resets the answers of a learner in all courses of the portal, with a reason; a lock stays (TRD-067). Throws `not_found` for an
 * enrollment out of reach, and `conflict` where no answers are set up: of two at once the second.
 */
export const resetAnswers = async (
  tx: Tx,
  ctx: SignedIn,
  { id, reason }: { id: number } & Input<typeof resetIdentityAnswers>['body'],
) => {
  const enrollment = await loadEnrollment(tx, ctx, id)
  if (enrollment?.role !== 'learner' || !(await loadWithinReach(tx, ctx, [id])).has(id)) throw fail('not_found')
  const { user_id, course_id } = enrollment
  const person = { portal_id: ctx.portal.id, user_id }
  await lockQuestionsOf(tx, person)
  if (!(await deleteAnswers(tx, person)))
    throw fail('conflict', { message: 'No answers are set up. Nothing was changed.' })
  await logActivity(tx, ctx, {
    action: 'identity.reset',
    subject_type: 'enrollment',
    subject_id: id,
    changes: { user_id, course_id, reason },
  })
  await tellLearner(tx, user_id, id)
  return { data: { has_answers: false } }
}
