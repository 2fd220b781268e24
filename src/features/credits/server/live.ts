import type { Tx } from '#platform/db.ts'
import { publish } from '#platform/live/publish.ts'
import type { CreditContext } from './accounts.ts'
import { courseCredits, portalCredits } from './store.ts'

/** Tells those who watch the course's enrolments what the portal has now: in all, and for the course (CRD-027). */
export const tellCredits = async (
  tx: Tx,
  ctx: CreditContext,
  given: { id: number; course_id: number },
): Promise<void> => {
  await publish(tx, {
    channel: `enrolls.${given.course_id}`,
    event: 'credits.updated',
    data: {
      id: given.id,
      portalCredits: await portalCredits(tx, ctx.portal.id),
      courseCredits: await courseCredits(tx, ctx.portal.id, given.course_id),
    },
  })
}
