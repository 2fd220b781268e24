import { sql } from 'kysely'
import type { Role } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'

/** The person who looks at the learners and courses of a portal, and their role. */
export type Looker = { portal_id: number; user_id: number; role: Role; is_outside: boolean }

/** The viewer of a call as a person who looks at learners and courses. */
export const lookerOf = ({ portal, viewer }: Pick<SignedIn, 'portal' | 'viewer'>): Looker => ({
  portal_id: portal.id,
  user_id: viewer.user_id,
  role: viewer.current_role,
  is_outside: viewer.is_outside,
})

/** The same for calls that are about teaching, whatever role they were opened to. */
export const teacherOf = (ctx: Pick<SignedIn, 'portal' | 'viewer'>): Looker => ({
  ...lookerOf(ctx),
  role: 'instructor',
})

const actingAs = ({ role, is_outside: isOutside }: Looker) => {
  if (role === 'instructor') return 'instructor'
  return isOutside ? 'outside manager' : 'manager'
}

/** SQL: the ids of the courses that the person teaches. */
export const taughtCourses = ({ portal_id: portalId, user_id: userId }: Pick<Looker, 'portal_id' | 'user_id'>) =>
  sql<number>`(select taught.course_id from taught_courses(${portalId}, ${userId}) as taught (course_id))`

/** SQL: the ids of the courses that the person manages (ORD-044). */
export const managedCourses = ({ portal_id: portalId, user_id: userId }: Pick<Looker, 'portal_id' | 'user_id'>) =>
  sql<number>`(select managed.course_id from managed_courses(${portalId}, ${userId}) as managed (course_id))`

/**
 * SQL: whether the learner of the enrollment `e` is assigned to the person (ROL-027, ROL-083). The role is a literal in
 * the statement, so that PostgreSQL plans only for the part of the rule that remains.
 */
export const assignedLearner = (looker: Looker, e = 'e') => {
  const acting = actingAs(looker)
  const taught = acting === 'instructor' ? sql`array${taughtCourses(looker)}` : sql`null`
  return sql<boolean>`is_learner_of(${looker.user_id}, ${sql.lit(acting)}, ${taught},
    ${sql.ref(`${e}.manager_id`)}, ${sql.ref(`${e}.curator_id`)}, ${sql.ref(`${e}.course_id`)})`
}
