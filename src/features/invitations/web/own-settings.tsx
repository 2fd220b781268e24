import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { invitationQueries } from './queries.ts'
import { SettingsScreen } from './screens/settings.tsx'

/** The own settings of who invites, in the current portal (ROU-072, MGR-019). */
export const Route = createFileRoute('/_app/_signed-in/users/managers/settings')({
  beforeLoad: needs('manager-settings.view'),
  loader: async ({ context: { api, queryClient } }) => {
    await queryClient.ensureQueryData(invitationQueries(api).settings({}))
  },
  head: ({ match }) => ({ meta: [{ title: `Invitation settings – ${match.context.session.portal.name}` }] }),
  component: () => <SettingsScreen whose={{}} />,
})
