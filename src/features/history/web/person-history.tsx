import { createFileRoute } from '@tanstack/react-router'
import { openPerson } from '#features/users/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { historyQueries } from './queries.ts'
import { PersonHistoryScreen } from './screens/person-history.tsx'

/** What changed in the record of somebody, for those who read the activity log (ROU-071, HIS-007). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/history')({
  beforeLoad: needs('activity-logs.view'),
  loader: async ({ context, location, params: { slug } }) => {
    const { id, display_name: name } = await openPerson(context, slug)
    const queries = historyQueries(context.api, { kind: 'person', user_id: id })
    await context.queryClient
      .ensureQueryData(queries.list(location.search as Record<string, unknown>))
      .catch(() => null)
    return { id, name }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `History of ${loaderData?.name ?? 'a user'} – ${match.context.session.portal.name}` }],
  }),
  component: Screen,
})

function Screen() {
  const { id, name } = Route.useLoaderData()
  return <PersonHistoryScreen key={id} id={id} name={name} />
}
