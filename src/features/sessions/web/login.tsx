import { createFileRoute } from '@tanstack/react-router'
import { listDemoPeople } from '../contract.ts'
import { LoginScreen } from './screens/login.tsx'

/** The sign-in form (ROU-016). */
export const Route = createFileRoute('/_site/_guest/login')({
  validateSearch: (search: Record<string, unknown>): { reason?: string } =>
    search.reason === 'session-ended' ? { reason: 'session-ended' } : {},
  loader: ({ context }) => (context.session.has_demo ? context.api.call(listDemoPeople) : null),
  head: ({ match }) => ({ meta: [{ title: `Sign in – ${match.context.session.portal.name}` }] }),
  component: Login,
})

function Login() {
  const people = Route.useLoaderData()
  return <LoginScreen people={people?.data ?? []} hasEnded={Route.useSearch().reason === 'session-ended'} />
}
