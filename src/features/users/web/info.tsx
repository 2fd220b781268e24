import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { openPerson } from './open-person.ts'
import { personQueries } from './queries.ts'
import { InfoScreen } from './screens/info.tsx'

/** Name, e-mail, picture and notes of somebody (ROU-071, USR-007, USR-010, ROL-047). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/info')({
  beforeLoad: needs('users.view'),
  loader: async ({ context: { api, queryClient, session }, location, params: { slug } }) => {
    const { id, display_name: name } = await openPerson({ api, queryClient }, slug)
    // Managers read no notes (USR-041); a list that cannot be read says so itself.
    if (session.viewer?.current_role !== 'manager')
      await queryClient
        .ensureQueryData(personQueries(api).notes(id, location.search as Record<string, unknown>))
        .catch(() => null)
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
