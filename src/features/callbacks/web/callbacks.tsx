import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { callbacksQuery } from './queries.ts'
import { CallbacksScreen } from './screens/callbacks.tsx'

/** The addresses that are called about what happens in the portal (INT-017, ROU-075). */
export const Route = createFileRoute('/_app/_signed-in/admin/callbacks/')({
  beforeLoad: needs('callbacks.view'),
  loader: async ({ context, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(callbacksQuery(context.api, location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Callbacks – ${match.context.session.portal.name}` }] }),
  component: CallbacksScreen,
})
