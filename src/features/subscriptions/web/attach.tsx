import { createFileRoute } from '@tanstack/react-router'
import { selectPortals } from '#features/portals/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { subscriptionQueries } from './queries.ts'
import { AttachScreen } from './screens/attach.tsx'

/** Attaches a plan to a portal without payment (ROU-078, ORD-040). */
export const Route = createFileRoute('/_app/_signed-in/admin/subscriptions/attach')({
  beforeLoad: needs('subscriptions.create'),
  loader: async ({ context: { api, queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(subscriptionQueries(api).plans('portal')),
      queryClient.ensureQueryData(api.query(selectPortals)),
    ])
  },
  head: ({ match }) => ({ meta: [{ title: `Attach a plan – ${match.context.session.portal.name}` }] }),
  component: AttachScreen,
})
