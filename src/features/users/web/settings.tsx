import { createFileRoute } from '@tanstack/react-router'
import { badgeQueries } from '#features/badges/web/public.ts'
import { openMember } from './open-person.ts'
import { personRoute } from './person-route.ts'
import { personQueries } from './queries.ts'
import { SettingsScreen } from './screens/settings.tsx'
import { needsEverybody } from './sees-everybody.ts'

/** Profile, addresses, block state and API tokens of somebody (ROU-071, USR-010, USR-054). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/settings')({
  beforeLoad: needsEverybody,
  ...personRoute(
    'Settings',
    ({ api, queryClient }, id) =>
      Promise.all([
        queryClient.ensureQueryData(personQueries(api).tokens(id)),
        queryClient.ensureQueryData(badgeQueries(api).ofPerson(id)),
      ]),
    { open: openMember },
  ),
  component: Screen,
})

function Screen() {
  const { id } = Route.useLoaderData()
  return <SettingsScreen key={id} id={id} />
}
