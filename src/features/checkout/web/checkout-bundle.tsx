import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { loadCheckout, useCancelledOrder } from './load-checkout.ts'
import { CheckoutScreen } from './screens/checkout.tsx'

/** Checks out the bundles of the cart (ROU-044, CRT-022). */
export const Route = createFileRoute('/_site/_storefront/checkout/bundle')({
  loader: ({ context }) => loadCheckout(context),
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Check out bundles' }),
  component: CheckoutBundle,
})

function CheckoutBundle() {
  return (
    <CheckoutScreen
      kind="bundle"
      known={Route.useLoaderData().known}
      cancelledOrder={useCancelledOrder(Route.useSearch())}
    />
  )
}
