import { createFileRoute } from '@tanstack/react-router'
import { showCertificateTemplate, showCourse } from '#features/courses/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { CertificateTemplateScreen } from './screens/template.tsx'

/** The template of a course's certificates, with its preview (ROU-083, BLD-019, CER-012). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/overview/certificate-template')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const [{ data: course }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params }))),
      orNotFound(queryClient.ensureQueryData(api.query(showCertificateTemplate, { params }))),
    ])
    return { title: course.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Certificate template – ${loaderData?.title ?? ''}` }] }),
  component: Template,
})

function Template() {
  const { slug } = Route.useParams()
  return <CertificateTemplateScreen key={slug} slug={slug} />
}
