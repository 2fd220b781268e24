import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { tradeRuleQueries } from './queries.ts'
import { TradeRulesScreen } from './screens/trade-rules.tsx'

/** What regulators and customers ask of how courses are taken (TRD-016). */
export const Route = createFileRoute('/_app/_signed-in/admin/trade-rules')({
  beforeLoad: needs('enrollments.update'),
  loader: ({ context: { api, queryClient } }) => queryClient.ensureQueryData(tradeRuleQueries(api).rules()),
  head: ({ match }) => ({ meta: [{ title: `Rules of the trade – ${match.context.session.portal.name}` }] }),
  component: TradeRulesScreen,
})
