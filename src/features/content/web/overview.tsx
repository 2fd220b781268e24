import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useApi } from '#ui/calls/api.tsx'
import { needs } from '#ui/page/guard.ts'
import { countContent } from '../contract.ts'
import { OverviewScreen } from './screens/overview.tsx'

/** The lists of the portal's content (CNT-038, ROL-040). */
export const Route = createFileRoute('/_app/_signed-in/portals/content')({
  beforeLoad: needs('catalog-terms.view'),
  loader: async ({ context: { api, queryClient } }) => {
    await queryClient.ensureQueryData(api.query(countContent))
  },
  head: ({ match }) => ({ meta: [{ title: `Content – ${match.context.session.portal.name}` }] }),
  component: Screen,
})

function Screen() {
  const { data } = useSuspenseQuery(useApi().query(countContent))
  return <OverviewScreen counts={data.data} />
}
