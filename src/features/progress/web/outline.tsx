import { createFileRoute } from '@tanstack/react-router'
import { OutlineScreen } from './screens/outline.tsx'

/** The items with their status (LRN-033). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/outline/')({
  component: Outline,
})

function Outline() {
  const { slug, relatedId } = Route.useParams()
  return <OutlineScreen slug={slug} relatedId={Number(relatedId)} />
}
