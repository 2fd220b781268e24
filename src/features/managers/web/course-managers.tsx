import { createFileRoute } from '@tanstack/react-router'
import { showCourse } from '#features/courses/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { showCourseManagers } from '../contract.ts'
import { CourseManagersScreen } from './screens/course-managers.tsx'

/** The managers of a course (ROU-081, ROL-036). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/managers')({
  beforeLoad: needs('enrollments.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const { data } = await orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params })))
    // A list that cannot be read says so itself and offers to try again.
    await queryClient
      .ensureQueryData(api.query(showCourseManagers, { params: { courseId: data.id } }))
      .catch(() => null)
    return { title: data.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Managers – ${loaderData?.title ?? ''}` }] }),
  component: Managers,
})

function Managers() {
  const { slug } = Route.useParams()
  return <CourseManagersScreen key={slug} slug={slug} />
}
