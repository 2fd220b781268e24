import { createFileRoute } from '@tanstack/react-router'
import { showQuestionPool } from '#features/question-pools/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { statisticsQueries } from './queries.ts'
import { QuestionStatisticsScreen } from './screens/question-statistics.tsx'

/** How a question of a pool does (QPL-032, ROL-039). */
export const Route = createFileRoute('/_app/_signed-in/question-pools/$id/questions/$questionId')({
  beforeLoad: needs('question-pools.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const pool = api.query(showQuestionPool, { params: { id: Number(params.id) } })
    const [{ data }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(pool)),
      orNotFound(queryClient.ensureQueryData(statisticsQueries(api).question(Number(params.questionId)))),
    ])
    return { title: data.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Statistics of a question – ${loaderData?.title ?? ''}` }] }),
  component: Page,
})

function Page() {
  const { id, questionId } = Route.useParams()
  return <QuestionStatisticsScreen key={questionId} poolId={Number(id)} questionId={Number(questionId)} />
}
