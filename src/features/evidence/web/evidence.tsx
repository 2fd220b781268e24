import { createFileRoute, redirect } from '@tanstack/react-router'
import { isInGroup } from '#kernel/access/roles.ts'
import { needs } from '#ui/page/guard.ts'
import { EvidenceScreen } from './screens/evidence.tsx'

/** Signed training records of the whole portal, and the keys that sign (EVD-012); not for those with own records alone. */
export const Route = createFileRoute('/_app/_signed-in/admin/evidence')({
  beforeLoad: (opening) => {
    needs('activity-logs.view')(opening)
    const role = opening.context.session.viewer?.current_role
    if (role && isInGroup(role, 'own_records_only')) throw redirect({ href: '/dashboard', statusCode: 302 })
  },
  head: ({ match }) => ({ meta: [{ title: `Inspectors – ${match.context.session.portal.name}` }] }),
  component: EvidenceScreen,
})
