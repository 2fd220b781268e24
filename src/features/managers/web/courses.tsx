import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { managerQueries } from './queries.ts'
import { CoursesScreen } from './screens/courses.tsx'

/** The courses of a manager with their credits (ROU-086, MGR-013). */
export const Route = createFileRoute('/_app/_signed-in/courses/managers/')({
  beforeLoad: needs('manager-courses.view'),
  loader: async ({ context, location }) => {
    const query = managerQueries(context.api).courses(location.search)
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(query).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Courses and credits – ${match.context.session.portal.name}` }] }),
  component: CoursesScreen,
})
