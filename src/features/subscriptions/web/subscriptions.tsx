import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { subscriptionQueries } from './queries.ts'
import { SubscriptionsScreen } from './screens/subscriptions.tsx'

/** The subscriptions of all portals (ROU-078, ROL-058). */
export const Route = createFileRoute('/_app/_signed-in/admin/subscriptions/')({
  beforeLoad: needs('subscriptions.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    const queries = subscriptionQueries(api)
    // A list that cannot be read says so itself and offers to try again.
    await queryClient.ensureQueryData(queries.list(location.search as Record<string, unknown>)).catch(() => null)
    await queryClient.ensureQueryData(queries.plans('portal'))
  },
  head: ({ match }) => ({ meta: [{ title: `Subscriptions – ${match.context.session.portal.name}` }] }),
  component: SubscriptionsScreen,
})
