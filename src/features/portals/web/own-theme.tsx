import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { showPortal } from '../contract.ts'
import { OwnFrame } from './components/own-frame.tsx'
import { scopeOf } from './portal-scope.ts'
import { ThemeScreen } from './screens/theme.tsx'

/** How the own portal looks (PRT-115, ROL-054). */
export const Route = createFileRoute('/_app/_signed-in/admin/portal/theme')({
  beforeLoad: needs('portal-settings.view'),
  loader: ({ context: { api, queryClient } }) =>
    queryClient.ensureQueryData(api.query(showPortal, { ...scopeOf(null) })),
  head: ({ match }) => ({ meta: [{ title: `Theme – ${match.context.session.portal.name}` }] }),
  component: () => (
    <OwnFrame>
      <ThemeScreen />
    </OwnFrame>
  ),
})
