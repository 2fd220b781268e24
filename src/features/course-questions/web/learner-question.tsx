import { createFileRoute } from '@tanstack/react-router'
import { guarded } from '#ui/guard.ts'
import { questionQueries } from './queries.ts'
import { LearnerQuestionScreen } from './screens/learner-question.tsx'

/** One question of the learner with its messages (ROU-051, ROU-126). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/questions/$questionId')({
  beforeLoad: guarded('course-questions'),
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(questionQueries(context.api).one(params.slug, Number(params.questionId))),
  component: Question,
})

function Question() {
  const { slug, relatedId, questionId } = Route.useParams()
  return (
    <LearnerQuestionScreen key={questionId} slug={slug} relatedId={Number(relatedId)} questionId={Number(questionId)} />
  )
}
