import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { courseCallbacksQuery } from './queries.ts'
import { CourseCallbacksScreen } from './screens/course-callbacks.tsx'

/** The callbacks that are called about a course (ROU-083, BLD-036). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/overview/callbacks')({
  beforeLoad: needs('callbacks.view'),
  loader: ({ context, params }) =>
    orNotFound(context.queryClient.ensureQueryData(courseCallbacksQuery(context.api, params.slug))),
  head: ({ match }) => ({ meta: [{ title: `Callbacks – ${match.context.session.portal.name}` }] }),
  component: Page,
})

function Page() {
  const { slug } = Route.useParams()
  return <CourseCallbacksScreen key={slug} slug={slug} />
}
