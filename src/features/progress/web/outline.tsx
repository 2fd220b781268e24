import { createFileRoute } from '@tanstack/react-router'
import { courseHead } from './course-head.ts'
import { OutlineScreen } from './screens/outline.tsx'

/** The items with their status (LRN-033). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/outline/')({
  head: ({ matches }) => courseHead('Outline', matches),
  component: Outline,
})

function Outline() {
  const { slug, relatedId } = Route.useParams()
  return <OutlineScreen slug={slug} relatedId={Number(relatedId)} />
}
