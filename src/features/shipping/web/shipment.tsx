import { createFileRoute, notFound } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { shippingQueries } from './queries.ts'
import { ShipmentScreen } from './screens/shipment.tsx'

/** One shipment (ROU-066, ROL-052). */
export const Route = createFileRoute('/_app/_signed-in/shipments/$id')({
  beforeLoad: needs('shipments.view'),
  loader: ({ context, params }) => {
    const id = Number(params.id)
    if (!Number.isSafeInteger(id) || id < 1) throw notFound()
    return orNotFound(context.queryClient.ensureQueryData(shippingQueries(context.api).one(id)))
  },
  head: ({ match, params }) => ({ meta: [{ title: `Shipment ${params.id} – ${match.context.session.portal.name}` }] }),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <ShipmentScreen key={id} id={Number(id)} />
}
