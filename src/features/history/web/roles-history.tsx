import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { historyQueries } from './queries.ts'
import { RolesHistoryScreen } from './screens/roles-history.tsx'

/** What changed in the permissions of the portal's roles, for those who read the activity log (ROU-067, HIS-020). */
export const Route = createFileRoute('/_app/_signed-in/permissions/history')({
  beforeLoad: (opening) => {
    needs('permissions.view')(opening)
    needs('activity-logs.view')(opening)
  },
  loader: async ({ context: { api, queryClient }, location }) => {
    const list = historyQueries(api, { kind: 'roles' }).list(location.search as Record<string, unknown>)
    await queryClient.ensureQueryData(list).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `History of roles – ${match.context.session.portal.name}` }] }),
  component: RolesHistoryScreen,
})
