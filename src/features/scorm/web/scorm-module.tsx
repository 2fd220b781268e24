import { createFileRoute } from '@tanstack/react-router'
import { ItemSteps } from '#features/progress/web/public.ts'
import { ScormPlayer } from './components/scorm-player.tsx'

/** A native SCORM module of an own course (ROU-058). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/outline/ScormModule/$id')({
  component: ScormModule,
})

function ScormModule() {
  const { slug, relatedId, id } = Route.useParams()
  return (
    <>
      <ScormPlayer slug={slug} related_id={Number(relatedId)} id={Number(id)} />
      <ItemSteps slug={slug} relatedId={Number(relatedId)} type="ScormModule" id={Number(id)} isBelow />
    </>
  )
}
