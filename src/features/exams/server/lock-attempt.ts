import {
  ENROLLMENT_WITH_COURSE,
  type Enrollment,
  type EnrollmentLock,
  type EnrollmentRow,
  enrollmentBy,
  withAccess,
} from '#features/enrollments/server/api.ts'
import { STATUS } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import { optimistic } from '#platform/db/optimistic.ts'
import type { ExamType, GradedQuestion } from '../rules/attempt.ts'
import type { AttemptState, StoredAttempt } from './attempt-store.ts'

/** Of all attempts together: some 30 MB. */
const MOST_QUESTIONS = 100_000

/** A question of an attempt, without its words; it never changes. */
export type AttemptQuestion = GradedQuestion & { question_id: number; number: number }

/** What answers change in an attempt, and what decides about them. */
type AnsweredState = AttemptState &
  Pick<StoredAttempt, 'passing_score' | 'questions_count' | 'started_at' | 'ends_at'> & {
    attempt_id: number
    exam_type: ExamType
    /** False when the exam was taken out of its course. */
    is_in_course: boolean
    /** The answers that were given, by question. */
    given: ReadonlyMap<number, readonly number[]>
    /** In their order. */
    questions: readonly AttemptQuestion[]
  }

/** An attempt with everything that an answer is judged by, read after the enrollment was locked. */
export type AnsweredAttempt = AnsweredState & {
  /** What an answer has made of the attempt (`optimistic`). */
  remember: (next: Partial<AnsweredState>) => void
}

type CachedAttempt = { row: EnrollmentRow; exam_id: number; state: AnsweredState }
const keyOf = (portalId: number, enrollmentId: number, examId: number) => `${portalId}:${enrollmentId}:${examId}`

// Every answer writes the attempt, so the attempt's stamp covers its journal.
const attempts = optimistic<CachedAttempt, EnrollmentLock>({
  keyOf: ({ row, exam_id }) => keyOf(row.portal_id, row.id, exam_id),
  provedBy: ({ row, state }) => [row.portal_id, state.attempt_id],
  seen: ({ stamp, course_stamp }) => [stamp, course_stamp],
  proof: `
    select from ${ENROLLMENT_WITH_COURSE}
    join exam_attempts a on a.portal_id = e.portal_id and a.enrollment_id = e.id
    where a.portal_id = $1 and a.id = $2 and a.xmin = $3::xid and e.xmin = $4::xid and c.xmin = $5::xid
    for no key update of e, a`,
  most: MOST_QUESTIONS,
  sizeOf: ({ state }) => state.questions.length,
})

type AnsweredRow = Omit<AnsweredState, 'given' | 'questions'> & {
  given: [question_id: number, answer_ids: number[]][] | null
  questions: AttemptQuestion[] | null
}

const ENROLLMENT = enrollmentBy('$2')
const ANSWERED = statement<AnsweredRow>(`
  select a.type as exam_type, a.id as attempt_id, a.status, a.score, a.passing_score, a.questions_count, a.answered_count,
    a.correct_count, a.started_at, a.finished_at, a.ends_at, a.is_time_over,
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
  where a.portal_id = $1 and a.enrollment_id = $2 and a.exam_id = $3 and a.reset_at is null
    and a.id = coalesce($4::bigint, a.id)
  order by a.number desc limit 1`)

type Target = { enrollment_id: number; exam_id: number; attempt_id: number | null }

/**
 * The attempt that is named, else the latest one of the enrollment in the exam, with the enrollment locked (`optimistic`).
 * Null before the first attempt.
 */
export const lockAttempt = async (
  tx: Tx,
  { portal, now }: SignedIn,
  { enrollment_id, exam_id, attempt_id }: Target,
): Promise<{ enrollment: Enrollment | null; attempt: AnsweredAttempt | null }> => {
  const at = [portal.id, enrollment_id]
  const locked = await attempts.hold(tx, {
    key: keyOf(portal.id, enrollment_id, exam_id),
    mayKnow: ({ state }) => (attempt_id ?? state.attempt_id) === state.attempt_id,
    lock: [ENROLLMENT.lock, at],
    read: async (known) => {
      const [[row], [answered]] = await Promise.all([
        ask(tx, ENROLLMENT.read, at),
        ask(tx, ANSWERED, [...at, exam_id, attempt_id, known?.state.attempt_id ?? null]),
      ])
      if (!row || !answered) return null
      const questions =
        answered.attempt_id === known?.state.attempt_id ? known.state.questions : (answered.questions ?? [])
      return { row, exam_id, state: { ...answered, given: new Map(answered.given), questions } }
    },
  })
  if (!locked) {
    const [row] = await ask(tx, ENROLLMENT.read, at)
    return { enrollment: row ? withAccess(row, now) : null, attempt: null }
  }
  const { row, state } = locked.value
  const remember: AnsweredAttempt['remember'] = (next) => {
    const after = { ...state, ...next }
    locked.remember(after.status === STATUS.in_progress ? { row, exam_id, state: after } : null)
  }
  return { enrollment: withAccess(row, now), attempt: { ...state, remember } }
}
