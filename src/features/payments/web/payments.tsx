import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { moneyQueries } from './queries.ts'
import { PaymentsScreen } from './screens/payments.tsx'

/** The payments of the portal (ROU-064, ROL-050). */
export const Route = createFileRoute('/_app/_signed-in/payments')({
  beforeLoad: needs('payments.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await queryClient
      .ensureQueryData(moneyQueries(api).payments(location.search as Record<string, unknown>))
      .catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Payments – ${match.context.session.portal.name}` }] }),
  component: PaymentsScreen,
})
