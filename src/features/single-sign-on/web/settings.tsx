import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { signOnQuery } from './queries.ts'
import { SignOnScreen } from './screens/settings.tsx'

/** The providers at which people of the portal sign in (SSO-001, ROU-134). */
export const Route = createFileRoute('/_app/_signed-in/portals/sign-on/')({
  beforeLoad: needs('portal-settings.view'),
  loader: ({ context: { api, queryClient } }) => queryClient.ensureQueryData(signOnQuery(api)),
  head: ({ match }) => ({ meta: [{ title: `Single sign-on – ${match.context.session.portal.name}` }] }),
  component: SignOnScreen,
})
