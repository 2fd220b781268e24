import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { courseAccessEnds } from '#kernel/product/legal.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { updateEnrollmentDates } from '../../contract.ts'
import { accessAt } from '../../rules/access.ts'
import { isWithinReach } from '../reach.ts'
import { type Enrollment, loadEnrollment, lockEnrollment } from '../store.ts'

type Body = Input<typeof updateEnrollmentDates>['body']

const refuse = (field: keyof Body, text: string) => fail('invalid', { fields: { [field]: [text] } })

/**
 * Moves the start of a learner's access, which ends five years after it (USR-021), and the due date (USR-053). A start that
 * lies behind stays. `not_found` for managers, instructors and enrollments that ended or are out of reach.
 */
export const changeDates = async (tx: Tx, ctx: SignedIn, id: number, body: Body): Promise<Enrollment> => {
  const enrollment = await lockEnrollment(tx, ctx, id)
  if (!enrollment || !(await isWithinReach(tx, ctx, enrollment))) throw fail('not_found')
  if (enrollment.role !== 'learner' || enrollment.ended_at !== null) throw fail('not_found')
  const { starts_at: startsAt, due_at: dueAt } = body
  if (startsAt && enrollment.starts_at <= ctx.now) throw refuse('starts_at', 'This enrollment has already started.')
  const start = startsAt && startsAt < ctx.now ? ctx.now : (startsAt ?? enrollment.starts_at)
  if (dueAt && dueAt <= start) throw refuse('due_at', 'Please choose a due date after the start.')
  const expiresAt = startsAt ? courseAccessEnds(start, ctx.portal.setting.time_zone) : enrollment.expires_at
  const term = { ...enrollment, starts_at: start, expires_at: expiresAt }
  await tx
    .updateTable('enrollments')
    .set({
      starts_at: start,
      expires_at: expiresAt,
      access: accessAt(term, ctx.now),
      ...(dueAt !== undefined && { due_at: dueAt }),
    })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .execute()
  await logActivity(tx, ctx, {
    action: 'enrollment.dates',
    subject_type: 'enrollment',
    subject_id: id,
    changes: { user_id: enrollment.user_id, course_id: enrollment.course_id, starts_at: startsAt, due_at: dueAt },
  })
  return (await loadEnrollment(tx, ctx, id)) as Enrollment
}
