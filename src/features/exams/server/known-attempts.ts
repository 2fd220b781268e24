import type { KnownEnrollment } from '#features/enrollments/server/api.ts'
import { perDatabase } from '#platform/live/process-memory.ts'
import type { AskedQuestion, ExamType } from '../rules/attempt.ts'
import type { StoredAttempt } from './attempt-store.ts'

/** Of all attempts together: some 30 MB. */
const MOST_QUESTIONS = 100_000

/** A question of an attempt, without its words; it never changes. */
export type KeptQuestion = AskedQuestion & { question_id: number; number: number }

/** What answers change in an attempt, and what decides about them. */
export type AnsweredState = Pick<
  StoredAttempt,
  | 'status'
  | 'score'
  | 'passing_score'
  | 'questions_count'
  | 'answered_count'
  | 'correct_count'
  | 'started_at'
  | 'finished_at'
  | 'ends_at'
  | 'is_time_over'
> & {
  attempt_id: number
  exam_type: ExamType
  /** The answers that were given, by question. */
  given: ReadonlyMap<number, readonly number[]>
}

/** An attempt as this process has last written it. */
export type KnownState = AnsweredState & {
  known_enrollment: KnownEnrollment
  /** The transaction that wrote the attempt (its xmin); every answer does. */
  stamp: string
}

type Kept = {
  attempt_id: number
  /** In their order. */
  questions: readonly KeptQuestion[]
  /** Null where somebody else has written the attempt; its questions stand. */
  known: KnownState | null
}

type Place = { portal_id: number; enrollment_id: number; exam_id: number }

/**
 * The attempts that are being answered, the running one of each learner in each exam, so that an answer need not wait for
 * what the one before has written. Nothing here is trusted: whoever goes on from it has the database compare the stamps in
 * the message that writes.
 */
const createKnownAttempts = () => {
  const kept = new Map<string, Kept>()
  let questions = 0
  const keyOf = (at: Place) => `${at.portal_id}:${at.enrollment_id}:${at.exam_id}`
  const drop = (key: string): void => {
    questions -= kept.get(key)?.questions.length ?? 0
    kept.delete(key)
  }
  return {
    find: (at: Place): Kept | undefined => kept.get(keyOf(at)),
    keep: (at: Place, next: Kept): void => {
      drop(keyOf(at))
      kept.set(keyOf(at), next)
      questions += next.questions.length
      for (const oldest of kept.keys()) {
        if (questions <= MOST_QUESTIONS) break
        drop(oldest)
      }
    },
    /** Keeps the questions, and nothing that answers change. */
    forgetState: (at: Place): void => {
      const found = kept.get(keyOf(at))
      if (found) found.known = null
    },
    forget: (at: Place): void => drop(keyOf(at)),
  }
}

/** What this process knows of the attempts in a database. */
export const knownAttempts = perDatabase(createKnownAttempts)
