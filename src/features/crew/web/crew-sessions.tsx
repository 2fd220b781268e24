import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { crewQueries } from './queries.ts'
import { CrewSessionsScreen } from './screens/crew-sessions.tsx'

/** The crew sessions of the courses within reach (CRW-014, ROU-147). */
export const Route = createFileRoute('/_app/_signed-in/crew-sessions/')({
  beforeLoad: needs('grading.view'),
  loader: ({ context: { api, queryClient } }) => queryClient.ensureQueryData(crewQueries(api).sessions()),
  head: ({ match }) => ({ meta: [{ title: `Crew sessions – ${match.context.session.portal.name}` }] }),
  component: CrewSessionsScreen,
})
