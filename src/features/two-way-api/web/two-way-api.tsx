import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { twoWayApi } from './queries.ts'
import { TwoWayApiScreen } from './screens/two-way-api.tsx'

/** How programs of the customer use this portal (INT-020, ROU-075). */
export const Route = createFileRoute('/_app/_signed-in/admin/two-way-api')({
  beforeLoad: needs('callbacks.view'),
  loader: ({ context }) => context.queryClient.ensureQueryData(twoWayApi(context.api)),
  head: ({ match }) => ({ meta: [{ title: `Two-way API – ${match.context.session.portal.name}` }] }),
  component: TwoWayApiScreen,
})
