import { createFileRoute } from '@tanstack/react-router'
import { ChangePasswordScreen } from './screens/change-password.tsx'

/** Changes the own password (ROU-048). */
export const Route = createFileRoute('/_app/_signed-in/profile/change-password')({
  head: ({ match }) => ({ meta: [{ title: `Change password – ${match.context.session.portal.name}` }] }),
  component: ChangePasswordScreen,
})
