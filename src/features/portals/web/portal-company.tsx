import { createFileRoute } from '@tanstack/react-router'
import { isInGroup } from '#kernel/access/roles.ts'
import { needs } from '#ui/page/guard.ts'
import { showPortal } from '../contract.ts'
import { scopeOf } from './portal-scope.ts'
import { CompanyScreen } from './screens/company.tsx'

export const Route = createFileRoute('/_app/_signed-in/portals/$id/company')({
  beforeLoad: needs('portal-settings.view'),
  loader: async ({ context: { api, queryClient, session }, params }) => {
    const isSuper = isInGroup(session.viewer?.current_role ?? null, 'super_admins')
    const scope = scopeOf(isSuper ? Number(params.id) : null)
    await queryClient.ensureQueryData(api.query(showPortal, { ...scope }))
  },
  head: ({ match }) => ({ meta: [{ title: `Company – ${match.context.session.portal.name}` }] }),
  component: CompanyScreen,
})
