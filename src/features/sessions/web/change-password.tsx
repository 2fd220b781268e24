import { createFileRoute } from '@tanstack/react-router'
import { showMe } from '../contract.ts'
import { ChangePasswordScreen } from './screens/change-password.tsx'

/** Changes the own password (ROU-048). */
export const Route = createFileRoute('/_app/_signed-in/profile/change-password')({
  loader: async ({ context }) => ({ provider: (await context.api.call(showMe)).data.password_provider }),
  head: ({ match }) => ({ meta: [{ title: `Change password – ${match.context.session.portal.name}` }] }),
  component: ChangePassword,
})

function ChangePassword() {
  return <ChangePasswordScreen {...Route.useLoaderData()} />
}
