import { createFileRoute } from '@tanstack/react-router'
import { ownProfile, SettingsScreen } from '#features/accounts/web/public.ts'
import { ownTokens } from '#features/api-tokens/web/public.ts'
import { PersonalDataSection } from '#features/personal-data/web/public.ts'
import { showMe } from '#features/sessions/contract.ts'

/** The own profile; anyone who lacks a name or an e-mail is sent here (ROU-048, ROU-121, ROU-122). */
export const Route = createFileRoute('/_app/_signed-in/profile/settings')({
  loader: async ({ context }) => {
    const { api, queryClient, session } = context
    const { viewer } = session
    const [me] = await Promise.all([
      api.call(showMe),
      viewer && queryClient.ensureQueryData(ownProfile(api, viewer.user_id)),
      // Closed to those who work as somebody else (AUT-021), who are shown none.
      viewer?.impersonator_id === null && queryClient.ensureQueryData(ownTokens(api)).catch(() => null),
    ])
    return { pending_email: me.data.pending_email }
  },
  head: ({ match }) => ({ meta: [{ title: `Profile settings – ${match.context.session.portal.name}` }] }),
  component: Settings,
})

function Settings() {
  return <SettingsScreen pendingEmail={Route.useLoaderData().pending_email} ownData={<PersonalDataSection />} />
}
