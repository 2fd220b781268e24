import { createFileRoute } from '@tanstack/react-router'
import { PeopleScreen } from './screens/overview.tsx'

/** The people of a manager's course with their progress (MGR-013). */
export const Route = createFileRoute('/_app/_signed-in/courses/managers/$slug/overview')({
  component: Screen,
})

function Screen() {
  const { slug } = Route.useParams()
  return <PeopleScreen slug={slug} />
}
