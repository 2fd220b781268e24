import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useApi } from '#ui/calls/api.tsx'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { releaseQuery } from './queries.ts'
import { ReleaseScreen } from './screens/release.tsx'

/** A release with what goes live in it (PGB-050). */
export const Route = createFileRoute('/_app/_signed-in/portals/releases/$id')({
  beforeLoad: needs('site-content.view'),
  loader: async ({ context, params }) => {
    await orNotFound(context.queryClient.ensureQueryData(releaseQuery(context.api, Number(params.id))))
  },
  head: ({ match }) => ({ meta: [{ title: `Release – ${match.context.session.portal.name}` }] }),
  component: Release,
})

function Release() {
  const id = Number(Route.useParams().id)
  const { data } = useSuspenseQuery(releaseQuery(useApi(), id)).data
  return <ReleaseScreen key={data.id} release={data} />
}
