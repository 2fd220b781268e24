import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { modules } from '../contract.ts'
import { loadCourse, loadItem, outlineQueries } from './queries.ts'
import { ModuleScreen } from './screens/module.tsx'

/** A module of a course (ROU-082, ROL-034). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/outline/Module/$itemId')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context, params }) => {
    const { id } = await loadCourse(context, params.slug)
    const [item] = await Promise.all([
      loadItem(context, modules, params),
      context.queryClient.ensureQueryData(outlineQueries(context.api).outline(id)),
    ])
    return item
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Module' }] }),
  component: Module,
})

function Module() {
  const { slug, itemId } = Route.useParams()
  return <ModuleScreen key={itemId} slug={slug} id={Number(itemId)} />
}
