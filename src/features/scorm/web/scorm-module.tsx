import { createFileRoute } from '@tanstack/react-router'
import { courseHead, ItemSteps, learnerQueries, useItemTime } from '#features/progress/web/public.ts'
import { IdentityGate, SeatTimeNote } from '#features/trade-rules/web/public.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { ScormPlayer } from './components/scorm-player.tsx'

/** A native SCORM module of an own course (ROU-058). */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/outline/ScormModule/$id')({
  loader: async ({ context, params }) => {
    const outline = await context.queryClient.ensureQueryData(
      learnerQueries(context.api).outline(params.slug, Number(params.relatedId)),
    )
    return outline.data.find((item) => item.itemable_type === 'ScormModule' && item.itemable_id === Number(params.id))
      ?.title
  },
  head: ({ loaderData, matches }) => courseHead(loaderData, matches),
  component: ScormModule,
})

function ScormModule() {
  const { slug, relatedId, id } = Route.useParams()
  const seat = useItemTime({
    slug,
    relatedId: Number(relatedId),
    item: { type: 'ScormModule', id: Number(id) },
    isPlayer: true,
  })
  // The player starts the module by itself, which identity questions may refuse.
  if (seat.isWaiting) return <LoadingNote text="Loading the module" />
  return (
    <IdentityGate seat={seat}>
      {(isAsking) => (
        <>
          <SeatTimeNote standing={seat.standing} pause={seat.pause} of="package" />
          <ScormPlayer slug={slug} related_id={Number(relatedId)} id={Number(id)} onUsed={seat.use} isHeld={isAsking} />
          <ItemSteps slug={slug} relatedId={Number(relatedId)} type="ScormModule" id={Number(id)} isBelow />
        </>
      )}
    </IdentityGate>
  )
}
