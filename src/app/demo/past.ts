import { issueForEnrollment } from '#features/certificates/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { NO_REQUEST } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { App } from '../app.ts'

const DAY_MS = 86_400_000

/** What visitors of the shop looked for, and how many courses they found. */
const SEARCHES: readonly [text: string, results: number][] = [
  ['ladder', 1],
  ['hazwoper', 3],
  ['hot work', 1],
  ['first aid', 1],
  ['forklift', 0],
  ['confined space', 0],
  ['stormwater', 1],
  ['osha 30', 0],
  ['cpr', 1],
  ['scaffold', 0],
]

type Past = { user_id: number; course_id: number; days_ago: number }

/** A course that was completed a while ago, with the certificate of that day. */
const completeInThePast = async (tx: Tx, portal: PortalContext, now: Date, { user_id, course_id, days_ago }: Past) => {
  const completed = new Date(now.getTime() - days_ago * DAY_MS)
  const begun = new Date(completed.getTime() - 12 * DAY_MS)
  const { id } = await tx
    .insertInto('enrollments')
    .values({
      portal_id: portal.id,
      user_id,
      course_id,
      role: 'learner',
      status: PROGRESS.success,
      access: 'expired',
      created_at: begun,
      starts_at: begun,
      started_at: begun,
      completed_at: completed,
      expires_at: new Date(completed.getTime() + 30 * DAY_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ctx = { portal, viewer: null, now: completed, request: NO_REQUEST }
  await issueForEnrollment(tx, ctx as never, { enrollment_id: id, is_automatic: true })
}

/** What reports tell of the time before today: searches, a reminder, and certificates that expire soon. */
export const loadPast = (
  app: App,
  portal: PortalContext,
  { overdue, renewals }: { overdue: number; renewals: readonly Past[] },
): Promise<void> => {
  const now = new Date()
  return app.db.withPortal(portal.id, async (tx) => {
    for (let day = 0; day < 60; day += 1)
      for (const [index, [text, results]] of SEARCHES.entries()) {
        if ((day * 7 + index * 5) % 9 > 2) continue
        const created_at = new Date(now.getTime() - day * DAY_MS - index * 47 * 60_000)
        await tx.insertInto('searches').values({ portal_id: portal.id, text, results, created_at }).execute()
      }
    await tx
      .updateTable('enrollments')
      .set({ due_told_at: new Date(now.getTime() - 7 * DAY_MS) })
      .where('portal_id', '=', portal.id)
      .where('id', '=', overdue)
      .execute()
    for (const past of renewals) await completeInThePast(tx, portal, now, past)
  })
}
