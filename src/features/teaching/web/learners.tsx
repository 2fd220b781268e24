import { createFileRoute } from '@tanstack/react-router'
import { showCourse } from '#features/courses/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { teachingQueries } from './queries.ts'
import { TaughtLearnersScreen } from './screens/learners.tsx'

/** The learners of a course and how they stand in its exams (ROU-081, ROL-037). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/exams-progress/')({
  beforeLoad: needs('grading.view'),
  loader: async ({ context, params, location }) => {
    const { data: course } = await context.queryClient.ensureQueryData(context.api.query(showCourse, { params }))
    const query = teachingQueries(context.api).learnersAt(params.slug, location.search)
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(query).catch(() => null)
    return { title: course.title }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `Learners of ${loaderData?.title ?? 'a course'} – ${match.context.session.portal.name}` }],
  }),
  component: Learners,
})

function Learners() {
  const { slug } = Route.useParams()
  return <TaughtLearnersScreen slug={slug} />
}
