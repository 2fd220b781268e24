import { createHmac } from 'node:crypto'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import {
  IDENTITY_QUESTIONS,
  type IdentityState,
  type IdentityTerms,
  mistakesOf,
  stateOf,
} from '../../rules/identity.ts'
import type { StoredQuestion } from './store.ts'

/** How somebody stands with the identity questions of a course (TRD-050). */
export type IdentityStanding = {
  terms: IdentityTerms
  state: IdentityState
  questions: readonly StoredQuestion[]
  has_answers: boolean
  now: Date
}

/** The standing of what was read; null where no rule asks any question. */
export const identityStanding = (
  terms: IdentityTerms | null,
  read: Omit<IdentityStanding, 'terms' | 'state'>,
): IdentityStanding | null => {
  const state = stateOf({ terms, ...read })
  return terms && state && { terms, state, ...read }
}

/** As its learner sees it: the open question with the time that is left, and how many mistakes lead to a lock (TRD-057). */
export const presentIdentity = (standing: IdentityStanding | null) => {
  if (!standing) return null
  const { terms, state, questions, now } = standing
  const last = questions.at(-1)
  const open = state === 'asked' ? last : undefined
  return {
    state,
    title: terms.title,
    source: terms.source,
    question: open
      ? {
          id: open.id,
          text: textOf(open.question),
          milliseconds_left: Math.max(0, open.expires_at.getTime() - now.getTime()),
        }
      : null,
    answer_seconds: terms.answer_seconds,
    mistakes: mistakesOf(questions, now),
    most_mistakes: terms.most_mistakes,
  }
}

/** The words of a question by its key. */
export const textOf = (key: string): string => (IDENTITY_QUESTIONS as Record<string, string>)[key] ?? key

/**
 * Refuses a step while identity questions stand in its way: throws `identity_locked`, `identity_answers_needed` or
 * `identity_question_open` (TRD-051, TRD-053, TRD-055).
 */
export const requireIdentified = ({ portal }: Pick<Context, 'portal'>, standing: IdentityStanding | null): void => {
  if (standing?.state === 'locked') throw fail('identity_locked', { params: { portal: portal.name } })
  if (standing?.state === 'set_up') throw fail('identity_answers_needed')
  if (standing?.state === 'asked') throw fail('identity_question_open')
}

/**
 * From 0 to 1, drawn for each question of an enrollment: the same each time it is asked for, and nothing that somebody without
 * the secret of the server can reckon (TRD-052).
 */
export const drawFor = (secret: string, enrollmentId: number, lastId: number): number =>
  createHmac('sha256', secret).update(`identity question ${enrollmentId} ${lastId}`).digest().readUInt32BE(0) / 2 ** 32
