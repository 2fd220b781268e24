import { errorText, type FieldErrors } from '#kernel/errors.ts'

/** QPL-002, EXM-004. */
export const QUESTION_TYPES = ['single', 'multiple', 'boolean'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

export type AnswerInput = { id?: number | null | undefined; text: string; is_correct: boolean }

/** The two answers of a boolean question, in the order in which they are shown. */
export const BOOLEAN_ANSWERS = ['True', 'False'] as const

const isBooleanPair = (answers: readonly AnswerInput[]): boolean =>
  answers.length === 2 &&
  BOOLEAN_ANSWERS.every((word) => answers.some(({ text }) => text.trim().toLowerCase() === word.toLowerCase()))

/**
 * What is wrong with the answers of a question, by field, empty when nothing is (QPL-004, QPL-005): single has exactly
 * one correct answer out of at least two, multiple at least one out of at least two, boolean the answers True and False
 * with exactly one correct.
 */
export const checkAnswers = (type: QuestionType, answers: readonly AnswerInput[]): FieldErrors => {
  const errors: FieldErrors = {}
  answers.forEach(({ text }, index) => {
    if (text.trim() === '') errors[`answers.${index}.text`] = [errorText('required')]
  })
  if (type === 'boolean' ? answers.length === 0 : answers.length < 2)
    errors[`answers.${answers.length}.text`] = [errorText('required')]
  const correct = answers.filter((answer) => answer.is_correct).length
  if (correct === 0) errors.answers = [errorText('quiz_no_correct_answer')]
  else if (correct > 1 && type !== 'multiple') errors.answers = [errorText('not_in_options')]
  else if (type === 'boolean' && !isBooleanPair(answers)) errors.answers = [errorText('not_in_options')]
  return errors
}

/** The answers as they are kept: those of a boolean question are spelled and ordered as they are shown. */
export const orderAnswers = <A extends AnswerInput>(type: QuestionType, answers: readonly A[]): A[] =>
  type !== 'boolean'
    ? [...answers]
    : BOOLEAN_ANSWERS.flatMap((word) =>
        answers
          .filter(({ text }) => text.trim().toLowerCase() === word.toLowerCase())
          .map((answer) => ({ ...answer, text: word })),
      )

export type AnswerChanges = {
  kept: { id: number; text: string; is_correct: boolean; sort_number: number }[]
  added: { text: string; is_correct: boolean; sort_number: number }[]
  /** No longer offered; attempts that chose them still know them. */
  removed: number[]
}

/**
 * How a question's present answers become the wanted ones: those named by id keep it, so that answers already given keep
 * their meaning. An id that is not the question's, or comes twice, is an error of its field.
 */
export const changeAnswers = (
  presentIds: readonly number[],
  answers: readonly AnswerInput[],
): { changes: AnswerChanges; errors: FieldErrors } => {
  const errors: FieldErrors = {}
  const seen = new Set<number>()
  const changes: AnswerChanges = { kept: [], added: [], removed: [] }
  answers.forEach(({ id, text, is_correct }, index) => {
    const answer = { text, is_correct, sort_number: index + 1 }
    if (id === null || id === undefined) changes.added.push(answer)
    else if (!presentIds.includes(id) || seen.has(id)) errors[`answers.${index}.id`] = [errorText('not_in_options')]
    else changes.kept.push({ id, ...answer })
    if (id) seen.add(id)
  })
  changes.removed = presentIds.filter((id) => !seen.has(id))
  return { changes, errors }
}

/** Whether a pool may be deleted (QPL-007). */
export const decideDeletePool = ({ has_attempts }: { has_attempts: boolean }): 'refuse' | 'delete' =>
  has_attempts ? 'refuse' : 'delete'
