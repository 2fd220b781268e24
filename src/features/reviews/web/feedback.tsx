import { createFileRoute, redirect } from '@tanstack/react-router'
import { courseHead, coursePath, learnerQueries } from '#features/progress/web/public.ts'
import { reviewQueries } from './queries.ts'
import { FeedbackScreen } from './screens/feedback.tsx'

/**
 * The review of this enrollment (LRN-033). A learner who has just finished the course arrives with `finished` in the
 * address: the dialog then opens automatically, and if a review exists already the certificates follow (LRN-031,
 * REV-005).
 */
export const Route = createFileRoute('/_learn/_learning/courses/learner/$slug/$relatedId/feedback')({
  loaderDeps: ({ search }) => ({ isFinished: (search as { finished?: unknown }).finished !== undefined }),
  loader: async ({ context, params, deps }) => {
    const relatedId = Number(params.relatedId)
    const [{ data }] = await Promise.all([
      context.queryClient.ensureQueryData(reviewQueries(context.api).own(params.slug, relatedId)),
      context.queryClient.ensureQueryData(learnerQueries(context.api).course(params.slug, relatedId)),
    ])
    if (deps.isFinished && data.review)
      throw redirect({
        href: `${coursePath({ slug: params.slug, related_id: relatedId })}/certificates`,
        statusCode: 302,
        replace: true,
      })
    return deps
  },
  head: ({ matches }) => courseHead('Feedback', matches),
  component: Feedback,
})

function Feedback() {
  const { slug, relatedId } = Route.useParams()
  const { isFinished } = Route.useLoaderData()
  return <FeedbackScreen slug={slug} relatedId={Number(relatedId)} isFinished={isFinished} />
}
