import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { loadAuthored } from './authoring.ts'
import { AuthoredListScreen } from './screens/authored-list.tsx'

/** The exams of a course (ROU-081, ROL-034). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/exams/')({
  beforeLoad: needs('courses.view'),
  loader: ({ context, params }) => loadAuthored(context, params.slug, 'Exam'),
  head: ({ loaderData, match }) => ({
    meta: [{ title: `Exams of ${loaderData?.title ?? 'a course'} – ${match.context.session.portal.name}` }],
  }),
  component: Page,
})

function Page() {
  return <AuthoredListScreen slug={Route.useParams().slug} type="Exam" />
}
