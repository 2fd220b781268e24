import { createFileRoute } from '@tanstack/react-router'
import { TakeCreditsScreen } from './screens/take-credits.tsx'

/** The credits handed out in a manager's course, and taking them back (CRD-020). */
export const Route = createFileRoute('/_app/_signed-in/courses/managers/$slug/take-credits')({
  component: Screen,
})

function Screen() {
  const { slug } = Route.useParams()
  return <TakeCreditsScreen slug={slug} />
}
