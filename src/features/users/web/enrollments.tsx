import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { personRoute } from './person-route.ts'
import { personQueries } from './queries.ts'
import { EnrollmentsScreen } from './screens/enrollments.tsx'

/** The courses that somebody takes (ROU-071, USR-010). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/enrollments/')({
  beforeLoad: needs('users.view'),
  ...personRoute('Enrollments', ({ api, queryClient }, id, search) =>
    queryClient.ensureQueryData(personQueries(api).enrollments(id, search)),
  ),
  component: Screen,
})

function Screen() {
  const { id } = Route.useLoaderData()
  return <EnrollmentsScreen key={id} id={id} />
}
