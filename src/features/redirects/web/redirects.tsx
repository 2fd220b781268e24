import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { redirectsQuery } from './queries.ts'
import { RedirectsScreen } from './screens/redirects.tsx'

/** Where addresses of former websites lead (SEO-026). */
export const Route = createFileRoute('/_app/_signed-in/portals/redirects')({
  beforeLoad: needs('site-content.view'),
  loader: async ({ context, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(redirectsQuery(context.api, location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Redirects – ${match.context.session.portal.name}` }] }),
  component: RedirectsScreen,
})
