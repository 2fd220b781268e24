import { createFileRoute } from '@tanstack/react-router'
import { orderQueries } from './queries.ts'
import { OrdersScreen } from './screens/orders.tsx'

/** The own orders (ROU-045). */
export const Route = createFileRoute('/_app/_signed-in/orders/')({
  loader: async ({ context, location }) => {
    const query = orderQueries(context.api).own(location.search as Record<string, unknown>)
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(query).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Orders – ${match.context.session.portal.name}` }] }),
  component: OrdersScreen,
})
