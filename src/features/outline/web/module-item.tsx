import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { missing, orNotFound } from '#ui/page/or-not-found.ts'
import { MODULE_ITEM_TYPES, type ModuleItemType } from '../rules/item-types.ts'
import { loadCourse, moduleItemQuery, outlineQueries } from './queries.ts'
import { ModuleItemScreen } from './screens/module-item.tsx'

const isModuleItemType = (type: string): type is ModuleItemType =>
  (MODULE_ITEM_TYPES as readonly string[]).includes(type)

/** An item of a module (ROU-082, ROL-034); the types of outline items have addresses of their own. */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/outline/$itemableType/$itemId')({
  beforeLoad: needs('courses.view'),
  loader: async ({ context, params: { slug, itemableType, itemId } }) => {
    if (!isModuleItemType(itemableType)) throw missing()
    const { api, queryClient } = context
    const { id } = await loadCourse(context, slug)
    const [{ data }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(moduleItemQuery(api, itemableType, Number(itemId)))),
      queryClient.ensureQueryData(outlineQueries(api).outline(id)),
    ])
    if (data.course_id !== id) throw missing()
    return { title: data.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Item' }] }),
  component: ModuleItem,
})

function ModuleItem() {
  const { slug, itemableType, itemId } = Route.useParams()
  const type = itemableType as ModuleItemType
  return <ModuleItemScreen key={`${type} ${itemId}`} slug={slug} type={type} id={Number(itemId)} />
}
