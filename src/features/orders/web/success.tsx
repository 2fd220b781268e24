import { createFileRoute, notFound } from '@tanstack/react-router'
import { pageHead } from '#ui/page/page-head.ts'
import { SuccessScreen } from './screens/success.tsx'

const KINDS = ['course', 'bundle', 'subscription'] as const

/**
 * Thanks the buyer and shows the order (ROU-046). Only the browser reads the order: this page is the same for everyone
 * and can be cached.
 */
export const Route = createFileRoute('/_site/_open/orders/success/$kind')({
  beforeLoad: ({ params }) => {
    if (!KINDS.some((kind) => kind === params.kind)) throw notFound()
  },
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Your order' }),
  component: Success,
})

function Success() {
  const id = Number((Route.useSearch() as { order?: string }).order)
  return <SuccessScreen orderId={Number.isSafeInteger(id) && id > 0 ? id : null} />
}
