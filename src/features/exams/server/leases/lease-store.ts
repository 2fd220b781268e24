import { sql } from 'kysely'
import type { Enrollment } from '#features/enrollments/server/api.ts'
import { seenCourse, seenVersion } from '#features/outline/server/api.ts'
import { loadProctorRules } from '#features/trade-rules/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import type { ExamType, QuestionType } from '../../rules/attempt.ts'
import type { OfflineOutcome } from '../../rules/leases.ts'
import { questionsIn, type StoredAnswer } from '../attempt-store.ts'

type Place = { enrollment_id: number; exam_id: number }
export type LeasedQuestion = {
  id: number
  type: QuestionType
  text: string
  explanation: string | null
  answers: StoredAnswer[]
}
export type StoredLease = {
  id: string
  enrollment_id: number
  exam_id: number
  type: ExamType
  version: number
  seed: number
  passing_score: number
  time_limit_minutes: number | null
  extra_minutes: number
  issued_at: Date
  expires_at: Date
  ended_as: 'returned' | 'expired' | 'used' | null
  attempt_id: number | null
  device_started_at: Date | null
  device_finished_at: Date | null
  received_at: Date | null
  outcome: OfflineOutcome | null
}

const COLUMNS = [
  'id',
  'enrollment_id',
  'exam_id',
  'type',
  'version',
  'seed',
  'passing_score',
  'time_limit_minutes',
  'extra_minutes',
  'issued_at',
  'expires_at',
  'ended_as',
  'attempt_id',
  'device_started_at',
  'device_finished_at',
  'received_at',
  'outcome',
] as const

/** All leases of an enrollment in an exam, the oldest first, without their questions. */
export const loadLeases = async (tx: Tx, portalId: number, at: Place): Promise<StoredLease[]> =>
  (await tx
    .selectFrom('exam_leases')
    .select(COLUMNS)
    .where('portal_id', '=', portalId)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('exam_id', '=', at.exam_id)
    .orderBy('issued_at')
    .execute()) as StoredLease[]

/** The lease that holds the exam now, or undefined. */
export const openLeaseOf = (leases: readonly StoredLease[], now: Date): StoredLease | undefined =>
  leases.find(({ ended_as, expires_at }) => ended_as === null && expires_at >= now)

/** The questions of a lease, with what is right. */
export const loadLeasedQuestions = async (tx: Tx, portalId: number, id: string): Promise<LeasedQuestion[]> => {
  const row = await tx
    .selectFrom('exam_leases')
    .select('questions')
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.questions as never
}

/**
 * Over all portals: deletes the questions of leases that ended before a moment; the leases themselves stay. Returns of how
 * many leases they went (OFF-022).
 */
export const purgeQuestions = async (tx: Tx, before: Date): Promise<number> => {
  const purged = await tx
    .updateTable('exam_leases')
    .set({ questions: '[]' })
    .where('expires_at', '<', before)
    .where(sql<boolean>`questions <> '[]'`)
    .executeTakeFirst()
  return Number(purged.numUpdatedRows)
}

/** Whether this id names a lease in the portal already. */
export const isLeaseKnown = async (tx: Tx, portalId: number, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('exam_leases')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined

export type NewLease = Omit<
  StoredLease,
  'ended_as' | 'attempt_id' | 'device_started_at' | 'device_finished_at' | 'received_at' | 'outcome'
> & { portal_id: number }

/** Stores a lease with copies of the drawn questions and answers how many were copied (see `insertAttempt`). */
export const insertLease = async (
  tx: Tx,
  lease: NewLease,
  courseId: number,
  questionIds: readonly number[],
): Promise<number> => {
  const { rows } = await sql<{ copied: number }>`
    with source as (${questionsIn({ ...lease, course_id: courseId }, questionIds)}
    ), drawn as (
      select count(*)::int as copied, coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'type', q.type, 'text', q.text,
        'explanation', q.explanation, 'answers', q.answers) order by d.number), '[]') as questions
      from unnest(${[...questionIds]}::bigint[]) with ordinality as d (id, number)
      join source q on q.id = d.id
    ), stored as (
      insert into exam_leases (portal_id, id, enrollment_id, exam_id, type, version, seed, passing_score, time_limit_minutes,
        extra_minutes, questions, issued_at, expires_at)
      select ${lease.portal_id}, ${lease.id}::uuid, ${lease.enrollment_id}, ${lease.exam_id}, ${lease.type}, ${lease.version}::int,
        ${lease.seed}::int, ${lease.passing_score}::int, ${lease.time_limit_minutes}::int, ${lease.extra_minutes}::int, questions,
        ${lease.issued_at}::timestamptz, ${lease.expires_at}::timestamptz
      from drawn
    )
    select copied from drawn`.execute(tx)
  return rows[0]?.copied ?? 0
}

/** Ends a lease that holds its exam. */
export const endLease = async (
  tx: Tx,
  at: { portal_id: number; id: string },
  end: { ended_at: Date; ended_as: 'returned' | 'expired' },
): Promise<void> => {
  await tx
    .updateTable('exam_leases')
    .set(end)
    .where('portal_id', '=', at.portal_id)
    .where('id', '=', at.id)
    .where('ended_at', 'is', null)
    .execute()
}

/** The enrollment of a lease; undefined where the portal has no such lease. */
export const enrollmentOfLease = async (tx: Tx, portalId: number, id: string): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('exam_leases')
      .select('enrollment_id')
      .where('portal_id', '=', portalId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.enrollment_id

/** Ends a lease that holds its exam and has no attempt, and returns whether it did: once, whatever comes at the same time. */
export const endUnusedLease = async (tx: Tx, at: { portal_id: number; id: string }, now: Date): Promise<boolean> => {
  const ended = await tx
    .updateTable('exam_leases')
    .set({ ended_at: now, ended_as: 'returned' })
    .where('portal_id', '=', at.portal_id)
    .where('id', '=', at.id)
    .where('ended_at', 'is', null)
    .where('attempt_id', 'is', null)
    .where('expires_at', '>=', now)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

type Received = {
  lease: StoredLease
  portal_id: number
  attempt: {
    number: number
    status: number
    score: number
    answered_count: number
    correct_count: number
    questions_count: number
    started_at: Date
    ends_at: Date | null
    finished_at: Date
    is_time_over: boolean
  }
  answers: { question_id: number; answer_ids: number[]; is_correct: boolean; answered_at: Date; milliseconds: number }[]
  device_started_at: Date
  device_finished_at: Date
  received_at: Date
  outcome: OfflineOutcome
}

/**
 * Makes the attempt of a lease with its questions and answers. One that does not count is out of its exam from the first moment,
 * like those that a reset takes out, and stays in the records (EXM-023).
 */
export const insertLeasedAttempt = async (tx: Tx, received: Received): Promise<void> => {
  const { lease, portal_id, attempt, answers, received_at, outcome } = received
  const { id: attempt_id } = await tx
    .insertInto('exam_attempts')
    .values({
      portal_id,
      exam_id: lease.exam_id,
      enrollment_id: lease.enrollment_id,
      type: lease.type,
      version: lease.version,
      seed: lease.seed,
      passing_score: lease.passing_score,
      time_limit_minutes: lease.time_limit_minutes,
      ...attempt,
      reset_at: outcome === 'counts' ? null : received_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into exam_attempt_questions (portal_id, attempt_id, number, question_id, type, text, explanation, answers)
    select l.portal_id, ${attempt_id}, q.number, (q.one ->> 'id')::bigint, q.one ->> 'type', q.one ->> 'text',
      q.one ->> 'explanation', q.one -> 'answers'
    from exam_leases l cross join jsonb_array_elements(l.questions) with ordinality as q (one, number)
    where l.portal_id = ${portal_id} and l.id = ${lease.id}::uuid`.execute(tx)
  if (answers.length > 0)
    await tx
      .insertInto('exam_answers')
      .values(
        answers.map(({ milliseconds, ...answer }) => ({
          portal_id,
          attempt_id,
          ...answer,
          arrived_at: received_at,
          visit: lease.id,
          milliseconds,
        })),
      )
      .execute()
  await tx
    .updateTable('exam_leases')
    .set({
      attempt_id,
      device_started_at: received.device_started_at,
      device_finished_at: received.device_finished_at,
      received_at,
      outcome,
      // The attempt has them.
      questions: '[]',
      // One that was taken back, or had expired, stays what it was.
      ...(lease.ended_as === null && { ended_at: received_at, ended_as: outcome === 'expired' ? 'expired' : 'used' }),
    })
    .where('portal_id', '=', portal_id)
    .where('id', '=', lease.id)
    .execute()
}

type ExamOffer = {
  item_type: 'Exam' | 'Survey'
  item_id: number
  allows_offline: boolean
  attempts_number: number | null
  attempts: number
  has_open_attempt: boolean
  is_passed: boolean
  lease_id: string | null
}
const OFFERS = statement<ExamOffer>(`
  select i.item_type, i.item_id, (i.content ->> 'allows_offline')::boolean as allows_offline,
    (i.content ->> 'attempts_number')::int as attempts_number, count(a.id)::int as attempts,
    coalesce(bool_or(a.status = ${PROGRESS.in_progress}), false) as has_open_attempt, exists (
      select from course_user_progress p
      where p.portal_id = $1 and p.enrollment_id = $2 and p.item_type = i.item_type and p.item_id = i.item_id
        and p.status = ${PROGRESS.success}
    ) as is_passed, (
      select l.id from exam_leases l
      where l.portal_id = $1 and l.enrollment_id = $2 and l.exam_id = i.item_id and l.ended_at is null and l.expires_at >= $3
    ) as lease_id
  from course_items i
  left join exam_attempts a on a.portal_id = i.portal_id and a.enrollment_id = $2 and a.exam_id = i.item_id
    and a.reset_at is null
  where i.portal_id = $1 and i.course_id = ${seenCourse('$2')} and i.version = ${seenVersion('$2')}
    and i.item_type in ('Exam', 'Survey')
  group by i.item_type, i.item_id, i.content`)

/** The exams of an own course with what decides whether they can be taken along; two statements whatever their number. */
export const loadOfflineExams = async (tx: Tx, ctx: SignedIn, enrollment: Enrollment) => {
  const [exams, proctorRules] = await Promise.all([
    ask(tx, OFFERS, [ctx.portal.id, enrollment.id, ctx.now]),
    loadProctorRules(tx, ctx, [enrollment.course_id]),
  ])
  return exams.map((exam) => ({
    ...exam,
    has_proctor: exam.item_type === 'Exam' && proctorRules(enrollment, exam.item_id) !== null,
  }))
}
