import { lockEnrollments, takeAway } from '#features/enrollments/server/api.ts'
import { deleteUser } from '#features/users/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import { decideTakeBack, type TakeBackPlan } from '../rules/take-back.ts'
import { saveValues } from './apply.ts'
import type { ImportRecord, Written } from './store.ts'
import { loadTakeBackFacts } from './take-back-facts.ts'

const takeRolesAndTagsBack = async (tx: Tx, ctx: SignedIn, { user_id: userId, roles, tag_ids: tagIds }: Written) => {
  if (roles.length > 0) {
    await tx
      .deleteFrom('portal_user_roles')
      .where('portal_id', '=', ctx.portal.id)
      .where('user_id', '=', userId)
      .where('role', 'in', roles as never[])
      .execute()
    await countChange(tx, ctx, 'user', [userId])
    await forgetViewer(tx, userId)
  }
  if (tagIds.length === 0) return
  await tx
    .deleteFrom('user_tags')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .where('term_id', 'in', tagIds)
    .execute()
  await countChange(tx, ctx, 'user-tags', [userId])
}

/** Holds the person until the transaction ends, so that nothing that the decision depends on changes. */
const lockMember = async (tx: Tx, ctx: SignedIn, userId: number): Promise<void> => {
  await tx
    .selectFrom('portal_users')
    .select('user_id')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute()
}

export type TakenBack = Pick<TakeBackPlan, 'undo' | 'reason'>

/** Takes back what the run wrote for one row, as far as nobody has used it (USR-066). */
export const takeBack = async (tx: Tx, ctx: SignedIn, record: ImportRecord, written: Written): Promise<TakenBack> => {
  const { user_id: userId, enrollment_id: enrollmentId } = written
  await lockMember(tx, ctx, userId)
  const [enrollment] = enrollmentId === null ? [] : await lockEnrollments(tx, ctx, [enrollmentId])
  const factsOf = await loadTakeBackFacts(tx, ctx, record, [written])
  const plan = decideTakeBack(written, factsOf(written))
  if (plan.is_unenrolled) {
    if (!enrollment) throw fail('not_found')
    await takeAway(tx, ctx, [enrollment], 'import undone')
  }
  await saveValues(tx, ctx, userId, plan.values as Record<string, string | null>, written.former_consent)
  if (plan.loses_roles_and_tags) {
    await takeRolesAndTagsBack(tx, ctx, written)
    await logActivity(tx, ctx, {
      action: 'user.import-undone',
      subject_type: 'user',
      subject_id: userId,
      changes: { import_id: record.id },
    })
  }
  if (plan.is_removed) await deleteUser(tx, ctx, userId)
  return plan
}
