import { createFileRoute } from '@tanstack/react-router'
import { listQuery, readListState } from '#ui/app/list/list-state.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { IconMail } from '#ui/icons.tsx'
import { can, needs } from '#ui/page/guard.ts'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { InvitationList } from './components/invitation-list.tsx'
import { INVITES_SPEC, invitationQueries } from './queries.ts'

/** The invitations to all courses: those of the portal, or the own ones of a manager (PRT-114, MGR-017). */
export const Route = createFileRoute('/_app/_signed-in/users/managers/invitations')({
  beforeLoad: needs('users.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    const query = listQuery(readListState(location.search as Record<string, unknown>, INVITES_SPEC), INVITES_SPEC)
    // A list that cannot be read says so itself and offers to try again.
    await queryClient.ensureQueryData(invitationQueries(api).list(query)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Invitations – ${match.context.session.portal.name}` }] }),
  component: Invitations,
})

function Invitations() {
  const session = useSession()
  const courses = can(session, 'manager-courses.view') ? '/courses/managers' : '/portal-settings/courses-management'
  // Invitations start from the list of courses, so anyone who may open that list may invite.
  const invite = (can(session, 'manager-courses.view') || can(session, 'portal-settings.view')) && (
    <LinkButton href={courses} icon={IconMail}>
      Choose a course to invite to
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Invitations" text="People invited by e-mail, and who has answered." actions={invite} />
      <InvitationList action={invite} />
    </>
  )
}
