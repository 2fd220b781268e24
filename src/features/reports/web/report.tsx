import { createFileRoute, notFound } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { REPORT_NAMES, type ReportName } from '../contract.ts'
import { reportQueries } from './queries.ts'
import { ReportScreen } from './screens/report.tsx'

const isReport = (name: string): name is ReportName => (REPORT_NAMES as readonly string[]).includes(name)

/** One report (ROU-065, ROL-051, REP-015). */
export const Route = createFileRoute('/_app/_signed-in/reports/$report')({
  beforeLoad: needs('reports.view'),
  loader: async ({ context: { api, queryClient }, params, location }) => {
    if (!isReport(params.report)) throw notFound()
    const [queries, search] = [reportQueries(api), location.search as Record<string, unknown>]
    const figures = await orNotFound(queryClient.ensureQueryData(queries.figures(params.report, search)))
    // A list that cannot be read says so itself and offers to try again.
    await queryClient.ensureQueryData(queries.rows(params.report, search)).catch(() => null)
    return { title: figures.data.report.title }
  },
  head: ({ match, loaderData }) => ({
    meta: [{ title: `${loaderData?.title ?? 'Report'} – ${match.context.session.portal.name}` }],
  }),
  component: Page,
})

function Page() {
  const { report } = Route.useParams()
  return isReport(report) ? <ReportScreen key={report} name={report} /> : null
}
