import { createFileRoute, notFound } from '@tanstack/react-router'
import { SendInvoice } from '#features/invoices/web/public.ts'
import { orderQueries } from '#features/orders/web/queries.ts'
import { OrderScreen } from '#features/orders/web/screens/order.tsx'
import { RefundOrder } from '#features/payments/web/public.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'

/** One own order (ROU-045). */
export const Route = createFileRoute('/_app/_signed-in/orders/$orderId')({
  loader: ({ context, params }) => {
    const id = Number(params.orderId)
    if (!Number.isSafeInteger(id) || id < 1) throw notFound()
    return orNotFound(context.queryClient.ensureQueryData(orderQueries(context.api).one(id)))
  },
  head: ({ match, loaderData }) => ({
    meta: [
      { title: `${loaderData ? `Order ${loaderData.data.number}` : 'Order'} – ${match.context.session.portal.name}` },
    ],
  }),
  component: Order,
})

function Order() {
  return <OrderScreen orderId={Number(Route.useParams().orderId)} SendInvoice={SendInvoice} RefundOrder={RefundOrder} />
}
