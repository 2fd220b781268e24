import { createFileRoute } from '@tanstack/react-router'
import { courseHead } from '#features/progress/web/public.ts'
import { guarded } from '#ui/page/guard.ts'
import { questionQueries } from './queries.ts'
import { LearnerQuestionScreen } from './screens/learner-question.tsx'

/** One question of the learner with its messages (ROU-051, ROU-126). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/questions/$questionId')({
  beforeLoad: guarded('course-questions'),
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(questionQueries(context.api).one(params.slug, Number(params.questionId))),
  head: ({ loaderData, matches }) => courseHead(loaderData?.data.excerpt, matches),
  component: Question,
})

function Question() {
  const { slug, relatedId, questionId } = Route.useParams()
  return (
    <LearnerQuestionScreen key={questionId} slug={slug} relatedId={Number(relatedId)} questionId={Number(questionId)} />
  )
}
