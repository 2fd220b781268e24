import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { openMember } from './open-person.ts'
import { personRoute } from './person-route.ts'
import { personQueries, tagsOfPeople } from './queries.ts'
import { TagsScreen } from './screens/tags.tsx'

/** The tags of somebody (ROU-071, USR-010, USR-030). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/tags')({
  beforeLoad: needs('users.view'),
  ...personRoute(
    'Tags',
    ({ api, queryClient }, id) =>
      Promise.all([
        queryClient.ensureQueryData(tagsOfPeople(api)),
        queryClient.ensureQueryData(personQueries(api).tags(id)),
      ]),
    { open: openMember },
  ),
  component: Screen,
})

function Screen() {
  const { id } = Route.useLoaderData()
  return <TagsScreen key={id} id={id} />
}
