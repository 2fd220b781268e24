import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { moneyQueries } from './queries.ts'
import { EarningsScreen } from './screens/earnings.tsx'

/** What came of sales (ROU-064, ROL-050, ORD-025). */
export const Route = createFileRoute('/_app/_signed-in/earnings')({
  beforeLoad: needs('payments.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    const queries = moneyQueries(api)
    // A list that cannot be read says so itself and offers to try again.
    await Promise.all([
      queryClient.ensureQueryData(queries.earnings(location.search as Record<string, unknown>)).catch(() => null),
      queryClient.ensureQueryData(queries.account()),
    ])
  },
  head: ({ match }) => ({ meta: [{ title: `Earnings – ${match.context.session.portal.name}` }] }),
  component: EarningsScreen,
})
