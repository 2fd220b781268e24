import { isInGroup } from './roles.ts'
import type { PageSession } from './session.ts'

const isSuperAdmin = ({ viewer }: PageSession) => viewer !== null && isInGroup(viewer.current_role, 'super_admins')

/** Whether the blog exists for this person on this portal (ROU-109). */
export const hasBlog = (session: PageSession): boolean =>
  (session.portal.flags.is_channel && session.portal.flags.is_core) ||
  isSuperAdmin(session) ||
  session.portal.setting.has_blog

/** Whether the course catalogue exists for this person on this portal (ROU-110). */
export const hasCatalogue = (session: PageSession): boolean =>
  isSuperAdmin(session) || session.portal.setting.has_course_catalog
