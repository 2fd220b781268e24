import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { personRoute } from './person-route.ts'
import { personQueries } from './queries.ts'
import { CoursesScreen } from './screens/courses.tsx'

/** The courses that somebody manages or teaches (ROU-071, USR-010, USR-031). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/courses')({
  beforeLoad: needs('users.view'),
  ...personRoute('Courses', ({ api, queryClient }, id, search) =>
    queryClient.ensureQueryData(personQueries(api).courses(id, search)),
  ),
  component: Screen,
})

function Screen() {
  const { id } = Route.useLoaderData()
  return <CoursesScreen key={id} id={id} />
}
