import { loadEnrollment } from '#features/enrollments/server/api.ts'
import type { Context, PortalContext } from '#kernel/context.ts'
import { NO_REQUEST } from '#platform/db/activity.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { readStanding } from '../standing.ts'
import { settleIdentity } from './ask.ts'
import { findOverdueQuestions, type OverdueQuestion, settleQuestion } from './store.ts'
import { tellLearner } from './unlock.ts'

/** A context for what nobody has called for. */
const contextOf = (portal: PortalContext, now: Date): Context => ({
  ...{ portal, host_portal: portal, viewer: null, scope: 'any', now, request: NO_REQUEST },
})

const settleOne = async (tx: Tx, ctx: Context, overdue: OverdueQuestion): Promise<void> => {
  const enrollment = await loadEnrollment(tx, ctx, overdue.enrollment_id)
  if (!enrollment) return
  const { identity } = await readStanding(tx, ctx, enrollment)
  if (identity) await settleIdentity(tx, ctx, enrollment, identity)
  // No rule asks any more, or the course is completed: it was missed all the same.
  else await settleQuestion(tx, ctx.portal.id, overdue.id, { outcome: 'missed', answered_at: null })
  await tellLearner(tx, enrollment.user_id, enrollment.id)
}

const AT_ONCE = 200

/**
 * Settles the questions over all portals whose time is over and which no page has settled, each in its own transaction behind
 * the lock of its enrollment, so that it is settled once and a run that dies continues later (TRD-069). A failing one does not
 * block the others; its error is thrown at the end.
 */
export const settleOverdue = async ({ portalById }: Pick<Services, 'portalById'>, db: Db, now: Date): Promise<void> => {
  const failures: unknown[] = []
  for (let from = 0; ; ) {
    const overdue = await findOverdueQuestions(db, now, from, AT_ONCE)
    for (const question of overdue) {
      from = question.id
      try {
        const portal = await portalById(question.portal_id)
        if (portal) await db.withPortal(portal.id, (tx) => settleOne(tx, contextOf(portal, now), question))
      } catch (error) {
        failures.push(error)
      }
    }
    if (overdue.length < AT_ONCE) break
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Identity questions could not be settled')
}
