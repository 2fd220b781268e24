import { createFileRoute, notFound } from '@tanstack/react-router'
import { found } from '#ui/page/found.ts'
import { orderQueries } from './queries.ts'
import { OrderScreen } from './screens/order.tsx'

/** One own order (ROU-045). */
export const Route = createFileRoute('/_app/_signed-in/orders/$orderId')({
  loader: ({ context, params }) => {
    const id = Number(params.orderId)
    if (!Number.isSafeInteger(id) || id < 1) throw notFound()
    return found(context.queryClient.ensureQueryData(orderQueries(context.api).one(id)))
  },
  head: ({ match, loaderData }) => ({
    meta: [
      { title: `${loaderData ? `Order ${loaderData.data.number}` : 'Order'} – ${match.context.session.portal.name}` },
    ],
  }),
  component: Order,
})

function Order() {
  return <OrderScreen orderId={Number(Route.useParams().orderId)} />
}
