import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { subscriptionQueries } from './queries.ts'
import { PlansScreen } from './screens/plans.tsx'

/** What the plans cost and give (ROU-078, ORD-043). */
export const Route = createFileRoute('/_app/_signed-in/admin/subscriptions/plans')({
  beforeLoad: needs('subscriptions.view'),
  loader: async ({ context: { api, queryClient } }) => {
    // A list that cannot be read says so itself and offers to try again.
    await queryClient.ensureQueryData(subscriptionQueries(api).managedPlans()).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Plans – ${match.context.session.portal.name}` }] }),
  component: PlansScreen,
})
