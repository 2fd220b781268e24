import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { pagesQuery } from './queries.ts'
import { PageListScreen } from './screens/page-list.tsx'

/** The pages of the portal's site; a new one is made in a dialog (ROU-096). */
export const Route = createFileRoute('/_app/_signed-in/portals/pages/')({
  beforeLoad: needs('site-content.view'),
  loader: async ({ context, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(pagesQuery(context.api, location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Pages – ${match.context.session.portal.name}` }] }),
  component: PageListScreen,
})
