import { createFileRoute } from '@tanstack/react-router'
import { displayName } from '#kernel/text.ts'
import { useSession } from '#ui/api.tsx'

/** The start page of the signed-in role (ROU-047). */
export const Route = createFileRoute('/_app/_signed-in/dashboard')({
  head: ({ match }) => ({ meta: [{ title: `Dashboard – ${match.context.session.portal.name}` }] }),
  component: Dashboard,
})

function Dashboard() {
  const { viewer } = useSession()
  return <h1>Welcome, {viewer ? displayName(viewer) : ''}</h1>
}
