import { createFileRoute } from '@tanstack/react-router'
import { courseHead } from './course-head.ts'
import { OverviewScreen } from './screens/overview.tsx'

/** Description, instructors, due dates and progress (LRN-033). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/overview')({
  head: ({ matches }) => courseHead('Overview', matches),
  component: Overview,
})

function Overview() {
  const { slug, relatedId } = Route.useParams()
  return <OverviewScreen slug={slug} relatedId={Number(relatedId)} />
}
