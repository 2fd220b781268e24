import { createFileRoute, redirect } from '@tanstack/react-router'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { listLearnerModuleItems } from '../contract.ts'
import { coursePath, itemPath } from '../rules/paths.ts'
import { ItemError } from './components/locked-item.tsx'
import { refreshProgress } from './queries.ts'

/** A module opens its first item that is not done; one without items is finished by being opened (LRN-020, ROU-055). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/outline/modules/$moduleId/')({
  loader: async ({ context, params }) => {
    const place = { slug: params.slug, related_id: Number(params.relatedId) }
    const moduleId = Number(params.moduleId)
    const { data: items } = await context.api.call(listLearnerModuleItems, {
      params: { moduleId },
      query: { related_id: place.related_id },
    })
    const first =
      items.find((item) => item.status !== PROGRESS.success && item.status !== PROGRESS.finished) ?? items[0]
    if (!first) await refreshProgress(await context.queryClient.load())
    throw redirect({
      href: first ? itemPath(place, { ...first, module_id: moduleId }) : `${coursePath(place)}/outline`,
      statusCode: 302,
    })
  },
  errorComponent: ItemError,
})
