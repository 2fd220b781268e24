import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { scopeOf } from './portal-scope.ts'
import { CoursesManagementScreen, portalCoursesQuery } from './screens/courses-management.tsx'

export const Route = createFileRoute('/_app/_signed-in/portal-settings/courses-management')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    await queryClient.ensureQueryData(portalCoursesQuery(api, location.search, scopeOf(null))).catch(() => null)
  },
  component: CoursesManagementScreen,
})
