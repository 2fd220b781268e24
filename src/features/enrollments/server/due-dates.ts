import type { PortalContext } from '#kernel/context.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { NOTICE_DAYS } from '../rules/due-notice.ts'
import { lockReminded, noticeOf, sendReminder } from './reminders.ts'

type PortalById = (id: number) => Promise<PortalContext | null>
type Due = { id: number; portal_id: number }

const AT_ONCE = 500
const DAY_MS = 86_400_000

/** Learners with an open course whose due date is near enough for a notice they may not have had, from an id on. */
const findDue = async (db: Db, now: Date, after: number): Promise<Due[]> =>
  db.withPlatform((tx) =>
    tx
      .selectFrom('enrollments')
      .select(['id', 'portal_id'])
      .where('role', '=', 'learner')
      .where('completed_at', 'is', null)
      .where('ended_at', 'is', null)
      .where('starts_at', '<=', now)
      .where('expires_at', '>', now)
      .where('due_at', '>=', new Date(now.getTime() - 2 * DAY_MS))
      .where('due_at', '<', new Date(now.getTime() + (NOTICE_DAYS[0] + 2) * DAY_MS))
      .where((eb) =>
        eb.or([eb('due_told_for', 'is distinct from', eb.ref('due_at')), eb('due_told_days', '>', NOTICE_DAYS[1])]),
      )
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute(),
  )

/** Notifies one learner, in one transaction with the record of it; false when there is nothing to send. */
const tellOne = async (tx: Tx, portal: PortalContext, id: number, now: Date): Promise<boolean> => {
  const row = await lockReminded(tx, portal.id, id)
  if (!row || noticeOf(row, { portal, now }).notice === null) return false
  await sendReminder(tx, { portal, now }, row)
  return true
}

/**
 * Notifies learners of all portals about due dates: once a week before and once the day before, each in its own
 * transaction, so that a run that dies continues later (RTM-009, RTM-015). Returns how many were notified.
 */
export const tellDueDates = async (db: Db, now: Date, portalById: PortalById): Promise<number> => {
  let notified = 0
  for (let after = 0; ; ) {
    const due = await findDue(db, now, after)
    for (const { id, portal_id } of due) {
      after = id
      const portal = await portalById(portal_id)
      if (portal && (await db.withPortal(portal_id, (tx) => tellOne(tx, portal, id, now)))) notified += 1
    }
    if (due.length < AT_ONCE) return notified
  }
}
