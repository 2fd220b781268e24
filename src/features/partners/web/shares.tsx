import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { SharesScreen, sharesQuery } from './screens/shares.tsx'

/** What partner companies get of their sales (PAR-016, ROL-055). */
export const Route = createFileRoute('/_app/_signed-in/admin/partner-shares')({
  beforeLoad: needs('portals.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await queryClient.ensureQueryData(sharesQuery(api, location.search as Record<string, unknown>)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Partner shares – ${match.context.session.portal.name}` }] }),
  component: SharesScreen,
})
