import { createFileRoute } from '@tanstack/react-router'
import { certificateQueries } from '#features/certificates/web/public.ts'
import { courseHead } from './course-head.ts'
import { CourseCertificatesScreen } from './screens/course-certificates.tsx'

/** The certificates of this enrollment (LRN-033). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/certificates')({
  loader: ({ context }) => {
    const { viewer } = context.session
    return viewer && context.queryClient.ensureQueryData(certificateQueries(context.api).ofUser(viewer.user_id))
  },
  head: ({ matches }) => courseHead('Certificate', matches),
  component: Certificates,
})

function Certificates() {
  const { slug, relatedId } = Route.useParams()
  return <CourseCertificatesScreen slug={slug} relatedId={Number(relatedId)} />
}
