import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { CartScreen } from './screens/cart.tsx'

/** The cart (ROU-040). Only the browser knows its contents. */
export const Route = createFileRoute('/_site/_storefront/cart')({
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Cart' }),
  component: CartScreen,
})
