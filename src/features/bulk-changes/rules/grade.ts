import type { GradeState, Plan } from './plan.ts'
import { refused, unchanged } from './plan.ts'
import type { UndoPlan } from './undo.ts'

/** One score and comment for all responses. */
export type GradeRequest = { score: number; comment: string | null }

/** A grade as it is stored; null for a response that waits. */
export type GradeOfResponse = {
  score: number
  result: 2 | 3
  comment: string | null
  graded_at: string
  grader: { user_id: number }
} | null

export type GradeFacts = {
  course: string
  /** The attempt, and the learner's last one at this assignment. */
  number: number
  latest: number
  grade: GradeOfResponse
  /** What the score comes to; null where the learner's version of the course does not have the assignment. */
  result: 2 | 3 | null
  is_ended: boolean
  is_completed: boolean
  is_member: boolean
  /** The response of the person who grades. */
  is_own: boolean
  /** What it does to the course; `held` where rules of the trade may still keep it open. */
  completes: 'no' | 'yes' | 'held'
}

const WAITING: GradeState = { result: 'waiting', score: null, has_comment: false, graded_at: null }
const RESULTS = { 2: 'passed', 3: 'failed' } as const

/** A grade as rows show it. */
export const gradeState = (grade: GradeOfResponse): GradeState =>
  grade === null
    ? WAITING
    : {
        result: RESULTS[grade.result],
        score: grade.score,
        has_comment: grade.comment !== null,
        graded_at: grade.graded_at,
      }

const COMPLETES: Record<GradeFacts['completes'], (course: string) => string | null> = {
  no: () => null,
  yes: (course) =>
    `This completes ${course}. If the learner gets a certificate for it, this grade can no longer be undone.`,
  held: (course) => `This completes ${course}, unless its rules keep it open.`,
}

/** What grading a response would do, with the grade and status before and after (BLK-034). */
export const decideGrade = ({ score, comment }: GradeRequest, facts: GradeFacts): Plan<GradeState | null> => {
  const { course, number, latest, grade, result } = facts
  const before = gradeState(grade)
  if (facts.is_ended) return refused(`Is no longer enrolled in ${course}.`, before)
  if (!facts.is_member) return refused('Has left this portal.', before)
  if (facts.is_own) return refused('Nobody can grade their own response.', before)
  if (latest > number)
    return refused(`Has responded again since: attempt ${latest} is the one to grade, not attempt ${number}.`, before)
  if (result === null)
    return refused(`Was moved to a version of ${course} without this assignment, so there is nothing to grade.`, before)
  if (grade !== null && facts.is_completed) return refused(`Has completed ${course}, so the grade stays.`, before)
  if (grade !== null && grade.score === score && grade.comment === comment && grade.result === result)
    return unchanged('Has this score and comment already.', before)
  const after: GradeState = { result: RESULTS[result], score, has_comment: comment !== null, graded_at: null }
  return { outcome: 'changed', reason: COMPLETES[facts.completes](course), credits: 0, before, after }
}

/** How a graded response stands now. */
export type GradedFacts = {
  course: string
  number: number
  latest: number
  grade: GradeOfResponse
  /** Of the assignment; null where the learner's version of the course no longer has it. */
  status: number | null
  completed_at: string | null
  is_ended: boolean
  has_certificate: boolean
  /** The learner takes the course a second time. */
  is_enrolled_again: boolean
}

/** What the run wrote for a row that grades, as far as the undo decides with it. */
export type GradeWritten = {
  before: GradeState
  after: GradeState
  grade: NonNullable<GradeOfResponse>
  status: number | null
  /** When the course was completed, before the row and after it. */
  completed_before: string | null
  completed_at: string | null
  had_certificate: boolean
}

const isSameGrade = (one: GradeOfResponse, other: GradeOfResponse): boolean =>
  one?.score === other?.score && one?.comment === other?.comment && one?.graded_at === other?.graded_at

const obstacleOf = (written: GradeWritten, facts: GradedFacts): string | null => {
  const { course, number, latest } = facts
  if (facts.is_ended) return 'Was unenrolled since, so the grade stays.'
  if (latest > number) return `Has responded again since, in attempt ${latest}, so the grade stays.`
  if (!isSameGrade(facts.grade, written.grade)) return 'Was graded again since, so that grade stays.'
  if (facts.has_certificate && !written.had_certificate)
    return `Has a certificate for ${course} since, so the certificate and the grade stay.`
  if (facts.completed_at !== null && facts.completed_at !== written.completed_at)
    return `Has completed ${course} since, so the grade stays.`
  if (facts.status !== written.status) return 'The status of the assignment has changed since, so the grade stays.'
  const isReopened = written.completed_before === null && facts.completed_at !== null
  if (isReopened && facts.is_enrolled_again) return `Is enrolled in ${course} again, so the grade stays.`
  return null
}

/** What the undo would do for a response that the run graded (BLK-036, BLK-037). */
export const decideUngrade = (written: GradeWritten, facts: GradedFacts): UndoPlan<GradeState> => {
  const reason = obstacleOf(written, facts)
  if (reason !== null) return { undo: 'kept', reason, credits: 0, after: gradeState(facts.grade) }
  return { undo: 'restored', reason: null, credits: 0, after: written.before }
}
