import { createFileRoute } from '@tanstack/react-router'
import { CertificatesScreen } from './screens/certificates.tsx'

/** The certificates of the people of a manager's course (ROU-086). */
export const Route = createFileRoute('/_app/_signed-in/courses/managers/$slug/certificates/')({
  component: Screen,
})

function Screen() {
  const { slug } = Route.useParams()
  return <CertificatesScreen slug={slug} userId={null} />
}
