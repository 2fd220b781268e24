import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { reportQueries } from './queries.ts'
import { ReportListScreen } from './screens/report-list.tsx'

/** The index of the reports (ROU-065, ROL-051, REP-015). */
export const Route = createFileRoute('/_app/_signed-in/reports/')({
  beforeLoad: needs('reports.view'),
  loader: ({ context: { api, queryClient } }) => queryClient.ensureQueryData(reportQueries(api).index()),
  head: ({ match }) => ({ meta: [{ title: `Reports – ${match.context.session.portal.name}` }] }),
  component: ReportListScreen,
})
