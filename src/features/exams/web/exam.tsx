import { createFileRoute } from '@tanstack/react-router'
import { courseHead, ItemError } from '#features/progress/web/public.ts'
import { examQuery } from './exam-query.ts'
import { ExamScreen } from './screens/exam.tsx'

/** An exam or knowledge check of an own course (ROU-056). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/outline/exams/$examId')({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(
      examQuery(context.api, { relatedId: Number(params.relatedId), examId: Number(params.examId) }),
    ),
  head: ({ loaderData, matches }) => courseHead(loaderData?.data.title, matches),
  component: Exam,
  errorComponent: ItemError,
})

function Exam() {
  const { slug, relatedId, examId } = Route.useParams()
  return <ExamScreen key={examId} slug={slug} relatedId={Number(relatedId)} examId={Number(examId)} />
}
