import { createFileRoute } from '@tanstack/react-router'
import { eventsQuery, provisioningQuery } from '#features/provisioning/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { callsQuery, isProvisioning, twoWayApi } from './queries.ts'
import { TwoWayApiScreen } from './screens/two-way-api.tsx'

/** How programs of the customer use this portal (INT-020, ROU-075). */
export const Route = createFileRoute('/_app/_signed-in/admin/two-way-api')({
  beforeLoad: needs('callbacks.view'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([
      context.queryClient.ensureQueryData(twoWayApi(context.api)),
      ...(isProvisioning(deps)
        ? [
            context.queryClient.ensureQueryData(provisioningQuery(context.api)),
            context.queryClient.ensureQueryData(eventsQuery(context.api, deps)),
          ]
        : [context.queryClient.ensureQueryData(callsQuery(context.api, deps))]),
    ]),
  head: ({ match }) => ({ meta: [{ title: `Two-way API – ${match.context.session.portal.name}` }] }),
  component: TwoWayApiScreen,
})
