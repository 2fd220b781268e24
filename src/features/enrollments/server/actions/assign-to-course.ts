import { findOrCreateUser, giveRole, loadPerson } from '#features/accounts/server/api.ts'
import { insertInstructor, loadCourse } from '#features/courses/server/api.ts'
import { ROLES, selectableRoles } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { courseAccessEnds } from '#kernel/product/legal.ts'
import { displayName } from '#kernel/text.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { tellEnrollment } from '../live.ts'
import { insertEnrollment } from '../store.ts'

type Assignment = {
  role: 'manager' | 'instructor'
  course_id: number
  /** Null for a person known only by e-mail. */
  user_id: number | null
  email: string | null
}

const holdsRole = async (tx: Tx, portalId: number, userId: number, role: Assignment['role']): Promise<boolean> => {
  const row = await tx
    .selectFrom('portal_user_roles')
    .select('user_id')
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Makes a person a manager or instructor of the course (USR-015); it uses no credit (CRD-032). A person without the
 * role in the portal gets it if the viewer may assign roles, else it is `role_not_held`. `invalid` for one who is
 * assigned already.
 */
export const assignToCourse = async (
  tx: Tx,
  ctx: SignedIn,
  assignment: Assignment,
): Promise<{ id: number; movement_id: null }> => {
  const { role, course_id: courseId, email } = assignment
  const portalId = ctx.portal.id
  if (!(await loadCourse(tx, portalId, { id: courseId }))) throw fail('not_found')
  const mayGive = selectableRoles(ctx.viewer.current_role, ctx.portal.flags, ctx.viewer.toggles).includes(role)
  const holds = assignment.user_id !== null && (await holdsRole(tx, portalId, assignment.user_id, role))
  if (!holds && !mayGive) throw fail('role_not_held', { field: 'user_id' })
  const userId = email === null ? assignment.user_id : (await findOrCreateUser(tx, ctx, { email })).user_id
  const person = userId === null ? null : await loadPerson(tx, portalId, userId)
  if (!person) throw fail('not_found')
  if (!holds) await giveRole(tx, ctx, { user_id: person.id, role })

  const id = await insertEnrollment(tx, {
    portal_id: portalId,
    user_id: person.id,
    course_id: courseId,
    role,
    curator_id: null,
    manager_id: null,
    access: 'active',
    starts_at: ctx.now,
    expires_at: courseAccessEnds(ctx.now, ctx.portal.setting.time_zone),
    due_at: null,
    created_at: ctx.now,
  })
  if (id === null)
    throw fail('invalid', { fields: { user_id: [`This user is already ${ROLES[role].name} of the course.`] } })
  if (role === 'instructor') await insertInstructor(tx, { portal_id: portalId, course_id: courseId }, person.id, false)
  await tellEnrollment(tx, 'enroll.created', {
    user_id: person.id,
    course_id: courseId,
    message: `${displayName(person)} is now ${ROLES[role].name} of the course.`,
  })
  await logActivity(tx, ctx, {
    action: 'enrollment.create',
    subject_type: 'enrollment',
    subject_id: id,
    changes: { course_id: courseId, user_id: person.id, role_id: role },
  })
  return { id, movement_id: null }
}
