import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { creditQueries } from './queries.ts'
import { PortalCreditsScreen } from './screens/portal-credits.tsx'

/** The credits of the portal (ROU-076, CRD-035). */
export const Route = createFileRoute('/_app/_signed-in/admin/portal/credits')({
  beforeLoad: needs('portal-credits.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    const query = creditQueries(api)
    await Promise.all([
      queryClient.ensureQueryData(query.portal()),
      queryClient.ensureQueryData(query.holders(location.search)).catch(() => null),
    ])
  },
  head: ({ match }) => ({ meta: [{ title: `Portal credits – ${match.context.session.portal.name}` }] }),
  component: PortalCreditsScreen,
})
