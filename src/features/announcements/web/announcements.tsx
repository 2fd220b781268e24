import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { announcementsQuery } from './queries.ts'
import { AnnouncementsScreen } from './screens/announcements.tsx'

/** The announcements of the portal; made and changed in a dialog, so there is no other page (ROU-093, PRT-051, ROL-045). */
export const Route = createFileRoute('/_app/_signed-in/portals/announcements')({
  beforeLoad: needs('announcements.view'),
  loader: async ({ context, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(announcementsQuery(context.api, location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Announcements – ${match.context.session.portal.name}` }] }),
  component: AnnouncementsScreen,
})
