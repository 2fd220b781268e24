import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { AdminCoursesScreen, adminCoursesQuery } from './screens/admin.tsx'

/** The courses to build (ROU-080, ROL-034): the same list, with links to the builder. */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context, location }) => {
    await context.queryClient.ensureQueryData(adminCoursesQuery(context.api, location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Courses – ${match.context.session.portal.name}` }] }),
  component: AdminCoursesScreen,
})
