import { redirect } from '@tanstack/react-router'
import { isInGroup } from '#kernel/access/roles.ts'
import type { PageSession } from '#kernel/access/session.ts'
import { can, needs } from '#ui/page/guard.ts'

/** Whether the current person looks after everybody of the portal; a manager looks after some, and sees less of them (USR-040). */
export const seesEverybody = (session: PageSession): boolean =>
  can(session, 'users.view') && session.viewer !== null && !isInGroup(session.viewer.current_role, 'own_records_only')

/** A `beforeLoad` of the screens about a person that those who see some people alone do not have (USR-040). */
export const needsEverybody = (opening: Parameters<ReturnType<typeof needs>>[0]): void => {
  needs('users.view')(opening)
  if (!seesEverybody(opening.context.session)) throw redirect({ href: '/dashboard', statusCode: 302 })
}
