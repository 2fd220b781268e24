import { createFileRoute } from '@tanstack/react-router'
import { courseHead, learnerQueries } from '#features/progress/web/public.ts'
import { CloudModuleScreen } from './screens/cloud-module.tsx'

/** A cloud SCORM module of an own course (ROU-058). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/outline/CloudScormModule/$id')(
  {
    loader: async ({ context, params }) => {
      const outline = await context.queryClient.ensureQueryData(
        learnerQueries(context.api).outline(params.slug, Number(params.relatedId)),
      )
      return outline.data.find(
        (item) => item.itemable_type === 'CloudScormModule' && item.itemable_id === Number(params.id),
      )?.title
    },
    head: ({ loaderData, matches }) => courseHead(loaderData, matches),
    component: CloudModule,
  },
)

function CloudModule() {
  const { slug, relatedId, id } = Route.useParams()
  return <CloudModuleScreen key={id} slug={slug} relatedId={Number(relatedId)} id={Number(id)} />
}
