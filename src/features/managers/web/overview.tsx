import { createFileRoute } from '@tanstack/react-router'
import { OverviewScreen } from './screens/overview.tsx'

/** The people of a manager's course with their progress, and its invitations (MGR-013). */
export const Route = createFileRoute('/_app/_signed-in/courses/managers/$slug/overview')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})

function Screen() {
  const { slug } = Route.useParams()
  const { show } = Route.useSearch()
  return <OverviewScreen slug={slug} isInvitations={show === 'invitations'} />
}
