import { createFileRoute } from '@tanstack/react-router'
import { OwnActivityScreen, ownActivity } from './screens/own-activity.tsx'

/** What the signed-in person did (ROU-048, REP-007). */
export const Route = createFileRoute('/_app/_signed-in/profile/activity-logs')({
  loader: async ({ context, location }) => {
    const query = ownActivity(context.api, location.search as Record<string, unknown>)
    await context.queryClient.ensureQueryData(query).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Activity – ${match.context.session.portal.name}` }] }),
  component: OwnActivityScreen,
})
