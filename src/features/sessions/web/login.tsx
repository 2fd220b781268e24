import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#ui/calls/api.tsx'
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
  const session = useSession()
  const hasEnded = Route.useSearch().reason === 'session-ended' || session.has_ended
  return <LoginScreen people={people?.data ?? []} hasEnded={hasEnded} />
}
