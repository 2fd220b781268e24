import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { ActivityLogScreen, activityLog } from './screens/activity-log.tsx'

/** Who did what in the portal (ROU-073, ROL-060, REP-014). */
export const Route = createFileRoute('/_app/_signed-in/admin/activity-logs')({
  beforeLoad: needs('activity-logs.view'),
  loader: async ({ context, location }) => {
    const query = activityLog(context.api, location.search as Record<string, unknown>)
    await context.queryClient.ensureQueryData(query).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Activity log – ${match.context.session.portal.name}` }] }),
  component: ActivityLogScreen,
})
