import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { AdminCoursesScreen, adminCoursesQuery } from './screens/admin.tsx'

/** The courses to administer (ROU-080, ROL-034). */
export const Route = createFileRoute('/_app/_signed-in/courses/admin')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(adminCoursesQuery(context.api, location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Courses – ${match.context.session.portal.name}` }] }),
  component: AdminCoursesScreen,
})
