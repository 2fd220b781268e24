import { sql } from 'kysely'
import { daysUntil, notify } from '#features/notifications/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { dueNotice, NOTICE_DAYS } from '../rules/due-notice.ts'

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
  const row = await tx
    .selectFrom('enrollments')
    .innerJoin('courses', (join) =>
      join.onRef('courses.portal_id', '=', 'enrollments.portal_id').onRef('courses.id', '=', 'enrollments.course_id'),
    )
    .innerJoin('people', (join) =>
      join.onRef('people.portal_id', '=', 'enrollments.portal_id').onRef('people.id', '=', 'enrollments.user_id'),
    )
    .select([
      'enrollments.user_id',
      'enrollments.course_id',
      'enrollments.due_at',
      'enrollments.due_told_for',
      'enrollments.due_told_days',
      'courses.title',
      'courses.slug',
      'people.email',
      'people.first_name',
    ])
    .where('enrollments.portal_id', '=', portal.id)
    .where('enrollments.id', '=', id)
    .where('enrollments.completed_at', 'is', null)
    .where('enrollments.ended_at', 'is', null)
    .forUpdate('enrollments')
    .executeTakeFirst()
  if (!row?.due_at) return false
  const { due_at: dueAt, due_told_for, due_told_days } = row
  const days_left = daysUntil(dueAt, now, portal.setting.time_zone)
  const notice = dueNotice({ due_at: dueAt, told_for: due_told_for, told_days: due_told_days, days_left })
  if (notice === null) return false
  await tx
    .updateTable('enrollments')
    .set({ due_told_for: sql`due_at`, due_told_days: notice, due_told_at: now })
    .where('portal_id', '=', portal.id)
    .where('id', '=', id)
    .execute()
  const course = { course_title: row.title, course_slug: row.slug, related_id: id }
  await notify(
    tx,
    { portal, now },
    {
      user_id: row.user_id,
      kind: 'due_date_near',
      data: { ...course, days_left },
      mail: {
        to: row.email,
        course_id: row.course_id,
        template: 'due-date-near',
        data: {
          first_name: row.first_name,
          course_title: row.title,
          link: `${portal.origin}/courses/learner/${row.slug}/${id}/overview`,
          due_at: dueAt,
          days_left,
          percent: null,
        },
      },
    },
  )
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
