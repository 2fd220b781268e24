import { createFileRoute, notFound } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { crewQueries } from './queries.ts'
import { CrewSessionScreen } from './screens/crew-session.tsx'

/** One crew session, as it stands on the tablet of the instructor (CRW-015, ROU-148). */
export const Route = createFileRoute('/_app/_signed-in/crew-sessions/$id')({
  beforeLoad: needs('grading.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const id = Number(params.id)
    if (!Number.isSafeInteger(id) || id < 1) throw notFound()
    await orNotFound(queryClient.ensureQueryData(crewQueries(api).one(id) as never))
  },
  head: ({ match }) => ({ meta: [{ title: `Crew session – ${match.context.session.portal.name}` }] }),
  component: OneCrewSession,
})

function OneCrewSession() {
  const id = Number(Route.useParams().id)
  return <CrewSessionScreen key={id} id={id} />
}
