import { createFileRoute } from '@tanstack/react-router'
import { loadCheckout, useCancelledOrder } from '#features/checkout/web/public.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { CheckoutSubscriptionScreen } from './screens/checkout-subscription.tsx'

/** Checks out the plan in the cart (ROU-044, CRT-018, CRT-022). */
export const Route = createFileRoute('/_site/_plans/checkout/subscription')({
  loader: ({ context }) => loadCheckout(context),
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Check out a subscription' }),
  component: CheckoutSubscription,
})

function CheckoutSubscription() {
  return (
    <CheckoutSubscriptionScreen
      known={Route.useLoaderData().known}
      cancelledOrder={useCancelledOrder(Route.useSearch())}
    />
  )
}
