import { createFileRoute } from '@tanstack/react-router'
import { showCourse } from '#features/courses/contract.ts'
import { needs } from '#ui/page/guard.ts'
import { reviewQueries } from './queries.ts'
import { CourseReviewsScreen } from './screens/course-reviews.tsx'

/** The reviews of one course in its builder (ROU-083, REV-009). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/overview/reviews')({
  beforeLoad: needs('reviews.view'),
  loader: async ({ context, params, location }) => {
    const { data: course } = await context.queryClient.ensureQueryData(context.api.query(showCourse, { params }))
    const queries = reviewQueries(context.api)
    await Promise.all([
      context.queryClient.ensureQueryData(queries.counters(params.slug)),
      context.queryClient.ensureQueryData(queries.list(location.search, course.id)).catch(() => null),
    ])
    return { title: course.title }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `Reviews of ${loaderData?.title ?? 'a course'} – ${match.context.session.portal.name}` }],
  }),
  component: Reviews,
})

function Reviews() {
  const { slug } = Route.useParams()
  return <CourseReviewsScreen slug={slug} />
}
