import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { PortalsScreen, portalsQuery } from './screens/portals.tsx'

/** All portals, and the picker for those who have not chosen one (ROU-069, ROU-094, PRT-069, PRT-082). */
export const Route = createFileRoute('/_app/_signed-in/portals/')({
  beforeLoad: needs('portals.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    await queryClient.ensureQueryData(portalsQuery(api, location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Portals – ${match.context.session.portal.name}` }] }),
  component: PortalsScreen,
})
