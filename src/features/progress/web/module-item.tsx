import { createFileRoute } from '@tanstack/react-router'
import { ItemError } from './components/locked-item.tsx'
import { courseHead } from './course-head.ts'
import { learnerQueries } from './queries.ts'
import { ModuleItemScreen } from './screens/module-item.tsx'

/** A text, document, audio or video of a module (ROU-060, LRN-034). */
export const Route = createFileRoute(
  '/_learn/_learning/courses/learner/$slug/$relatedId/outline/modules/$moduleId/$itemType/$itemId',
)({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(
      learnerQueries(context.api).item(params.itemType, Number(params.itemId), Number(params.relatedId)),
    ),
  head: ({ loaderData, matches }) => courseHead(loaderData?.data.title, matches),
  component: ModuleItem,
  errorComponent: ItemError,
})

function ModuleItem() {
  const { slug, relatedId, itemType, itemId } = Route.useParams()
  return (
    <ModuleItemScreen
      key={`${itemType} ${itemId}`}
      slug={slug}
      relatedId={Number(relatedId)}
      itemType={itemType}
      itemId={Number(itemId)}
    />
  )
}
