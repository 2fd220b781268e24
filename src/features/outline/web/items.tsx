import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { loadCourse, outlineQueries } from './queries.ts'
import { OutlineScreen } from './screens/outline.tsx'

/** The items of a course (ROU-082, ROL-034). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/outline/items')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context, params }) => {
    const { id, title } = await loadCourse(context, params.slug)
    await context.queryClient.ensureQueryData(outlineQueries(context.api).outline(id))
    return { title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Outline – ${loaderData?.title ?? ''}` }] }),
  component: Items,
})

function Items() {
  const { slug } = Route.useParams()
  return <OutlineScreen key={slug} slug={slug} />
}
