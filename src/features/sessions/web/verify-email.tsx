import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailScreen } from './screens/verify-email.tsx'

/** Opens the link of a new or changed e-mail (AUT-045, AUT-051). */
export const Route = createFileRoute('/_site/_open/verify-email')({
  validateSearch: (search: Record<string, unknown>): { token: string; type: 'verify-email' | 'change-email' } => ({
    token: String(search.token ?? ''),
    type: search.type === 'change-email' ? 'change-email' : 'verify-email',
  }),
  head: ({ match }) => ({
    meta: [
      { title: `Confirm your e-mail – ${match.context.session.portal.name}` },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: VerifyEmail,
})

function VerifyEmail() {
  return <VerifyEmailScreen {...Route.useSearch()} />
}
