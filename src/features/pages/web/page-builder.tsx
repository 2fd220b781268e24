import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PresenceRoom } from '#ui/app/presence/presence-room.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can, needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { pageQuery } from './queries.ts'
import { PageBuilderScreen } from './screens/page-builder.tsx'

/** The page builder (ROU-096). */
export const Route = createFileRoute('/_app/_signed-in/portals/pages/$id')({
  beforeLoad: needs('site-content.view'),
  loader: async ({ context, params }) => {
    await orNotFound(context.queryClient.ensureQueryData(pageQuery(context.api, Number(params.id))))
  },
  head: ({ match }) => ({ meta: [{ title: `Page builder – ${match.context.session.portal.name}` }] }),
  component: PageBuilder,
})

function PageBuilder() {
  const id = Number(Route.useParams().id)
  const { data } = useSuspenseQuery(pageQuery(useApi(), id)).data
  const mayEdit = can(useSession(), 'site-content.update')
  return (
    <PresenceRoom
      key={data.id}
      channel={mayEdit ? `presence-page-editors.${data.id}` : null}
      base={`/portals/pages/${data.id}`}
      nameOf={() => 'Page builder'}
    >
      <PageBuilderScreen page={data} />
    </PresenceRoom>
  )
}
