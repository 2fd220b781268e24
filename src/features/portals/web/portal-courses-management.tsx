import { createFileRoute } from '@tanstack/react-router'
import { isInGroup } from '#kernel/access/roles.ts'
import { needs } from '#ui/page/guard.ts'
import { showPortal } from '../contract.ts'
import { scopeOf } from './portal-scope.ts'
import { CoursesManagementScreen, portalCoursesQuery } from './screens/courses-management.tsx'

export const Route = createFileRoute('/_app/_signed-in/portals/$id/courses-management')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context: { api, queryClient, session }, params, location }) => {
    const isSuper = isInGroup(session.viewer?.current_role ?? null, 'super_admins')
    const scope = scopeOf(isSuper ? Number(params.id) : null)
    await queryClient.ensureQueryData(api.query(showPortal, { ...scope }))
    await queryClient.ensureQueryData(portalCoursesQuery(api, location.search, scope)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Courses of the portal – ${match.context.session.portal.name}` }] }),
  component: CoursesManagementScreen,
})
