import { createFileRoute } from '@tanstack/react-router'
import { isInGroup } from '#kernel/access/roles.ts'
import { can, needs } from '#ui/page/guard.ts'
import { showPortal, showPortalStorage } from '../contract.ts'
import { scopeOf } from './portal-scope.ts'
import { SettingsScreen } from './screens/settings.tsx'

export const Route = createFileRoute('/_app/_signed-in/portals/$id/settings')({
  beforeLoad: needs('portal-settings.view'),
  loader: async ({ context: { api, queryClient, session }, params }) => {
    const isSuper = isInGroup(session.viewer?.current_role ?? null, 'super_admins')
    const scope = scopeOf(isSuper ? Number(params.id) : null)
    await queryClient.ensureQueryData(api.query(showPortal, { ...scope }))
    if (can(session, 'portals.update'))
      await queryClient.ensureQueryData(api.query(showPortalStorage, { params: { id: Number(params.id) } }))
  },
  head: ({ match }) => ({ meta: [{ title: `Portal settings – ${match.context.session.portal.name}` }] }),
  component: SettingsScreen,
})
