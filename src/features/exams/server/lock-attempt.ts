import {
  type Enrollment,
  type KnownEnrollment,
  lockingToKnow,
  lockKnown,
  withAccess,
} from '#features/enrollments/server/api.ts'
import { STATUS } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { afterCommit, ask, assume, dbOf, mayAssume, statement, type Tx } from '#platform/db/db.ts'
import { type AnsweredState, type KeptQuestion, knownAttempts } from './known-attempts.ts'

/** An attempt with all that an answer is judged by, as it stands behind the lock of the enrolment. */
export type AnsweredAttempt = AnsweredState & {
  /** False when the exam was taken out of its course. */
  is_in_course: boolean
  /** In their order. */
  questions: readonly KeptQuestion[]
  /** The transaction that must have written the attempt last, where this process went on from what it knows. */
  stamp: string | null
  /** Asks whether that is so, for who does not write the attempt (`assume`). */
  verify: () => void
  /** Tells this process, once the transaction is committed, what an answer has made of the attempt. */
  remember: (next: Partial<AnsweredState>) => void
}

type AnsweredRow = Omit<AnsweredState, 'given'> & {
  course_stamp: string
  is_in_course: boolean
  given: [question_id: number, answer_ids: number[]][] | null
  questions: KeptQuestion[] | null
}

const lockToKnow = lockingToKnow('$2')
const ANSWERED = statement<AnsweredRow>(`
  select a.type as exam_type, a.id as attempt_id, a.status, a.score, a.passing_score, a.questions_count, a.answered_count,
    a.correct_count, a.started_at, a.finished_at, a.ends_at, a.is_time_over, c.xmin::text as course_stamp,
    exists (
      select from outline_items l
      where l.portal_id = a.portal_id and l.itemable_id = a.exam_id and l.deleted_at is null
        and l.itemable_type = case a.type when 'exam' then 'Exam' else 'Survey' end
    ) as is_in_course,
    (
      select json_agg(json_build_array(j.question_id, j.answer_ids)) from exam_answers j
      where j.portal_id = a.portal_id and j.attempt_id = a.id
    ) as given,
    case when a.id is distinct from $5::bigint then (
      select json_agg(json_build_object('question_id', q.question_id, 'number', q.number, 'type', q.type,
        'offered_ids', jsonb_path_query_array(q.answers, '$[*].id'),
        'correct_ids', jsonb_path_query_array(q.answers, '$[*] ? (@.is_correct == true).id')) order by q.number)
      from exam_attempt_questions q
      where q.portal_id = a.portal_id and q.attempt_id = a.id
    ) end as questions
  from exam_attempts a
  join enrollments e on e.portal_id = a.portal_id and e.id = a.enrollment_id
  join courses c on c.portal_id = e.portal_id and c.id = e.course_id
  where a.portal_id = $1 and a.enrollment_id = $2 and a.exam_id = $3 and a.reset_at is null
    and a.id = coalesce($4::bigint, a.id)
  order by a.number desc limit 1`)

const STILL = statement(`
  select must_still_hold(exists (select from exam_attempts where portal_id = $1 and id = $2 and xmin = $3::xid))`)

type Wanted = { enrollment_id: number; exam_id: number; attempt_id: number | null }
type Locked = { enrollment: Enrollment | null; attempt: AnsweredAttempt | null }
type Held = {
  state: AnsweredState
  enrollment: KnownEnrollment
  is_in_course: boolean
  questions: readonly KeptQuestion[]
  stamp: string | null
  transaction: Promise<string> | string
}

const answeredOf = (tx: Tx, wanted: Wanted, held: Held): AnsweredAttempt => {
  const { state, enrollment, is_in_course, questions, stamp, transaction } = held
  const { portal_id } = enrollment.row
  const { attempt_id } = state
  const memory = knownAttempts(dbOf(tx))
  const at = { portal_id, enrollment_id: wanted.enrollment_id, exam_id: wanted.exam_id }
  return {
    ...state,
    is_in_course,
    questions,
    stamp,
    verify: () => {
      if (stamp !== null) void assume(tx, STILL, [portal_id, attempt_id, stamp])
    },
    remember: (next) => {
      memory.forgetState(at)
      afterCommit(tx, async () => {
        const after = { ...state, ...next }
        if (after.status !== STATUS.in_progress) return memory.forget(at)
        const known = { ...after, known_enrollment: enrollment, stamp: await transaction }
        memory.keep(at, { attempt_id, questions, known })
      })
    },
  }
}

/**
 * The attempt that is named, else the latest one of the enrolment in the exam, for an answer: in one round trip, or in none
 * when this process knows it. The enrolment is locked first, and the second statement sees what was committed before the
 * lock was granted. Null before the first attempt.
 */
export const lockAttempt = async (tx: Tx, { portal, now }: SignedIn, wanted: Wanted): Promise<Locked> => {
  const at = { portal_id: portal.id, enrollment_id: wanted.enrollment_id, exam_id: wanted.exam_id }
  const memory = knownAttempts(dbOf(tx))
  const kept = memory.find(at)
  const isWanted = kept && (wanted.attempt_id ?? kept.attempt_id) === kept.attempt_id
  if (kept?.known && isWanted && mayAssume(tx)) {
    const { known_enrollment: enrollment, stamp, ...state } = kept.known
    const transaction = lockKnown(tx, enrollment)
    const held = { state, enrollment, is_in_course: true, questions: kept.questions, stamp, transaction }
    return { enrollment: withAccess(enrollment.row, now), attempt: answeredOf(tx, wanted, held) }
  }
  const [locked, [found]] = await Promise.all([
    lockToKnow(tx, portal.id, wanted.enrollment_id),
    ask(tx, ANSWERED, [portal.id, wanted.enrollment_id, wanted.exam_id, wanted.attempt_id, kept?.attempt_id ?? null]),
  ])
  const enrollment = locked && withAccess(locked.row, now)
  if (!locked || !found) return { enrollment, attempt: null }
  const { course_stamp, is_in_course, given, questions, ...row } = found
  const held = {
    state: { ...row, given: new Map(given) },
    enrollment: { row: locked.row, stamp: locked.stamp, course_stamp },
    is_in_course,
    questions: questions ?? kept?.questions ?? [],
    stamp: null,
    transaction: locked.transaction,
  }
  return { enrollment, attempt: answeredOf(tx, wanted, held) }
}
