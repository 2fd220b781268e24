import { createFileRoute } from '@tanstack/react-router'
import { contentQueries } from './content-queries.ts'
import { needsPartner } from './needs-partner.ts'
import { OwnFeaturesScreen } from './screens/own-features.tsx'

/** Features of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/features/')({
  beforeLoad: needsPartner('partner-content.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    const query = contentQueries(api).features(location.search as Record<string, unknown>)
    await queryClient.ensureQueryData(query).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Features – ${match.context.session.portal.name}` }] }),
  component: OwnFeaturesScreen,
})
