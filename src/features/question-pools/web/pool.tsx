import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { poolQueries } from './queries.ts'
import { PoolScreen } from './screens/pool.tsx'

/** A question pool with its questions (ROU-098, ROL-039). */
export const Route = createFileRoute('/_app/_signed-in/question-pools/$id/')({
  beforeLoad: needs('question-pools.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const { data } = await queryClient.ensureQueryData(poolQueries(api).one(Number(params.id)))
    return { title: data.title }
  },
  head: ({ match, loaderData }) => ({
    meta: [{ title: `${loaderData?.title ?? 'Question pool'} – ${match.context.session.portal.name}` }],
  }),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <PoolScreen key={id} id={Number(id)} />
}
