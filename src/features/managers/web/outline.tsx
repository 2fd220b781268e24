import { createFileRoute } from '@tanstack/react-router'
import { OutlineScreen } from './screens/outline.tsx'

/** The outline of a manager's course, to read only (MGR-013). */
export const Route = createFileRoute('/_app/_signed-in/courses/managers/$slug/outline')({
  component: Screen,
})

function Screen() {
  const { slug } = Route.useParams()
  return <OutlineScreen slug={slug} />
}
