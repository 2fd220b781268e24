import { createFileRoute } from '@tanstack/react-router'
import { certificateQueries, cursorOf } from '#features/certificates/web/public.ts'
import { showCourse } from '#features/courses/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { CourseCertificatesScreen } from './screens/certificates.tsx'

/** The certificates of a course (ROU-081, ROL-062). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/certificates/')({
  beforeLoad: needs('certificates.view'),
  loader: async ({ context, params, location }) => {
    const { data: course } = await context.queryClient.ensureQueryData(context.api.query(showCourse, { params }))
    const query = certificateQueries(context.api).all({
      course_id: course.id,
      ...cursorOf(location.search),
    })
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(query).catch(() => null)
    return { title: course.title }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `Certificates of ${loaderData?.title ?? 'a course'} – ${match.context.session.portal.name}` }],
  }),
  component: Certificates,
})

function Certificates() {
  const { slug } = Route.useParams()
  return <CourseCertificatesScreen slug={slug} />
}
