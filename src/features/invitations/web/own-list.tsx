import { createFileRoute } from '@tanstack/react-router'
import { listQuery, readListState } from '#ui/app/list/list-state.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { needs } from '#ui/page/guard.ts'
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
  component: () => (
    <>
      <PageHeader title="Invitations" text="People invited by e-mail, and who has answered." />
      <InvitationList />
    </>
  ),
})
