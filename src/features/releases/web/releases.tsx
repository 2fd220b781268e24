import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { releasesQuery } from './queries.ts'
import { ReleasesScreen } from './screens/releases.tsx'

/** The releases of the public site (PGB-050). */
export const Route = createFileRoute('/_app/_signed-in/portals/releases/')({
  beforeLoad: needs('site-content.view'),
  loader: async ({ context, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(releasesQuery(context.api, location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Releases – ${match.context.session.portal.name}` }] }),
  component: ReleasesScreen,
})
