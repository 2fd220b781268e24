import { createFileRoute, Outlet } from '@tanstack/react-router'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { learnerQueries } from './queries.ts'
import { CourseFrame } from './screens/course-frame.tsx'

/** The frame of one's own course: the outline on the side, the item in the middle (ROU-050, ROU-062). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId')({
  loader: async ({ context, params }) => {
    const queries = learnerQueries(context.api)
    const relatedId = Number(params.relatedId)
    const [course] = await orNotFound(
      Promise.all([
        context.queryClient.ensureQueryData(queries.course(params.slug, relatedId)),
        context.queryClient.ensureQueryData(queries.outline(params.slug, relatedId)),
      ]),
    )
    return { title: course.data.title }
  },
  head: ({ loaderData, match }) => ({
    meta: [
      { title: `${loaderData?.title ?? 'Course'} – ${match.context.session.portal.name}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: Frame,
})

function Frame() {
  const { slug, relatedId } = Route.useParams()
  return (
    <CourseFrame slug={slug} relatedId={Number(relatedId)}>
      <Outlet />
    </CourseFrame>
  )
}
