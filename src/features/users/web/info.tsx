import { createFileRoute } from '@tanstack/react-router'
import { badgeQueries } from '#features/badges/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { openPerson } from './open-person.ts'
import { personQueries } from './queries.ts'
import { InfoScreen } from './screens/info.tsx'
import { seesEverybody } from './sees-everybody.ts'

/** What somebody is trained in, with name, e-mail, picture and notes (ROU-071, USR-007, USR-010, USR-052, ROL-047). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/info')({
  beforeLoad: needs('users.view'),
  loader: async ({ context: { api, queryClient, session }, location, params: { slug } }) => {
    const { id, display_name: name } = await openPerson({ api, queryClient }, slug)
    const queries = personQueries(api)
    const isLoaded = (query: object) => queryClient.ensureQueryData(query as never).catch(() => null)
    await Promise.all([
      isLoaded(queries.training(id)),
      isLoaded(queries.enrollments(id, {})),
      isLoaded(badgeQueries(api).ofPerson(id)),
      // Managers read no notes (USR-041); a list that cannot be read says so itself.
      seesEverybody(session) && isLoaded(queries.notes(id, location.search as Record<string, unknown>)),
    ])
    return { id, name }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `${loaderData?.name ?? 'Users'} – ${match.context.session.portal.name}` }],
  }),
  component: Info,
})

function Info() {
  const { id } = Route.useLoaderData()
  return <InfoScreen key={id} id={id} />
}
