import { createFileRoute } from '@tanstack/react-router'
import { courseHead, ItemError } from '#features/progress/web/public.ts'
import { assignmentQueries } from './queries.ts'
import { AssignmentScreen } from './screens/assignment.tsx'

/** An assignment of an own course (ROU-057). */
export const Route = createFileRoute(
  '/_learn/_learning/courses/learner/$slug/$relatedId/outline/assignments/$assignmentId',
)({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(
      assignmentQueries(context.api).own(Number(params.assignmentId), Number(params.relatedId)),
    ),
  head: ({ loaderData, matches }) => courseHead(loaderData?.data.assignment.title, matches),
  component: Assignment,
  errorComponent: ItemError,
})

function Assignment() {
  const { slug, relatedId, assignmentId } = Route.useParams()
  return (
    <AssignmentScreen
      key={assignmentId}
      slug={slug}
      relatedId={Number(relatedId)}
      assignmentId={Number(assignmentId)}
    />
  )
}
