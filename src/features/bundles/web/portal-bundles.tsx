import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { portalBundles } from './portal-bundle-list.ts'
import { PortalBundlesScreen } from './screens/portal-bundles.tsx'

/** Every bundle of the portal (ROU-091, ROL-042). */
export const Route = createFileRoute('/_app/_signed-in/portals/bundles/')({
  beforeLoad: needs('bundles.view'),
  loader: async ({ context, location }) => {
    const query = portalBundles(context.api, location.search as Record<string, unknown>)
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(query).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Bundles – ${match.context.session.portal.name}` }] }),
  component: PortalBundlesScreen,
})
