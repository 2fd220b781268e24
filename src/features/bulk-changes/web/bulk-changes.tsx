import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { changeQueries } from './queries.ts'
import { BulkChangesScreen } from './screens/bulk-changes.tsx'

/** What was done to many people at once (BLK-017, ROL-047). */
export const Route = createFileRoute('/_app/_signed-in/admin/bulk-changes/')({
  beforeLoad: needs('users.view', 'courses.update', 'grading.update'),
  loader: async ({ context: { api, queryClient }, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    const list = changeQueries(api).list(location.search as Record<string, unknown>)
    await queryClient.ensureQueryData(list as never).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Bulk changes – ${match.context.session.portal.name}` }] }),
  component: BulkChangesScreen,
})
