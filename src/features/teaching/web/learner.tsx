import { createFileRoute } from '@tanstack/react-router'
import { listScormAttempts } from '#features/scorm/contract-admin.ts'
import { needs } from '#ui/page/guard.ts'
import { openLearner } from './open-learner.ts'
import { TaughtLearnerScreen } from './screens/learner.tsx'

/** One learner of a course (ROU-081, ROL-037). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug/exams-progress/$userId/$relatedId/')({
  beforeLoad: needs('grading.view'),
  loader: async ({ context, params }) => {
    const learner = await openLearner({ context, params })
    const attempts = context.api.query(listScormAttempts, { query: { related_id: learner.id } })
    await context.queryClient.ensureQueryData(attempts).catch(() => null)
    return { title: learner.user.display_name }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `${loaderData?.title ?? 'A learner'} – ${match.context.session.portal.name}` }],
  }),
  component: Learner,
})

function Learner() {
  const { slug, relatedId } = Route.useParams()
  return <TaughtLearnerScreen slug={slug} relatedId={Number(relatedId)} />
}
