import { createFileRoute } from '@tanstack/react-router'
import { WayBackScreen } from './screens/way-back.tsx'

/** Asks for a sign-in link by mail, and opens it (SSO-012, ROU-137). */
export const Route = createFileRoute('/_site/_open/sign-on/way-back')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === 'string' && search.token ? { token: search.token } : {},
  head: ({ match }) => ({
    meta: [
      { title: `Sign-in link – ${match.context.session.portal.name}` },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: Page,
})

function Page() {
  const { token } = Route.useSearch()
  return <WayBackScreen token={token ?? null} />
}
