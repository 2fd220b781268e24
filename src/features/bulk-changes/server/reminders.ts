import { sql } from 'kysely'
import { remindLearner } from '#features/enrollments/server/api.ts'
import { daysUntil } from '#features/notifications/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Mail, Plan } from '../rules/plan.ts'
import { decideRemind } from '../rules/remind.ts'
import { datesOf, type StoredDates } from './facts.ts'

type Row = StoredDates & {
  id: number
  user_id: number
  course_id: number
  course: string
  ended_at: Date | null
  completed_at: Date | null
  reminded_at: Date | null
  email: string | null
  is_member: boolean
  is_blocked: boolean
  is_learner: boolean
  is_mail_on: boolean
}

/** What reminding the learners of these enrollments depends on, by id of the enrollment. */
export const loadReminderFacts = async (tx: Tx, ctx: SignedIn, ids: readonly number[]): Promise<Map<number, Row>> => {
  const { rows } = await sql<Row>`
    select e.id, e.user_id, e.course_id, c.title as course, e.starts_at, e.due_at, e.expires_at, e.ended_at, e.completed_at,
      e.due_told_at as reminded_at, p.email, p.left_at is null as is_member,
      p.is_blocked_here or coalesce(p.is_blocked_everywhere, false) as is_blocked,
      exists (select from portal_user_roles r where r.portal_id = e.portal_id and r.user_id = e.user_id
        and r.role = 'learner') as is_learner,
      coalesce(s.is_mail_on, true) as is_mail_on
    from enrollments e
    join courses c on c.portal_id = e.portal_id and c.id = e.course_id
    join people p on p.portal_id = e.portal_id and p.id = e.user_id
    left join course_mail_switches s on s.portal_id = e.portal_id and s.course_id = e.course_id and s.kind = 'due_date_near'
    where e.portal_id = ${ctx.portal.id}::bigint and e.role = 'learner' and e.id = any(${[...ids]}::bigint[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What reminding this learner would do now. */
export const planRemind = ({ portal, now }: SignedIn, row: Row): Plan => {
  const { time_zone } = portal.setting
  return decideRemind({
    ...row,
    dates: datesOf(row),
    is_ended: row.ended_at !== null,
    is_completed: row.completed_at !== null,
    days_left: row.due_at && daysUntil(row.due_at, now, time_zone),
    time_zone,
    now,
  })
}

/**
 * Sends the reminder of a row, once: the key is that of the row, and the mail, the notification and the day of the last
 * reminder are written in one transaction. Answers the mail as it was sent.
 */
export const sendRowReminder = async (
  tx: Tx,
  ctx: SignedIn,
  row: { id: number; enrollment_id: number },
  mail: Mail,
): Promise<Mail> => ({ ...mail, subject: await remindLearner(tx, ctx, row.enrollment_id, `bulk-reminder:${row.id}`) })
