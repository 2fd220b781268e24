import { createFileRoute } from '@tanstack/react-router'
import { showCourse } from '#features/courses/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { historyQueries } from './queries.ts'
import { CourseHistoryScreen } from './screens/course-history.tsx'

/** What changed in a course, for those who read the activity log (ROU-081, HIS-022). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/history')({
  beforeLoad: (opening) => {
    needs('courses.view')(opening)
    needs('activity-logs.view')(opening)
  },
  loader: async ({ context: { api, queryClient }, location, params }) => {
    const { data } = await orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params })))
    const queries = historyQueries(api, { kind: 'course', course_id: data.id })
    await queryClient.ensureQueryData(queries.list(location.search as Record<string, unknown>)).catch(() => null)
    return { id: data.id, title: data.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `History – ${loaderData?.title ?? ''}` }] }),
  component: Screen,
})

function Screen() {
  const { slug } = Route.useParams()
  const { id, title } = Route.useLoaderData()
  return <CourseHistoryScreen key={id} id={id} slug={slug} title={title} />
}
