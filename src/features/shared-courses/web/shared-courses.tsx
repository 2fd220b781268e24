import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { receivedQuery, sharesQuery } from './queries.ts'
import { SharedCoursesScreen } from './screens/shared-courses.tsx'

/** Courses that portals share with each other; the query says which side (ROU-093, BLD-024, SHR-021). */
export const Route = createFileRoute('/_app/_signed-in/portals/shared-courses')({
  beforeLoad: needs('shared-courses.view'),
  loader: async ({ context, location }) => {
    const search = location.search as Record<string, unknown>
    const query = search.by === 'us' ? sharesQuery(context.api, search) : receivedQuery(context.api, search)
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(query as never).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Shared courses – ${match.context.session.portal.name}` }] }),
  component: SharedCourses,
})

function SharedCourses() {
  const { by } = Route.useSearch() as { by?: string }
  return <SharedCoursesScreen isByUs={by === 'us'} />
}
