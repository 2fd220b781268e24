import { createFileRoute, Outlet } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { showPortal } from '../contract.ts'
import { OwnFrame } from './components/own-frame.tsx'
import { scopeOf } from './portal-scope.ts'

/** The own portal, or the one that a super admin works in (ROU-068, ROL-054). */
export const Route = createFileRoute('/_app/_signed-in/portal-settings')({
  beforeLoad: needs('portal-settings.view'),
  loader: async ({ context: { api, queryClient } }) => {
    await queryClient.ensureQueryData(api.query(showPortal, { ...scopeOf(null) }))
  },
  head: ({ match }) => ({ meta: [{ title: `Portal settings – ${match.context.session.portal.name}` }] }),
  component: () => (
    <OwnFrame>
      <Outlet />
    </OwnFrame>
  ),
})
