import { createFileRoute, notFound } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { subscriptionQueries } from './queries.ts'
import { SubscriptionScreen } from './screens/subscription.tsx'

/** One subscription (ROU-078). */
export const Route = createFileRoute('/_app/_signed-in/admin/subscriptions/$id')({
  beforeLoad: needs('subscriptions.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const id = Number(params.id)
    if (!Number.isSafeInteger(id) || id < 1) throw notFound()
    const queries = subscriptionQueries(api)
    await queryClient.ensureQueryData(queries.plans('portal'))
    return orNotFound(queryClient.ensureQueryData(queries.one(id)))
  },
  head: ({ match }) => ({ meta: [{ title: `Subscription – ${match.context.session.portal.name}` }] }),
  component: Subscription,
})

function Subscription() {
  return <SubscriptionScreen id={Number(Route.useParams().id)} />
}
