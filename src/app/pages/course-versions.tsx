import { createFileRoute } from '@tanstack/react-router'
import { useBulkChange } from '#features/bulk-changes/web/public.ts'
import { showCourse } from '#features/courses/contract.ts'
import { listCourseVersions } from '#features/versions/contract.ts'
import { VersionsScreen } from '#features/versions/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'

/** The versions of a course, whose learners are moved by a bulk change (VER-007, BLK-031). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/versions')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const [{ data }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params }))),
      orNotFound(queryClient.ensureQueryData(api.query(listCourseVersions, { params }))),
    ])
    return { title: data.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Versions – ${loaderData?.title ?? ''}` }] }),
  component: Versions,
})

function Versions() {
  const { slug } = Route.useParams()
  const bulk = useBulkChange()
  return <VersionsScreen key={slug} slug={slug} onMove={async (move) => bulk.open(await bulk.makeMove(move))} />
}
