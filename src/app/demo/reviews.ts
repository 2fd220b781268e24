import { createReview, updateReview } from '#features/reviews/contract.ts'
import { APPROVAL } from '#kernel/product/statuses.ts'
import type { DemoClient } from './client.ts'

type Finished = { client: DemoClient; course: { slug: string }; related_id: number }

/** What the finishers say, in the order in which they finished; one of them still waits for approval. */
const REVIEWS = [
  {
    rating: 5,
    text: 'We had a near miss with a breaker last spring. After this course my crew tags out without being told.',
    is_approved: true,
  },
  {
    rating: 4,
    text: 'Clear and short enough for a shift break. The part on smoldering after the job could go deeper.',
    is_approved: true,
    reply: 'Thank you. A chapter on the watch after the work is being written.',
  },
  { rating: 5, text: 'Straight to the point, and the certificate was there the same minute.', is_approved: true },
  { rating: 3, text: 'Good content. I would have liked a checklist to print.', is_approved: false },
] as const

/** Reviews of finished courses, left, approved and answered by the calls that people make. */
export const loadReviews = async (finished: readonly Finished[], admin: DemoClient, instructor: DemoClient) => {
  for (const [at, { rating, text, is_approved: isApproved, ...rest }] of REVIEWS.entries()) {
    const place = finished[at]
    if (!place) continue
    const { data } = await place.client.api.call(createReview, {
      params: { slug: place.course.slug },
      body: { rating, text, related_id: place.related_id },
    })
    const params = { id: data.id }
    if (isApproved) await admin.api.call(updateReview, { params, body: { status: APPROVAL.approved } })
    if ('reply' in rest) await instructor.api.call(updateReview, { params, body: { reply: rest.reply } })
  }
}
