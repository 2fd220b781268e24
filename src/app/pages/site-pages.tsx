import { createFileRoute } from '@tanstack/react-router'
import { pagesQuery } from '#features/pages/web/queries.ts'
import { PageListScreen } from '#features/pages/web/screens/page-list.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import { can, needs } from '#ui/page/guard.ts'
import { later } from '#ui/page/later.tsx'

const StartSitePart = later(
  () => import('#features/portals/web/starts/start-site-part.tsx').then((file) => file.StartSitePart),
  { isRare: true },
)

/** The pages of the portal's site, or the sites to start from while there are none (ROU-096, PRT-119). */
export const Route = createFileRoute('/_app/_signed-in/portals/pages/')({
  beforeLoad: needs('site-content.view'),
  loader: async ({ context, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(pagesQuery(context.api, location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Pages – ${match.context.session.portal.name}` }] }),
  component: SitePages,
})

function SitePages() {
  // Their pictures are drawn in the browser alone.
  const isAlive = useHydrated()
  const isOffered = can(useSession(), 'portal-settings.update') && isAlive
  return <PageListScreen start={isOffered && <StartSitePart />} />
}
