import {
  attemptProof,
  type Enrollment,
  lockingEnrollment,
  type StampedEnrollment,
  withAccess,
} from '#features/enrollments/server/api.ts'
import { seenCourse, seenVersion } from '#features/outline/server/api.ts'
import { STATUS } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import { optimistic } from '#platform/db/optimistic.ts'
import type { ExamType, GradedQuestion } from '../rules/attempt.ts'
import type { AttemptState, StoredAttempt } from './attempt-store.ts'

/** A question of an attempt, without its text. It never changes. */
export type AttemptQuestion = GradedQuestion & { question_id: number; number: number }

/** What an answer is judged by, and what it changes. */
type AnsweredState = AttemptState &
  Pick<StoredAttempt, 'passing_score' | 'questions_count' | 'started_at' | 'ends_at'> & {
    attempt_id: number
    exam_type: ExamType
    /** False after the exam was removed from its course. */
    is_in_course: boolean
    /** The answers so far, by question. */
    given: ReadonlyMap<number, readonly number[]>
    /** In order. */
    questions: readonly AttemptQuestion[]
  }

/** An attempt, read after its enrollment was locked. */
export type AnsweredAttempt = AnsweredState & {
  enrollment: Enrollment
  /** Takes what an answer changed (see `optimistic`). */
  remember: (next: Partial<AnsweredState>) => void
}

type CachedAttempt = AnsweredState & { row: StampedEnrollment; exam_id: number }
const keyOf = (portalId: number, enrollmentId: number, examId: number) => `${portalId}:${enrollmentId}:${examId}`

// Every answer writes the attempt, so its stamp covers the journal of answers.
const attempts = optimistic<CachedAttempt>({
  keyOf: ({ row, exam_id }) => keyOf(row.portal_id, row.id, exam_id),
  proof: attemptProof('exam_attempts'),
  proofValues: ({ row, attempt_id }, stamp) => [row.portal_id, attempt_id, stamp, row.stamp, row.course_stamp],
  // 100,000 questions take about 30 MB.
  maxSize: 100_000,
  sizeOf: ({ questions }) => questions.length + 1,
})

type AttemptRow = Omit<AnsweredState, 'given' | 'questions'> & {
  given: [question_id: number, answer_ids: number[]][]
  questions: AttemptQuestion[] | null
}

const LOCK = lockingEnrollment('$2')
/** The latest attempt, or attempt $4. Its questions are not read again if they are those of attempt $5. */
const ATTEMPT = statement<AttemptRow>(`
  select a.type as exam_type, a.id as attempt_id, a.status, a.score, a.passing_score, a.questions_count, a.answered_count,
    a.correct_count, a.started_at, a.finished_at, a.ends_at, a.is_time_over,
    exists (
      select from course_items i
      where i.portal_id = $1 and i.course_id = ${seenCourse('$2')} and i.version = ${seenVersion('$2')}
        and i.item_type = case a.type when 'exam' then 'Exam' else 'Survey' end and i.item_id = a.exam_id
    ) as is_in_course,
    coalesce((
      select json_agg(json_build_array(j.question_id, j.answer_ids)) from exam_answers j
      where j.portal_id = a.portal_id and j.attempt_id = a.id
    ), '[]') as given,
    case when a.id is distinct from $5::bigint then coalesce((
      select json_agg(json_build_object('question_id', q.question_id, 'number', q.number, 'type', q.type,
        'offered_ids', jsonb_path_query_array(q.answers, '$[*].id'),
        'correct_ids', jsonb_path_query_array(q.answers, '$[*] ? (@.is_correct == true).id')) order by q.number)
      from exam_attempt_questions q
      where q.portal_id = a.portal_id and q.attempt_id = a.id
    ), '[]') end as questions
  from exam_attempts a
  where a.portal_id = $1 and a.enrollment_id = $2 and a.exam_id = $3 and a.reset_at is null
    and a.id = coalesce($4::bigint, a.id)
  order by a.number desc limit 1`)

type Target = { enrollment_id: number; exam_id: number; attempt_id: number | null }

/**
 * The named attempt, or else the latest one of the enrollment in the exam, with the enrollment locked (see `optimistic`).
 * Null before the first attempt.
 */
export const lockAttempt = async (
  tx: Tx,
  { portal, now }: SignedIn,
  { enrollment_id, exam_id, attempt_id }: Target,
): Promise<AnsweredAttempt | null> => {
  const locked = await attempts.hold(tx, {
    key: keyOf(portal.id, enrollment_id, exam_id),
    accepts: (known) => attempt_id === null || attempt_id === known.attempt_id,
    read: async (known) => {
      const [[row], [attempt]] = await Promise.all([
        ask(tx, LOCK, [portal.id, enrollment_id]),
        ask(tx, ATTEMPT, [portal.id, enrollment_id, exam_id, attempt_id, known?.attempt_id ?? null]),
      ])
      if (!row || !attempt) return null
      const questions = attempt.questions ?? known?.questions ?? []
      return { ...attempt, row, exam_id, given: new Map(attempt.given), questions }
    },
  })
  if (!locked) return null
  const { row, ...attempt } = locked.value
  const remember: AnsweredAttempt['remember'] = (next) => {
    const after = { ...locked.value, ...next }
    locked.remember(after.status === STATUS.in_progress ? after : null)
  }
  return { ...attempt, enrollment: withAccess(row, now), remember }
}
