import { createFileRoute } from '@tanstack/react-router'
import { certificateQueries, cursorOf } from '#features/certificates/web/public.ts'
import { showCourse } from '#features/courses/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { CourseCertificatesScreen } from './screens/certificates.tsx'

/** The certificates of one learner of a course (ROU-081, ROL-062). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/certificates/$userId')({
  beforeLoad: needs('certificates.view'),
  loader: async ({ context, params, location }) => {
    const { data: course } = await context.queryClient.ensureQueryData(
      context.api.query(showCourse, { params: { slug: params.slug } }),
    )
    const query = certificateQueries(context.api).all({
      course_id: course.id,
      user_id: Number(params.userId),
      ...cursorOf(location.search),
    })
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(query).catch(() => null)
    return { title: course.title }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `Certificates of ${loaderData?.title ?? 'a course'} – ${match.context.session.portal.name}` }],
  }),
  component: LearnerCertificates,
})

function LearnerCertificates() {
  const { slug, userId } = Route.useParams()
  return <CourseCertificatesScreen slug={slug} userId={Number(userId)} />
}
