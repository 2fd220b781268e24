import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { shippingQueries } from './queries.ts'
import { ShipmentsScreen } from './screens/shipments.tsx'

/** Every shipment of the portal (ROU-066, ROL-052). */
export const Route = createFileRoute('/_app/_signed-in/shipments/')({
  beforeLoad: needs('shipments.view'),
  loader: async ({ context, location }) => {
    const query = shippingQueries(context.api).list(location.search as Record<string, unknown>)
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(query).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Shipments – ${match.context.session.portal.name}` }] }),
  component: ShipmentsScreen,
})
