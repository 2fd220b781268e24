import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import { accessAt } from '../../rules/access.ts'
import type { Enrollment } from '../store.ts'

/**
 * Moves the due date and the end of access of a learner's enrollment that the caller has locked, as the caller has decided; a
 * date that is left out stays. A form that was open meanwhile takes nothing back unseen (USR-080).
 */
export const setTerm = async (
  tx: Tx,
  ctx: Context,
  enrollment: Enrollment,
  term: { due_at?: Date | null; expires_at?: Date },
): Promise<void> => {
  const { id, user_id, course_id } = enrollment
  await tx
    .updateTable('enrollments')
    .set({ ...term, access: accessAt({ ...enrollment, ...term }, ctx.now) })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .execute()
  await countChange(tx, ctx, 'enrollment', [id])
  await logActivity(tx, ctx, {
    action: 'enrollment.dates',
    subject_type: 'enrollment',
    subject_id: id,
    changes: { user_id, course_id, ...term },
  })
}
