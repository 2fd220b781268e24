import { createFileRoute } from '@tanstack/react-router'
import { useCancelledOrder } from '#features/checkout/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { subscriptionQueries } from './queries.ts'
import { MySubscriptionScreen } from './screens/my-subscription.tsx'

/** The own subscription (ROU-077, ROL-057). */
export const Route = createFileRoute('/_app/_signed-in/admin/my-subscription')({
  beforeLoad: needs('my-subscription.view'),
  loader: async ({ context: { api, queryClient, session } }) => {
    const queries = subscriptionQueries(api)
    const audience = session.viewer?.current_role === 'partner' ? 'partner' : 'portal'
    await Promise.all([
      queryClient.ensureQueryData(queries.mine()),
      queryClient.ensureQueryData(queries.plans(audience)),
    ])
  },
  head: ({ match }) => ({ meta: [{ title: `Subscription – ${match.context.session.portal.name}` }] }),
  component: MySubscription,
})

function MySubscription() {
  return <MySubscriptionScreen cancelledOrder={useCancelledOrder(Route.useSearch())} />
}
