import { createFileRoute } from '@tanstack/react-router'
import { ApiError } from '#kernel/client.ts'
import { NewPasswordScreen } from './screens/new-password.tsx'
import { SendLinkScreen } from './screens/send-link.tsx'

type Search = { token?: string; email?: string }
const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

/** Sets a new password with a token, or offers a new link for an e-mail; without either it is an error (ROU-018, AUT-038, AUT-039). */
export const Route = createFileRoute('/_site/_open/reset-password')({
  validateSearch: (search: Record<string, unknown>): Search => {
    const [token, email] = [text(search.token), text(search.email)]
    return { ...(token && { token }), ...(email && { email }) }
  },
  beforeLoad: ({ search }) => {
    if (!search.token && !search.email)
      throw new ApiError(422, { code: 'reset_link_invalid', message: 'Link reset password is invalid' })
  },
  head: ({ match }) => ({
    meta: [
      { title: `New password – ${match.context.session.portal.name}` },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: ResetPassword,
})

function ResetPassword() {
  const { token, email } = Route.useSearch()
  return token ? <NewPasswordScreen token={token} email={email} /> : <SendLinkScreen email={email ?? ''} />
}
