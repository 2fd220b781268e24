import { createFileRoute } from '@tanstack/react-router'
import { assignmentQueries } from './queries.ts'
import { GradingScreen } from './screens/grading.tsx'

/** A learner's responses and the grading form (ASG-016, ROU-081). */
export const Route = createFileRoute(
  '/_app/_signed-in/courses/builder/$slug/assignment-progress/$userId/$relatedId/$assignmentId',
)({
  loader: async ({ context, params }) => {
    const query = assignmentQueries(context.api).progress(Number(params.assignmentId), Number(params.relatedId))
    const { data } = await context.queryClient.ensureQueryData(query)
    return { title: `${data.learner.display_name}, ${data.assignment.title}` }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Grading' }] }),
  component: Grading,
})

function Grading() {
  const { relatedId, assignmentId } = Route.useParams()
  return (
    <GradingScreen
      key={`${relatedId} ${assignmentId}`}
      relatedId={Number(relatedId)}
      assignmentId={Number(assignmentId)}
    />
  )
}
