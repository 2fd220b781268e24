import { createFileRoute } from '@tanstack/react-router'
import { can, needs } from '#ui/page/guard.ts'
import { showPortal, showPortalStorage } from '../contract.ts'
import { OwnFrame } from './components/own-frame.tsx'
import { scopeOf } from './portal-scope.ts'
import { SettingsScreen } from './screens/settings.tsx'

/** The settings of the portal (ROU-079, PRT-049, ROL-054); the only screen of one that is not set up yet (ROU-120). */
export const Route = createFileRoute('/_app/_signed-in/admin/portal/settings')({
  beforeLoad: needs('portal-settings.view'),
  loader: async ({ context: { api, queryClient, session } }) => {
    const { data: portal } = await queryClient.ensureQueryData(api.query(showPortal, { ...scopeOf(null) }))
    if (can(session, 'portals.update'))
      await queryClient.ensureQueryData(api.query(showPortalStorage, { params: { id: portal.id } }))
  },
  head: ({ match }) => ({ meta: [{ title: `Portal settings – ${match.context.session.portal.name}` }] }),
  component: () => (
    <OwnFrame>
      <SettingsScreen />
    </OwnFrame>
  ),
})
