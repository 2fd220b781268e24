import { createFileRoute } from '@tanstack/react-router'
import { guarded, needs } from '#ui/page/guard.ts'
import { questionQueries } from './queries.ts'
import { BuilderQuestionScreen } from './screens/builder-question.tsx'

const open = guarded('course-questions')

/** One question with its messages, for those who answer (ROU-126, ROL-038). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/questions/$questionId')({
  beforeLoad: async (opening) => {
    await open(opening)
    needs('course-questions.view')(opening)
  },
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(questionQueries(context.api).one(params.slug, Number(params.questionId))),
  head: ({ match }) => ({ meta: [{ title: `Question – ${match.context.session.portal.name}` }] }),
  component: Question,
})

function Question() {
  const { slug, questionId } = Route.useParams()
  return <BuilderQuestionScreen key={questionId} slug={slug} questionId={Number(questionId)} />
}
