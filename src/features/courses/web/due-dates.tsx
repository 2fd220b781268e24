import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { showCourse } from '../contract.ts'
import { showDueDates } from '../contract-due.ts'
import { CourseDueDatesScreen } from './screens/course-due-dates.tsx'

/** When a course is due (ROU-083, BLD-019). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/overview/due-dates')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const [{ data }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params }))),
      orNotFound(queryClient.ensureQueryData(api.query(showDueDates, { params }))),
    ])
    return { title: data.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Due dates – ${loaderData?.title ?? ''}` }] }),
  component: DueDates,
})

function DueDates() {
  const { slug } = Route.useParams()
  return <CourseDueDatesScreen key={slug} slug={slug} />
}
