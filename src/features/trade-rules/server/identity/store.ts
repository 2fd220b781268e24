import { sql } from 'kysely'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { ask, type Db, statement, type Tx } from '#platform/db/db.ts'
import type { AskedQuestion, Outcome } from '../../rules/identity.ts'
import type { SeatItemType } from '../../rules/model.ts'
import type { Person } from '../seat-store.ts'

export type StoredQuestion = Omit<AskedQuestion, 'lock'> & {
  enrollment_id: number
  rule_version_id: number
  question: string
  item_type: SeatItemType
  item_id: number
  asked_at: Date
  answered_at: Date | null
  lock: StoredLock | null
}
export type StoredLock = {
  id: number
  locked_at: Date
  unlocked_at: Date | null
  unlocked_by: number | null
  reason: string | null
  resets_answers: boolean
}
type Row = Omit<StoredQuestion, 'lock'> & { lock_id: number | null } & Omit<StoredLock, 'id'>

const QUESTIONS = statement<Row>(`
  select q.id, q.enrollment_id, q.rule_version_id, q.question, q.item_type, q.item_id, q.asked_at, q.expires_at,
    q.counted_milliseconds::float8 as counted, q.outcome, q.answered_at,
    l.id as lock_id, l.locked_at, l.unlocked_at, l.unlocked_by, l.reason, l.resets_answers
  from identity_questions q
  left join identity_locks l on l.portal_id = q.portal_id and l.question_id = q.id
  where q.portal_id = $1 and q.enrollment_id = any($2::bigint[])
  order by q.id`)

/** The identity questions of enrollments in the order in which they were asked, with the locks that they led to. */
export const loadQuestions = async (
  tx: Tx,
  portalId: number,
  enrollmentIds: readonly number[],
): Promise<StoredQuestion[]> =>
  (await ask(tx, QUESTIONS, [portalId, [...enrollmentIds]])).map(
    ({ lock_id: id, locked_at, unlocked_at, unlocked_by, reason, resets_answers, ...question }) => ({
      ...question,
      lock: id === null ? null : { id, locked_at, unlocked_at, unlocked_by, reason, resets_answers },
    }),
  )

const ANSWERED = statement<{ user_id: number }>(`
  select user_id from identity_answers where portal_id = $1 and user_id = any($2::bigint[])`)

/** Who of these people has set up answers. */
export const loadAnswered = async (tx: Tx, portalId: number, userIds: readonly number[]): Promise<Set<number>> =>
  new Set((await ask(tx, ANSWERED, [portalId, [...userIds]])).map(({ user_id }) => user_id))

/** The questions that a person chose, with the hash of each answer; null where none are set up. */
export const loadAnswers = async (
  tx: Tx,
  { portal_id, user_id }: Person,
): Promise<{ questions: string[]; answer_hashes: string[] } | null> =>
  (await tx
    .selectFrom('identity_answers')
    .select(['questions', 'answer_hashes'])
    .where('portal_id', '=', portal_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()) ?? null

/** Keeps the answers of a person; false where some are there already, which stay. */
export const insertAnswers = async (
  tx: Tx,
  { portal_id, user_id }: Person,
  answers: { questions: string[]; answer_hashes: string[]; set_at: Date },
): Promise<boolean> => {
  const added = await tx
    .insertInto('identity_answers')
    .values({ portal_id, user_id, ...answers })
    .onConflict((conflict) => conflict.columns(['portal_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute()
  return added.length > 0
}

/** Locks the enrollments of a person by rising id: until the transaction ends, nothing is asked of them or answered. */
export const lockQuestionsOf = async (tx: Tx, { portal_id, user_id }: Person): Promise<void> => {
  await sql`
    select id from enrollments where portal_id = ${portal_id} and user_id = ${user_id} order by id for no key update`.execute(
    tx,
  )
}

/**
 * Deletes the answers of a person whose questions are locked; one that is open can no longer be answered, and counts for
 * nothing. False where no answers are set up.
 */
export const deleteAnswers = async (tx: Tx, { portal_id, user_id }: Person): Promise<boolean> => {
  const deleted = await tx
    .deleteFrom('identity_answers')
    .where('portal_id', '=', portal_id)
    .where('user_id', '=', user_id)
    .returning('user_id')
    .execute()
  await sql`
    update identity_questions q set outcome = 'withdrawn'
    from enrollments e
    where q.portal_id = ${portal_id} and q.outcome is null and e.portal_id = q.portal_id and e.id = q.enrollment_id
      and e.user_id = ${user_id}`.execute(tx)
  return deleted.length > 0
}

/** Over all portals: deletes the answers of people whose names were forgotten (USR-011). */
export const forgetAnswersOf = async (
  tx: Tx,
  people: readonly { portal_id: number; user_id: number }[],
): Promise<void> => {
  for (const { portal_id, user_id } of people)
    await tx.deleteFrom('identity_answers').where('portal_id', '=', portal_id).where('user_id', '=', user_id).execute()
}

type NewQuestion = Pick<
  StoredQuestion,
  'enrollment_id' | 'rule_version_id' | 'question' | 'item_type' | 'item_id' | 'asked_at' | 'expires_at' | 'counted'
>

/** Asks a question of an enrollment that the caller has locked. */
export const insertQuestion = async (
  tx: Tx,
  portalId: number,
  { counted, ...question }: NewQuestion,
): Promise<number> => {
  const { id } = await tx
    .insertInto('identity_questions')
    .values({ portal_id: portalId, ...question, counted_milliseconds: Math.floor(counted) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes what became of a question; one that is settled stays as it is. */
export const settleQuestion = async (
  tx: Tx,
  portalId: number,
  id: number,
  { outcome, answered_at }: { outcome: Outcome; answered_at: Date | null },
): Promise<void> => {
  await tx
    .updateTable('identity_questions')
    .set({ outcome, answered_at })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute()
}

export type OverdueQuestion = { id: number; portal_id: number; enrollment_id: number }

/** Over all portals: questions whose time is over and that nobody has settled, by rising id. */
export const findOverdueQuestions = (db: Db, now: Date, from: number, limit: number): Promise<OverdueQuestion[]> =>
  db.withPlatform((tx) =>
    tx
      .selectFrom('identity_questions')
      .select(['id', 'portal_id', 'enrollment_id'])
      .where('outcome', 'is', null)
      .where('expires_at', '<=', now)
      .where('id', '>', from)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )

export const insertLock = async (
  tx: Tx,
  portalId: number,
  lock: { enrollment_id: number; question_id: number; locked_at: Date },
): Promise<void> => {
  await tx
    .insertInto('identity_locks')
    .values({ portal_id: portalId, ...lock })
    .execute()
}

/** Whether an attempt at this exam or knowledge check runs: nothing interrupts it (TRD-052). */
export const isAttemptRunning = async (
  tx: Tx,
  portalId: number,
  at: { enrollment_id: number; exam_id: number; now: Date },
): Promise<boolean> => {
  const row = await tx
    .selectFrom('exam_attempts')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('exam_id', '=', at.exam_id)
    .where('status', '=', PROGRESS.in_progress)
    .where('reset_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', at.now)]))
    .executeTakeFirst()
  return row !== undefined
}

/** The enrollment of a question that was asked of this person; null for one of somebody else. */
export const enrollmentOfQuestion = async (
  tx: Tx,
  { portal_id, user_id }: Person,
  questionId: number,
): Promise<number | null> => {
  const row = await tx
    .selectFrom('identity_questions as q')
    .innerJoin('enrollments as e', (join) =>
      join.onRef('e.portal_id', '=', 'q.portal_id').onRef('e.id', '=', 'q.enrollment_id'),
    )
    .select('e.id')
    .where('q.portal_id', '=', portal_id)
    .where('q.id', '=', questionId)
    .where('e.user_id', '=', user_id)
    .executeTakeFirst()
  return row?.id ?? null
}
