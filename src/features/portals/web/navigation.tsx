import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { showNavigation } from '../contract-navigation.ts'
import { NavigationScreen } from './screens/navigation.tsx'

/** The links at the foot of the portal's public pages (PRT-117). */
export const Route = createFileRoute('/_app/_signed-in/portals/navigation')({
  beforeLoad: needs('site-content.view'),
  loader: ({ context: { api, queryClient } }) => queryClient.ensureQueryData(api.query(showNavigation)),
  head: ({ match }) => ({ meta: [{ title: `Navigation – ${match.context.session.portal.name}` }] }),
  component: NavigationScreen,
})
