import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { documentQueries } from './queries.ts'
import { ReviewScreen } from './screens/review.tsx'

/** The licenses and documents that wait for a decision (CMP-027). */
export const Route = createFileRoute('/_app/_signed-in/admin/compliance/documents')({
  beforeLoad: needs('users.update'),
  loader: ({ context: { api, queryClient } }) => queryClient.ensureQueryData(documentQueries(api).toReview()),
  head: ({ match }) => ({ meta: [{ title: `Documents to review – ${match.context.session.portal.name}` }] }),
  component: ReviewScreen,
})
