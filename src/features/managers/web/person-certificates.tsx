import { createFileRoute } from '@tanstack/react-router'
import { CertificatesScreen } from './screens/certificates.tsx'

/** The certificates of one person in a manager's course (ROU-086, CER-019). */
export const Route = createFileRoute('/_app/_signed-in/courses/managers/$slug/certificates/$userId')({
  component: Screen,
})

function Screen() {
  const { slug, userId } = Route.useParams()
  return <CertificatesScreen key={userId} slug={slug} userId={Number(userId)} />
}
