import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { loadSourceName } from './source.ts'
import { type CourseKey, type CourseRow, isInstructorOf, loadCompanyOf, loadCourse, lockCourse } from './store.ts'

type Call = Pick<SignedIn, 'portal' | 'viewer' | 'scope'>

/** True when the viewer may reach the course: all of the portal, or as partner the own company's, else the assigned ones (ROL-027). */
export const isWithinReach = async (tx: Tx, ctx: Call, course: CourseRow): Promise<boolean> => {
  if (ctx.scope === 'any') return true
  if (ctx.viewer.current_role !== 'partner') return isInstructorOf(tx, ctx.portal.id, course.id, ctx.viewer.user_id)
  if (course.partner_company_id === null) return false
  return (await loadCompanyOf(tx, ctx.portal.id, ctx.viewer.user_id)) === course.partner_company_id
}

/** The course that the viewer may work on; a foreign, missing or unreachable one answers `not_found` (API-021). */
export const reachCourse = async (tx: Tx, ctx: Call, key: CourseKey): Promise<CourseRow> => {
  const course = await loadCourse(tx, ctx.portal.id, key)
  if (!course || !(await isWithinReach(tx, ctx, course))) throw fail('not_found')
  return course
}

/** As `reachCourse`, and locked until the transaction ends: anyone who changes a course or its outline starts here. */
export const reachAndLockCourse = async (tx: Tx, ctx: Call, key: CourseKey): Promise<CourseRow> => {
  const course = await lockCourse(tx, ctx.portal.id, key)
  if (!course || !(await isWithinReach(tx, ctx, course))) throw fail('not_found')
  return course
}

/** Fails for a course that another portal shares: what is in it belongs to that portal (BLD-025, SHR-002). */
export const requireOwnContent = async (tx: Tx, course: CourseRow): Promise<void> => {
  const name = await loadSourceName(tx, course)
  if (name !== null)
    throw fail('invalid', { message: `${name} shares this course. Only ${name} can change what is in it.` })
}

/** As `reachAndLockCourse`, for those who change what is in the course. */
export const reachAndLockContent = async (tx: Tx, ctx: Call, key: CourseKey): Promise<CourseRow> => {
  const course = await reachAndLockCourse(tx, ctx, key)
  await requireOwnContent(tx, course)
  return course
}
