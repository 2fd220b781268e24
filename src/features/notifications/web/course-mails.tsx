import { createFileRoute } from '@tanstack/react-router'
import { showCourse } from '#features/courses/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { showCourseMails } from '../contract.ts'
import { CourseMailsScreen } from './screens/course-mails.tsx'

/** The e-mails that a course sends (ROU-083, BLD-019, RTM-013). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/overview/notifications')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const [{ data: course }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params }))),
      orNotFound(queryClient.ensureQueryData(api.query(showCourseMails, { params }))),
    ])
    return { title: course.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `E-mails – ${loaderData?.title ?? ''}` }] }),
  component: CourseMails,
})

function CourseMails() {
  const { slug } = Route.useParams()
  return <CourseMailsScreen key={slug} slug={slug} />
}
