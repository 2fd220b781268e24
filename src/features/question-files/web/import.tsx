import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { importIn, questionImportQueries } from './queries.ts'
import { ImportQuestionsScreen } from './screens/import-questions.tsx'

/** Questions of a pool from a file (QPL-014, ROL-039). */
export const Route = createFileRoute('/_app/_signed-in/question-pools/$id/import')({
  beforeLoad: needs('question-pools.update'),
  loader: async ({ context: { api, queryClient }, location, params }) => {
    const id = importIn(location.search as Record<string, unknown>)
    const queries = questionImportQueries(api)
    const { data } = await queryClient.ensureQueryData(queries.pool(Number(params.id)))
    // What cannot be read says so itself.
    const shown = id === null ? queries.list(Number(params.id)) : queries.one(id)
    await queryClient.ensureQueryData(shown as never).catch(() => null)
    return { title: data.title }
  },
  head: ({ match, loaderData }) => ({
    meta: [{ title: `Import questions – ${loaderData?.title ?? ''} – ${match.context.session.portal.name}` }],
  }),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <ImportQuestionsScreen key={id} poolId={Number(id)} />
}
