import { createFileRoute } from '@tanstack/react-router'
import { assignmentQueries } from './queries.ts'
import { ResponsesScreen } from './screens/responses.tsx'

/** The responses to the assignments of a course (ROU-081, BLD-016). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/assignments')({
  loader: async ({ context, params, location }) => {
    const queries = assignmentQueries(context.api)
    const list = queries.queue(params.slug, location.search as Record<string, unknown>)
    const [course] = await Promise.all([
      context.queryClient.ensureQueryData(queries.ofCourse(params.slug)),
      context.queryClient.ensureQueryData(list).catch(() => null),
    ])
    return { title: course.course.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Assignments – ${loaderData?.title ?? ''}` }] }),
  component: Responses,
})

function Responses() {
  return <ResponsesScreen slug={Route.useParams().slug} />
}
