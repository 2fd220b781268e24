import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '#features/accounts/web/public.ts'
import { showMe } from '#features/sessions/contract.ts'

/** The own name and e-mail; whoever lacks one of them is sent here (ROU-048, ROU-121, ROU-122). */
export const Route = createFileRoute('/_app/_signed-in/profile/settings')({
  loader: async ({ context }) => {
    const { data } = await context.api.call(showMe)
    return { pending_email: data.pending_email }
  },
  head: ({ match }) => ({ meta: [{ title: `Profile settings – ${match.context.session.portal.name}` }] }),
  component: Settings,
})

function Settings() {
  return <SettingsScreen pendingEmail={Route.useLoaderData().pending_email} />
}
