import { createFileRoute } from '@tanstack/react-router'
import { showCourse } from '#features/courses/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { learnersAt } from './queries.ts'
import { CourseEnrollmentsScreen } from './screens/course-enrollments.tsx'

/** Who is enrolled in a course (ROU-081, ROL-036). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/enrollments')({
  beforeLoad: needs('enrollments.view'),
  loader: async ({ context: { api, queryClient }, params, location }) => {
    const { data } = await orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params })))
    // A list that cannot be read says so itself and offers to try again.
    await queryClient.ensureQueryData(learnersAt(api, params.slug, location.search)).catch(() => null)
    return { title: data.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Enrollments – ${loaderData?.title ?? ''}` }] }),
  component: Enrollments,
})

function Enrollments() {
  const { slug } = Route.useParams()
  return <CourseEnrollmentsScreen key={slug} slug={slug} />
}
