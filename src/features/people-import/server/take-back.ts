import { sql } from 'kysely'
import { changeableAmong } from '#features/accounts/server/api.ts'
import { lockEnrollments, takeAway, withProgress } from '#features/enrollments/server/api.ts'
import { deleteUser } from '#features/users/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import { TITLES } from '../rules/fields.ts'
import { restoreValues } from './apply.ts'
import type { ImportRecord, Written } from './store.ts'

type Use = {
  is_member: boolean
  has_joined_by_import: boolean
  has_signed_in: boolean
  has_orders: boolean
  enrollments: number
}

/** What somebody has done in the portal since the run. */
const useOf = async (tx: Tx, ctx: SignedIn, userId: number, since: Date): Promise<Use> => {
  const { rows } = await sql<Use>`
    select m.left_at is null as is_member, m.joined_at >= ${since} as has_joined_by_import,
      exists (select from sessions s where s.portal_id = m.portal_id and s.user_id = m.user_id
        and s.impersonator_id is null and s.created_at >= ${since}) as has_signed_in,
      exists (select from orders o where o.portal_id = m.portal_id and o.user_id = m.user_id) as has_orders,
      (select count(*)::int from enrollments e where e.portal_id = m.portal_id and e.user_id = m.user_id
        and e.ended_at is null) as enrollments
    from portal_users m where m.portal_id = ${ctx.portal.id} and m.user_id = ${userId} for no key update of m`.execute(
    tx,
  )
  return (
    rows[0] ?? {
      is_member: false,
      has_joined_by_import: false,
      has_signed_in: false,
      has_orders: false,
      enrollments: 0,
    }
  )
}

/** Ends the enrollment of a row and gives its credit back; answers why it stays where it does. */
const takeEnrollmentBack = async (tx: Tx, ctx: SignedIn, { enrollment_id: id, course }: Written) => {
  if (id === null) return null
  const [enrollment] = await lockEnrollments(tx, ctx, [id])
  if (!enrollment || enrollment.ended_at) return null
  const isStarted = (await withProgress(tx, ctx.portal.id, [id])).has(id) || enrollment.completed_at !== null
  if (isStarted) return `Has started ${course ?? 'the course'}, so the enrollment stays.`
  await takeAway(tx, ctx, [enrollment], 'import undone')
  return null
}

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

export type TakenBack = { undo: 'taken_back' | 'kept'; reason: string | null }
const kept = (reason: string): TakenBack => ({ undo: 'kept', reason })
const TAKEN_BACK: TakenBack = { undo: 'taken_back', reason: null }

/** Takes back what the run wrote for one row, as far as nobody has used it (USR-066). */
export const takeBack = async (tx: Tx, ctx: SignedIn, record: ImportRecord, written: Written): Promise<TakenBack> => {
  const { user_id: userId } = written
  const use = await useOf(tx, ctx, userId, record.run_at ?? ctx.now)
  if (!use.is_member) return kept('Is no longer in this portal.')
  if (use.has_joined_by_import && use.has_signed_in) return kept('Has signed in, so everything stays.')
  if (!(await changeableAmong(tx, ctx, [userId])).has(userId))
    return kept('You cannot change this person, because their role is not below yours.')
  const enrollmentStays = await takeEnrollmentBack(tx, ctx, written)
  if (!written.is_new) {
    const staying = await restoreValues(tx, ctx, written)
    await takeRolesAndTagsBack(tx, ctx, written)
    await logActivity(tx, ctx, {
      action: 'user.import-undone',
      subject_type: 'user',
      subject_id: userId,
      changes: { import_id: record.id },
    })
    const isBadgeOff = !ctx.portal.setting.has_badges && staying.includes('badge_number')
    const changed = isBadgeOff ? staying.filter((name) => name !== 'badge_number') : staying
    const names = changed.map((name) => TITLES[name as keyof typeof TITLES][0])
    const valuesStay = names.length > 0 ? `Changed again since, so it stays: ${names.join(', ')}.` : null
    const badgeStays = isBadgeOff ? 'Badges are switched off, so the badge number stays.' : null
    const reason = [enrollmentStays, valuesStay, badgeStays].filter(Boolean).join(' ')
    return reason ? kept(reason) : TAKEN_BACK
  }
  if (enrollmentStays) return kept(enrollmentStays)
  if (use.has_orders) return kept('Has an order, so the person stays.')
  const others = use.enrollments - (written.enrollment_id === null ? 0 : 1)
  if (others > 0) return kept('Is enrolled in a course that this import did not add, so the person stays.')
  await deleteUser(tx, ctx, userId)
  return TAKEN_BACK
}
