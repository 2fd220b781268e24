import { createFileRoute } from '@tanstack/react-router'
import { showScormAttempt } from '#features/scorm/contract-admin.ts'
import { needs } from '#ui/page/guard.ts'
import { openLearner } from './open-learner.ts'
import { ScormAttemptScreen } from './screens/scorm-attempt.tsx'

/** What a SCORM package has reported for a learner (SCO-028). */
export const Route = createFileRoute(
  '/_app/_signed-in/courses/builder/$slug/exams-progress/$userId/$relatedId/scorm/$attemptId',
)({
  beforeLoad: needs('grading.view'),
  loader: async ({ context, params }) => {
    const learner = await openLearner({ context, params })
    const query = context.api.query(showScormAttempt, { params: { id: Number(params.attemptId) } })
    const { data } = await context.queryClient.ensureQueryData(query)
    return { title: `${data.module.title}: ${learner.user.display_name}` }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `${loaderData?.title ?? 'A package'} – ${match.context.session.portal.name}` }],
  }),
  component: ScormAttempt,
})

function ScormAttempt() {
  const { slug, relatedId, attemptId } = Route.useParams()
  return <ScormAttemptScreen slug={slug} relatedId={Number(relatedId)} attemptId={Number(attemptId)} />
}
