import { sql } from 'kysely'
import { daysUntil, notify } from '#features/notifications/server/api.ts'
import type { Context, PortalContext } from '#kernel/context.ts'
import { reminderSubject } from '#kernel/product/reminder-words.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { dueNotice } from '../rules/due-notice.ts'

/** Whom a reminder goes to, locked until the transaction ends; nothing where the course is completed or was taken away. */
export const lockReminded = (tx: Tx, portalId: number, id: number) =>
  tx
    .selectFrom('enrollments')
    .innerJoin('courses', (join) =>
      join.onRef('courses.portal_id', '=', 'enrollments.portal_id').onRef('courses.id', '=', 'enrollments.course_id'),
    )
    .innerJoin('people', (join) =>
      join.onRef('people.portal_id', '=', 'enrollments.portal_id').onRef('people.id', '=', 'enrollments.user_id'),
    )
    .select([
      'enrollments.id',
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
    .where('enrollments.portal_id', '=', portalId)
    .where('enrollments.id', '=', id)
    .where('enrollments.completed_at', 'is', null)
    .where('enrollments.ended_at', 'is', null)
    .forNoKeyUpdate('enrollments')
    .executeTakeFirst()

type Reminded = NonNullable<Awaited<ReturnType<typeof lockReminded>>>
type At = { portal: PortalContext; now: Date }

/** Days to the due date of an enrollment, and the notice of RTM-015 whose turn it is; null where there is none. */
export const noticeOf = ({ due_at: dueAt, due_told_for, due_told_days }: Reminded, { portal, now }: At) => {
  if (!dueAt) return { days_left: null, notice: null }
  const days_left = daysUntil(dueAt, now, portal.setting.time_zone)
  return {
    days_left,
    notice: dueNotice({ due_at: dueAt, told_for: due_told_for, told_days: due_told_days, days_left }),
  }
}

/**
 * Notifies a learner of the course and its due date, in one transaction with the record of it: when the last reminder was,
 * and which notice of RTM-015 it was, if one was due.
 */
export const sendReminder = async (tx: Tx, at: At, row: Reminded, key: string | null = null): Promise<void> => {
  const { portal, now } = at
  const { id, user_id, course_id, due_at, title, slug } = row
  const { days_left, notice } = noticeOf(row, at)
  await tx
    .updateTable('enrollments')
    .set({ due_told_at: now, ...(notice !== null && { due_told_for: sql`due_at`, due_told_days: notice }) })
    .where('portal_id', '=', portal.id)
    .where('id', '=', id)
    .execute()
  await notify(tx, at, {
    user_id,
    key,
    kind: 'due_date_near',
    data: { course_title: title, course_slug: slug, related_id: id, days_left },
    mail: {
      to: row.email,
      ...(key !== null && { key }),
      course_id,
      template: 'due-date-near',
      data: {
        first_name: row.first_name,
        course_title: title,
        link: `${portal.origin}/courses/learner/${slug}/${id}/overview`,
        due_at,
        days_left,
        percent: null,
      },
    },
  })
}

/**
 * Reminds a learner whom the caller has found to be in the course, in the name of the viewer; the same key reminds once.
 * Answers the subject of the mail.
 */
export const remindLearner = async (tx: Tx, ctx: Context, id: number, key: string): Promise<string> => {
  const row = await lockReminded(tx, ctx.portal.id, id)
  if (!row) throw new TypeError('The caller has to ask first whether the learner can be reminded')
  await sendReminder(tx, ctx, row, key)
  await logActivity(tx, ctx, {
    action: 'enrollment.remind',
    subject_type: 'enrollment',
    subject_id: id,
    changes: { user_id: row.user_id, course_id: row.course_id },
  })
  return reminderSubject(row.title, noticeOf(row, ctx).days_left)
}
