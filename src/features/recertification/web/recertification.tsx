import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { recertificationQueries, teamOf } from './queries.ts'
import { RecertificationScreen } from './screens/recertification.tsx'

/** The seats that people will need, and how requirements are renewed (CMP-039). */
export const Route = createFileRoute('/_app/_signed-in/admin/recertification')({
  beforeLoad: needs('certificates.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    const queries = recertificationQueries(api)
    await Promise.all([
      queryClient.ensureQueryData(queries.forecast(teamOf(location.search as { team?: unknown }))),
      queryClient.ensureQueryData(queries.renewals()),
    ])
  },
  head: ({ match }) => ({ meta: [{ title: `Recertification – ${match.context.session.portal.name}` }] }),
  component: RecertificationScreen,
})
