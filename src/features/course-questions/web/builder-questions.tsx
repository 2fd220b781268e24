import { createFileRoute } from '@tanstack/react-router'
import { showCourse } from '#features/courses/contract.ts'
import { guarded, needs } from '#ui/page/guard.ts'
import { questionQueries } from './queries.ts'
import { BuilderQuestionsScreen } from './screens/builder-questions.tsx'

const open = guarded('course-questions')

/** What learners ask in a course, for those who answer (ROU-126, ROL-038). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/questions/')({
  beforeLoad: async (opening) => {
    await open(opening)
    needs('course-questions.view')(opening)
  },
  loader: async ({ context, params, location }) => {
    const queries = questionQueries(context.api)
    const { data: course } = await context.queryClient.ensureQueryData(context.api.query(showCourse, { params }))
    await Promise.all([
      context.queryClient.ensureQueryData(queries.counters(params.slug)),
      // A list that cannot be read says so itself and offers to try again.
      context.queryClient.ensureQueryData(queries.list(params.slug, location.search)).catch(() => null),
    ])
    return { title: course.title }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `Questions in ${loaderData?.title ?? 'a course'} – ${match.context.session.portal.name}` }],
  }),
  component: Questions,
})

function Questions() {
  const { slug } = Route.useParams()
  return <BuilderQuestionsScreen slug={slug} />
}
