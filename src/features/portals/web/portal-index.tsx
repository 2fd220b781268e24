import { createFileRoute } from '@tanstack/react-router'
import { OverviewScreen } from './screens/overview.tsx'

/** Where a portal stands, and what is done with it as a whole (ROU-069, PRT-069, PRT-073). */
export const Route = createFileRoute('/_app/_signed-in/portals/$id/')({
  head: ({ match }) => ({ meta: [{ title: `Portal – ${match.context.session.portal.name}` }] }),
  component: OverviewScreen,
})
