import type { QuestionType } from '../rules/question.ts'

/** The types of questions as authors read them (QPL-002). */
export const TYPE_NAMES: Record<QuestionType, string> = {
  single: 'Single choice',
  multiple: 'Multiple choice',
  boolean: 'True or false',
}

/** Shorter labels for phones, where three of them share a row. */
export const SHORT_TYPE_NAMES: Record<QuestionType, string> = { ...TYPE_NAMES, single: 'Single', multiple: 'Multiple' }

/** What an answer to a question of the type has to be (QPL-005, EXM-014). */
export const TYPE_HINTS: Record<QuestionType, string> = {
  single: 'One answer is correct.',
  multiple: 'One or more answers are correct; learners have to choose exactly these.',
  boolean: 'The statement is either true or false.',
}
