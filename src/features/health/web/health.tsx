import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { healthQuery } from './queries.ts'
import { HealthScreen } from './screens/health.tsx'

/** How the whole installation is, for super admins (OPS-056, ROU-142). */
export const Route = createFileRoute('/_app/_signed-in/admin/health')({
  beforeLoad: needs('portals.update'),
  loader: ({ context }) => context.queryClient.ensureQueryData(healthQuery(context.api)),
  head: ({ match }) => ({ meta: [{ title: `Health – ${match.context.session.portal.name}` }] }),
  component: HealthScreen,
})
