import { createFileRoute } from '@tanstack/react-router'
import { InvitationSettingsScreen, invitationQueries } from '#features/invitations/web/public.ts'
import { openPerson } from '#features/users/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'

/** The settings of a manager in a named portal, for those who run the portal (ROU-072, MGR-019). */
export const Route = createFileRoute('/_app/_signed-in/users/managers/$slug/$portalId/settings')({
  beforeLoad: needs('manager-settings.view'),
  loader: async ({ context: { api, queryClient, session }, params }) => {
    const isOwn = params.slug === String(session.viewer?.user_id)
    const { id } = isOwn ? { id: session.viewer?.user_id ?? 0 } : await openPerson({ api, queryClient }, params.slug)
    const whose = { user_id: id, portal_id: Number(params.portalId) }
    await orNotFound(queryClient.ensureQueryData(invitationQueries(api).settings(whose)))
    return { whose }
  },
  head: ({ match }) => ({ meta: [{ title: `Invitation settings – ${match.context.session.portal.name}` }] }),
  component: Screen,
})

function Screen() {
  const { whose } = Route.useLoaderData()
  return <InvitationSettingsScreen key={whose.user_id} whose={whose} />
}
