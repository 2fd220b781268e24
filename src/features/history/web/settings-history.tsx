import { createFileRoute } from '@tanstack/react-router'
import { showPortal } from '#features/portals/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { historyQueries } from './queries.ts'
import { SettingsHistoryScreen } from './screens/settings-history.tsx'

/** What changed in the settings of the portal, for those who read the activity log (HIS-007). */
export const Route = createFileRoute('/_app/_signed-in/admin/portal/history')({
  beforeLoad: needs('activity-logs.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    const list = historyQueries(api, { kind: 'settings' }).list(location.search as Record<string, unknown>)
    // The frame shows the portal's name.
    await Promise.all([
      queryClient.ensureQueryData(api.query(showPortal, {})),
      queryClient.ensureQueryData(list).catch(() => null),
    ])
  },
  head: ({ match }) => ({ meta: [{ title: `History – ${match.context.session.portal.name}` }] }),
  component: SettingsHistoryScreen,
})
