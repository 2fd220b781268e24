import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { historyQueries } from './queries.ts'
import { SettingsHistoryScreen } from './screens/settings-history.tsx'

/** What changed in the settings of the portal, for those who read the activity log (HIS-007). */
export const Route = createFileRoute('/_app/_signed-in/admin/portal/history')({
  beforeLoad: needs('activity-logs.view'),
  loader: async ({ context, location }) => {
    const queries = historyQueries(context.api, { kind: 'settings' })
    await context.queryClient
      .ensureQueryData(queries.list(location.search as Record<string, unknown>))
      .catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `History – ${match.context.session.portal.name}` }] }),
  component: SettingsHistoryScreen,
})
