import { sql } from 'kysely'
import { assignedLearner, taughtCourses, teacherOf } from '#features/accounts/server/api.ts'
import { REQUEST_HOURS } from '#features/exams/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'

const HOUR = 3_600_000
type Reach = Pick<SignedIn, 'portal' | 'viewer' | 'scope'>

/** SQL: the enrollment `e` is one that the viewer grades (ROL-027, ROL-037). */
const isReached = (reach: Reach) => {
  if (reach.scope !== 'own') return sql`true`
  const teacher = teacherOf(reach)
  return sql`(${assignedLearner(teacher)} and e.course_id in ${taughtCourses(teacher)})`
}

export type PlaceRow = {
  related_id: number
  user_id: number
  exam_id: number
  exam: string
  course_id: number
  course: string
  slug: string
  enrolled_at: Date
}
const PLACE = sql`e.id as related_id, e.user_id, x.id as exam_id, x.title as exam, c.id as course_id, c.title as course, c.slug,
  e.created_at as enrolled_at`

export type WaitingRow = PlaceRow & { asked_at: Date }

/** Learners within reach who asked for a proctor lately and have no opening, who waited longest first. */
export const loadWaiting = async (tx: Tx, ctx: Reach & { now: Date }): Promise<WaitingRow[]> => {
  const { rows } = await sql<WaitingRow>`
    select ${PLACE}, r.asked_at
    from exam_proctor_requests r
    join enrollments e on e.portal_id = r.portal_id and e.id = r.enrollment_id
    join exams x on x.portal_id = r.portal_id and x.id = r.exam_id
    join courses c on c.portal_id = e.portal_id and c.id = e.course_id
    where r.portal_id = ${ctx.portal.id} and r.asked_at > ${new Date(ctx.now.getTime() - REQUEST_HOURS * HOUR)}
      and e.role = 'learner' and e.ended_at is null and ${isReached(ctx)}
    order by r.asked_at, e.id
    limit 100`.execute(tx)
  return rows
}

export type OpeningRow = PlaceRow & {
  id: number
  attempt_number: number | null
  status: number
  answered_count: number
  questions_count: number
  started_at: Date
  finished_at: Date | null
  ends_at: Date | null
  score: number | null
}

const openings = (reach: Reach, condition: ReturnType<typeof sql>) => sql<OpeningRow>`
  select ${PLACE}, o.id, a.number as attempt_number, a.status, a.answered_count, a.questions_count, a.started_at, a.finished_at,
    a.ends_at, a.score
  from exam_openings o
  join enrollments e on e.portal_id = o.portal_id and e.id = o.enrollment_id
  join exams x on x.portal_id = o.portal_id and x.id = o.exam_id
  join courses c on c.portal_id = e.portal_id and c.id = e.course_id
  left join exam_attempts a on a.portal_id = o.portal_id and a.id = o.attempt_id
  where o.portal_id = ${reach.portal.id} and e.role = 'learner' and e.ended_at is null and ${isReached(reach)} and ${condition}
  order by o.id desc
  limit 200`

/** The openings within reach about which something is still to do, the newest first; failed attempts for a day. */
export const loadCurrent = async (tx: Tx, ctx: Reach & { now: Date }): Promise<OpeningRow[]> => {
  const { rows } = await openings(
    ctx,
    sql`o.closed_at is null and o.confirmed_at is null and a.reset_at is null
      and case when a.id is null then o.expires_at > ${ctx.now}
        else a.status in (${PROGRESS.in_progress}, ${PROGRESS.success}) or a.finished_at > ${new Date(ctx.now.getTime() - 24 * HOUR)} end`,
  ).execute(tx)
  return rows
}

/** An opening within reach, or null. */
export const loadOne = async (tx: Tx, ctx: Reach, id: number): Promise<OpeningRow | null> => {
  const { rows } = await openings(ctx, sql`o.id = ${id}`).execute(tx)
  return rows[0] ?? null
}

type NewOpening = {
  portal_id: number
  enrollment_id: number
  exam_id: number
  rule_version_id: number
  opened_by: number
  opened_at: Date
  expires_at: Date
  place: string
  identity_check: string
}

/** Adds an opening in the place of one that is over, and ends the request; null where one stands already. */
export const insertOpening = async (tx: Tx, opening: NewOpening): Promise<number | null> => {
  const { portal_id, enrollment_id, exam_id, opened_at } = opening
  await sql`
    update exam_openings set closed_at = expires_at
    where portal_id = ${portal_id} and enrollment_id = ${enrollment_id} and exam_id = ${exam_id} and attempt_id is null
      and closed_at is null and expires_at <= ${opened_at}`.execute(tx)
  const row = await tx
    .insertInto('exam_openings')
    .values(opening)
    .onConflict((conflict) =>
      conflict
        .columns(['portal_id', 'enrollment_id', 'exam_id'])
        .where('attempt_id', 'is', null)
        .where('closed_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await sql`
    delete from exam_proctor_requests
    where portal_id = ${portal_id} and enrollment_id = ${enrollment_id} and exam_id = ${exam_id}`.execute(tx)
  return row.id
}

/** Takes an opening back; false where it was used, taken back, or is over. */
export const closeOpening = async (
  tx: Tx,
  portalId: number,
  id: number,
  by: { closed_by: number; closed_at: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('exam_openings')
    .set(by)
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .where('attempt_id', 'is', null)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', by.closed_at)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds what is known only later to the record of an attempt; what is there already stays. */
export const noteInOpening = async (
  tx: Tx,
  portalId: number,
  id: number,
  note: { confirmed_at: Date } | { ended_at: Date; ended_by: number },
): Promise<void> => {
  await tx
    .updateTable('exam_openings')
    .set(note)
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

export const insertIncident = async (
  tx: Tx,
  incident: { portal_id: number; opening_id: number; text: string; recorded_by: number; recorded_at: Date },
): Promise<void> => {
  await tx.insertInto('exam_incidents').values(incident).execute()
}
