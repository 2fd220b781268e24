import { createFileRoute } from '@tanstack/react-router'
import { showExamProgress } from '#features/exams/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { openLearner } from './open-learner.ts'
import { ExamAttemptsScreen } from './screens/exam-attempts.tsx'

/** A learner's attempts at an exam (ROU-081, EXM-024). */
export const Route = createFileRoute(
  '/_app/_signed-in/courses/builder/$slug/exams-progress/$userId/$relatedId/$examId',
)({
  beforeLoad: needs('grading.view'),
  loader: async ({ context, params }) => {
    const learner = await openLearner({ context, params })
    const args = { params: { examId: Number(params.examId) }, query: { related_id: learner.id } }
    const { data } = await context.queryClient.ensureQueryData(context.api.query(showExamProgress, args))
    return { title: `${data.exam.title}: ${learner.user.display_name}` }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `${loaderData?.title ?? 'An exam'} – ${match.context.session.portal.name}` }],
  }),
  component: ExamAttempts,
})

function ExamAttempts() {
  const { slug, relatedId, examId } = Route.useParams()
  return <ExamAttemptsScreen slug={slug} relatedId={Number(relatedId)} examId={Number(examId)} />
}
