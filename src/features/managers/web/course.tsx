import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useCancelledOrder } from '#features/checkout/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { managerQueries } from './queries.ts'
import { CourseFrame } from './screens/course-frame.tsx'

/** One course of a manager; its screens are its children (ROU-086). */
export const Route = createFileRoute('/_app/_signed-in/courses/managers/$slug')({
  beforeLoad: needs('manager-courses.view'),
  loader: async ({ context, params }) => {
    const query = managerQueries(context.api).course(params.slug)
    const { data } = await orNotFound(context.queryClient.ensureQueryData(query))
    return { title: data.title }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `${loaderData?.title ?? 'Course'} – ${match.context.session.portal.name}` }],
  }),
  component: Course,
})

function Course() {
  const { slug } = Route.useParams()
  return (
    <CourseFrame key={slug} slug={slug} cancelledOrder={useCancelledOrder(Route.useSearch())}>
      <Outlet />
    </CourseFrame>
  )
}
