import { createFileRoute, notFound } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { changeQueries } from './queries.ts'
import { BulkChangeScreen } from './screens/bulk-change.tsx'

/** One bulk change with its rows, run and undo (BLK-018, ROL-047). */
export const Route = createFileRoute('/_app/_signed-in/admin/bulk-changes/$id')({
  beforeLoad: needs('users.view', 'courses.update', 'grading.update'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const id = Number(params.id)
    if (!Number.isSafeInteger(id) || id < 1) throw notFound()
    await orNotFound(queryClient.ensureQueryData(changeQueries(api).one(id) as never))
  },
  head: ({ match }) => ({ meta: [{ title: `Bulk change – ${match.context.session.portal.name}` }] }),
  component: OneBulkChange,
})

function OneBulkChange() {
  const id = Number(Route.useParams().id)
  const search = Route.useSearch() as Record<string, unknown>
  return <BulkChangeScreen key={id} id={id} startsWithUndo={search['preview'] === 'undo'} />
}
