import { createFileRoute } from '@tanstack/react-router'
import { isInGroup } from '#kernel/access/roles.ts'
import { needs } from '#ui/page/guard.ts'
import { showPortal } from '../contract.ts'
import { scopeOf } from './portal-scope.ts'
import { ThemeScreen } from './screens/theme.tsx'

/** How one portal among all looks (PRT-115, ROL-055). */
export const Route = createFileRoute('/_app/_signed-in/portals/$id/theme')({
  beforeLoad: needs('portal-settings.view'),
  loader: ({ context: { api, queryClient, session }, params }) => {
    const isSuper = isInGroup(session.viewer?.current_role ?? null, 'super_admins')
    return queryClient.ensureQueryData(api.query(showPortal, { ...scopeOf(isSuper ? Number(params.id) : null) }))
  },
  head: ({ match }) => ({ meta: [{ title: `Theme – ${match.context.session.portal.name}` }] }),
  component: ThemeScreen,
})
