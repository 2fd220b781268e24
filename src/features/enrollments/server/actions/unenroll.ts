import { removeInstructorRow } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { deleteEnrollments } from '../../contract.ts'
import { loadWithinReach } from '../reach.ts'
import { lockEnrollments, withProgress } from '../store.ts'
import { takeAway } from './take-away.ts'

type Body = Input<typeof deleteEnrollments>['body']

/**
 * Takes people out of their courses, all or none (USR-018, USR-037). A manager takes away learners assigned to them, and
 * none with progress (`user_has_progress`, MGR-011); others take away anybody, and what was reached stays in the
 * records (USR-023). `not_found` for enrollments that are foreign, ended or out of reach, `invalid` for those of another role.
 */
export const unenroll = async (
  tx: Tx,
  ctx: SignedIn,
  { role_id: role, ids: requestedIds }: Body,
): Promise<number[]> => {
  const ids = [...new Set(requestedIds)]
  const isOwn = ctx.scope === 'own'
  if (isOwn && role !== 'learner') throw fail('role_not_allowed')
  const enrollments = await lockEnrollments(tx, ctx, ids)
  const within = await loadWithinReach(tx, ctx, ids)
  const reachable = enrollments.filter((one) => !one.ended_at && (one.role !== role || within.has(one.id)))
  if (reachable.length !== ids.length) throw fail('not_found')
  if (reachable.some((one) => one.role !== role))
    throw fail('invalid', { fields: { ids: ['All enrollments must be of the chosen role.'] } })
  if (isOwn && (await withProgress(tx, ctx.portal.id, ids)).size > 0) throw fail('user_has_progress')
  if (role === 'instructor')
    for (const { course_id, user_id } of reachable)
      await removeInstructorRow(tx, { portal_id: ctx.portal.id, course_id }, user_id)
  await takeAway(tx, ctx, reachable, 'unenrolled')
  return reachable.map(({ id }) => id)
}
