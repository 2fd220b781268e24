import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { providerQuery, signOnQuery } from './queries.ts'
import { ProviderScreen } from './screens/provider.tsx'

/** One provider with its last test (SSO-002, ROU-135). */
export const Route = createFileRoute('/_app/_signed-in/portals/sign-on/$id')({
  beforeLoad: needs('portal-settings.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const [{ data }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(providerQuery(api, Number(params.id)))),
      queryClient.ensureQueryData(signOnQuery(api)),
    ])
    return { name: data.name }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${loaderData?.name ?? 'Provider'} – Single sign-on` }] }),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <ProviderScreen key={id} id={Number(id)} />
}
