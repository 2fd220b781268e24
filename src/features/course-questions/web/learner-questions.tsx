import { createFileRoute } from '@tanstack/react-router'
import { courseHead } from '#features/progress/web/public.ts'
import { guarded } from '#ui/page/guard.ts'
import { questionQueries } from './queries.ts'
import { LearnerQuestionsScreen } from './screens/learner-questions.tsx'

/** The learner's questions in a course (ROU-051, ROU-126, LRN-033). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/questions/')({
  beforeLoad: guarded('course-questions'),
  loader: ({ context, params, location }) =>
    context.queryClient.ensureQueryData(questionQueries(context.api).list(params.slug, location.search)),
  head: ({ matches }) => courseHead('Questions', matches),
  component: Questions,
})

function Questions() {
  const { slug, relatedId } = Route.useParams()
  return <LearnerQuestionsScreen slug={slug} relatedId={Number(relatedId)} />
}
