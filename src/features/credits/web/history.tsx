import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { creditQueries } from './queries.ts'
import { HistoryScreen } from './screens/history.tsx'

/** Every movement of credits (ROU-076, CRD-026). */
export const Route = createFileRoute('/_app/_signed-in/admin/history-distribution')({
  beforeLoad: needs('portal-credits.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    await queryClient.ensureQueryData(creditQueries(api).history(location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Credit history – ${match.context.session.portal.name}` }] }),
  component: HistoryScreen,
})
