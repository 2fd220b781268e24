import { sql } from 'kysely'
import { PROGRESS } from '#kernel/product/statuses.ts'
import type { Db, Tx } from '#platform/db/db.ts'

type Place = { enrollment_id: number; exam_id: number }

/** The minutes that a learner has at an exam beyond its limit (EXM-035). */
export const loadExtraMinutes = async (tx: Tx, portalId: number, at: Place): Promise<number> => {
  const row = await tx
    .selectFrom('exam_extra_times')
    .select('minutes')
    .where('portal_id', '=', portalId)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('exam_id', '=', at.exam_id)
    .executeTakeFirst()
  return row?.minutes ?? 0
}

/** Sets the minutes that a learner has beyond the limit; none takes them back. */
export const saveExtraMinutes = async (
  tx: Tx,
  at: Place & { portal_id: number },
  minutes: number,
  by: { given_by: number; given_at: Date },
): Promise<void> => {
  if (minutes === 0) {
    await tx
      .deleteFrom('exam_extra_times')
      .where('portal_id', '=', at.portal_id)
      .where('enrollment_id', '=', at.enrollment_id)
      .where('exam_id', '=', at.exam_id)
      .execute()
    return
  }
  await tx
    .insertInto('exam_extra_times')
    .values({ ...at, minutes, ...by })
    .onConflict((conflict) =>
      conflict.columns(['portal_id', 'enrollment_id', 'exam_id']).doUpdateSet({ minutes, ...by }),
    )
    .execute()
}

/**
 * Extends the running attempt, based on the limit it started with; never to an earlier end than its learner has seen,
 * and not when its time is over already.
 */
export const extendRunning = async (
  tx: Tx,
  at: Place & { portal_id: number; now: Date },
  minutes: number,
): Promise<void> => {
  await tx
    .updateTable('exam_attempts')
    .set({
      ends_at: sql`greatest(ends_at, started_at + (time_limit_minutes + ${minutes}::int) * interval '1 minute')`,
    })
    .where('portal_id', '=', at.portal_id)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('exam_id', '=', at.exam_id)
    .where('status', '=', PROGRESS.in_progress)
    .where('reset_at', 'is', null)
    .where('ends_at', '>', at.now)
    .execute()
}

export type VisitedAttempt = {
  id: number
  started_at: Date
  finished_at: Date | null
  ends_at: Date | null
  has_question: boolean
  visits: number
}

/** The named attempt of the enrollment in the exam, else its latest one, as the note of a visit needs it. */
export const loadVisitedAttempt = async (
  tx: Tx,
  portalId: number,
  at: Place & { attempt_id: number | null; question_id: number },
): Promise<VisitedAttempt | undefined> => {
  const { rows } = await sql<VisitedAttempt>`
    select a.id, a.started_at, a.finished_at, a.ends_at,
      exists (
        select 1 from exam_attempt_questions q
        where q.portal_id = a.portal_id and q.attempt_id = a.id and q.question_id = ${at.question_id}
      ) as has_question,
      (
        select count(*)::int from exam_question_visits v
        where v.portal_id = a.portal_id and v.attempt_id = a.id and v.question_id = ${at.question_id}
      ) as visits
    from exam_attempts a
    where a.portal_id = ${portalId} and a.enrollment_id = ${at.enrollment_id} and a.exam_id = ${at.exam_id}
      and a.reset_at is null and a.id = coalesce(${at.attempt_id}::bigint, a.id)
    order by a.number desc limit 1`.execute(tx)
  return rows[0]
}

export type OverdueAttempt = { id: number; portal_id: number; enrollment_id: number; exam_id: number }

/** Open attempts over all portals whose end lies before a moment, in the order of their ids. */
export const findOverdue = (db: Db, before: Date, from: number, limit: number): Promise<OverdueAttempt[]> =>
  db.withPlatform((tx) =>
    tx
      .selectFrom('exam_attempts')
      .select(['id', 'portal_id', 'enrollment_id', 'exam_id'])
      .where('status', '=', PROGRESS.in_progress)
      .where('reset_at', 'is', null)
      .where('ends_at', '<', before)
      .where('id', '>', from)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
