import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { libraryQuery, tagsQuery } from './queries.ts'
import { MediaScreen } from './screens/media.tsx'

/** The library of the portal's pictures and files (ROU-132, UPL-048). */
export const Route = createFileRoute('/_app/_signed-in/admin/media/')({
  beforeLoad: needs('site-content.view'),
  loader: async ({ context: { queryClient, api }, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await Promise.all([
      queryClient.ensureQueryData(libraryQuery(api, location.search)).catch(() => null),
      queryClient.ensureQueryData(tagsQuery(api)).catch(() => null),
    ])
  },
  head: ({ match }) => ({ meta: [{ title: `Media library – ${match.context.session.portal.name}` }] }),
  component: MediaScreen,
})
