import { createFileRoute } from '@tanstack/react-router'
import { CloudModuleScreen } from './screens/cloud-module.tsx'

/** A cloud SCORM module of an own course (ROU-058). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/outline/CloudScormModule/$id')(
  {
    component: CloudModule,
  },
)

function CloudModule() {
  const { slug, relatedId, id } = Route.useParams()
  return <CloudModuleScreen key={id} slug={slug} relatedId={Number(relatedId)} id={Number(id)} />
}
