import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { reviewQueries } from './queries.ts'
import { PortalReviewsScreen } from './screens/portal-reviews.tsx'

/** The reviews of the portal, or of the own courses (ROU-091, REV-009). */
export const Route = createFileRoute('/_app/_signed-in/portals/reviews/')({
  beforeLoad: needs('reviews.view'),
  loader: async ({ context, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(reviewQueries(context.api).list(location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Reviews – ${match.context.session.portal.name}` }] }),
  component: PortalReviewsScreen,
})
