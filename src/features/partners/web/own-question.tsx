import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useApi } from '#ui/api.tsx'
import { contentQueries } from './content-queries.ts'
import { needsPartner } from './needs-partner.ts'
import { OwnQuestionScreen } from './screens/own-question.tsx'

/** One of the questions of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/faq/$id')({
  beforeLoad: needsPartner('partner-content.view'),
  loader: async ({ context: { api, queryClient }, params, location }) => {
    const search = location.search as Record<string, unknown>
    await queryClient.ensureQueryData(contentQueries(api).question(Number(params.id), search))
  },
  head: ({ match }) => ({ meta: [{ title: `FAQ – ${match.context.session.portal.name}` }] }),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const search = Route.useSearch() as Record<string, unknown>
  const { data } = useSuspenseQuery(contentQueries(useApi()).question(Number(id), search)).data
  return <OwnQuestionScreen key={data.id} record={data} />
}
