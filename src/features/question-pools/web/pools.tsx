import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { poolQueries } from './queries.ts'
import { PoolsScreen } from './screens/pools.tsx'

/** The question pools (ROU-098, ROL-039). */
export const Route = createFileRoute('/_app/_signed-in/question-pools/')({
  beforeLoad: needs('question-pools.view'),
  loader: async ({ context: { api, queryClient }, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    const query = poolQueries(api).list(location.search as Record<string, unknown>)
    await queryClient.ensureQueryData(query).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Question pools – ${match.context.session.portal.name}` }] }),
  component: PoolsScreen,
})
