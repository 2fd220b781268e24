import { sql } from 'kysely'
import { attentionOf, countSome, type DashboardPart, inWords } from '#platform/overview/parts.ts'
import { REVIEW_STATUS } from '../rules/reviews.ts'

/** Reviews that nobody has approved or rejected yet (REV-009). */
export const reviewsAttention: DashboardPart = {
  permission: 'reviews.update',
  attention: async (tx, ctx) => {
    const count = await countSome(
      tx,
      sql`from reviews where portal_id = ${ctx.portal.id} and status = ${REVIEW_STATUS.pending}`,
    )
    const text = inWords(count, 'review waits for approval', 'reviews wait for approval')
    return attentionOf('reviews', count, text, `/portals/reviews?status=${REVIEW_STATUS.pending}`)
  },
}
