import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { listInstructors, showCourse } from '../contract.ts'
import { CourseInstructorsScreen } from './screens/course-instructors.tsx'

/** Who teaches a course (ROU-081, ROL-034). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/instructors')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const { data } = await orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params })))
    // A list that cannot be read says so itself and offers to try again.
    await queryClient.ensureQueryData(api.query(listInstructors, { params })).catch(() => null)
    return { title: data.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Instructors – ${loaderData?.title ?? ''}` }] }),
  component: Instructors,
})

function Instructors() {
  const { slug } = Route.useParams()
  return <CourseInstructorsScreen key={slug} slug={slug} />
}
