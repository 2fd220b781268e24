import { createFileRoute } from '@tanstack/react-router'
import { loadCourse } from '#features/outline/web/public.ts'
import { needs } from '#ui/page/guard.ts'
import { statisticsQueries } from './queries.ts'
import { ItemStatisticsScreen } from './screens/item-statistics.tsx'

/** How learners do in each item of a course (QPL-033). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/statistics')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context, params }) => {
    const { title } = await loadCourse(context, params.slug)
    // What cannot be read says so itself.
    await context.queryClient.ensureQueryData(statisticsQueries(context.api).items(params.slug, null)).catch(() => null)
    return { title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Statistics – ${loaderData?.title ?? ''}` }] }),
  component: Page,
})

function Page() {
  const { slug } = Route.useParams()
  return <ItemStatisticsScreen key={slug} slug={slug} />
}
