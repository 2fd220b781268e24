import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { complianceQueries } from './queries.ts'
import { ComplianceScreen } from './screens/compliance.tsx'

/** Who held what was required of them on any day, and what is required (CMP-010). */
export const Route = createFileRoute('/_app/_signed-in/admin/compliance/')({
  beforeLoad: needs('certificates.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    const search = location.search as Record<string, unknown>
    const queries = complianceQueries(api)
    await queryClient.ensureQueryData(queries.requirements())
    // A matrix that cannot be read says so itself and offers to try again.
    if (search['tab'] !== 'requirements') await queryClient.ensureQueryData(queries.matrix(search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Compliance – ${match.context.session.portal.name}` }] }),
  component: ComplianceScreen,
})
