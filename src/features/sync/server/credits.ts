import { handOut, holdsManagerRole, takeBack } from '#features/managers/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import type { CreditRow } from '../contract.ts'
import { requireCourse, requirePerson } from './refs.ts'

/** Gives credits of a course to a manager or takes them back, by the rules of the screens (INT-032). */
export const moveRow = async (
  tx: Tx,
  ctx: SignedIn,
  { action, manager, amount, ...row }: z.output<typeof CreditRow>,
) => {
  const course = await requireCourse(tx, ctx.portal.id, row.course)
  const userId = manager == null ? undefined : await requirePerson(tx, ctx.portal.id, manager)
  // A learner is enrolled by a call of its own, never by the way.
  if (userId !== undefined && !(await holdsManagerRole(tx, ctx.portal.id, userId)))
    throw fail('role_not_held', { field: 'manager' })
  const move = action === 'give' ? handOut : takeBack
  const { courseCredits } = await move(tx, ctx, course.slug, { amount, user_id: userId })
  return { result: action === 'give' ? ('given' as const) : ('taken' as const), remaining: courseCredits.remaining }
}
