import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useApi } from '#ui/api.tsx'
import { contentQueries } from './content-queries.ts'
import { needsPartner } from './needs-partner.ts'
import { OwnFeatureScreen } from './screens/own-feature.tsx'

/** One of the features of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/features/$id')({
  beforeLoad: needsPartner('partner-content.view'),
  loader: async ({ context: { api, queryClient }, params, location }) => {
    const search = location.search as Record<string, unknown>
    await queryClient.ensureQueryData(contentQueries(api).feature(Number(params.id), search))
  },
  head: ({ match }) => ({ meta: [{ title: `Features – ${match.context.session.portal.name}` }] }),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const search = Route.useSearch() as Record<string, unknown>
  const { data } = useSuspenseQuery(contentQueries(useApi()).feature(Number(id), search)).data
  return <OwnFeatureScreen key={data.id} record={data} />
}
