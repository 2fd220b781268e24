import { type AnswerInput, BOOLEAN_ANSWERS, type QuestionType } from './question.ts'

/** An answer while it is edited; `key` identifies it before it has an id. */
export type EditedAnswer = AnswerInput & { key: string }

/** An answer without words yet. */
export const blankAnswer = (key: string): EditedAnswer => ({ key, id: null, text: '', is_correct: false })

const isWord = (text: string, word: string) => text.trim().toLowerCase() === word.toLowerCase()

/**
 * The answers that a question keeps when its type is changed (QPL-005). Boolean has True and False and keeps those it
 * finds; single keeps the first of several correct answers; nothing else is lost.
 */
export const answersFor = (type: QuestionType, answers: readonly EditedAnswer[]): EditedAnswer[] => {
  if (type === 'boolean') {
    const pair = BOOLEAN_ANSWERS.map(
      (word) => answers.find(({ text }) => isWord(text, word)) ?? { ...blankAnswer(word), text: word },
    )
    return onlyFirst(pair.map((answer, index) => ({ ...answer, text: BOOLEAN_ANSWERS[index] ?? answer.text })))
  }
  return type === 'single' ? onlyFirst(answers) : [...answers]
}

const onlyFirst = (answers: readonly EditedAnswer[]): EditedAnswer[] => {
  const first = answers.findIndex(({ is_correct }) => is_correct)
  return answers.map((answer, index) => ({ ...answer, is_correct: index === first }))
}

/** Marks an answer as correct or not: of several only `multiple` keeps more than one. */
export const markCorrect = (type: QuestionType, answers: readonly EditedAnswer[], key: string): EditedAnswer[] =>
  answers.map((answer) =>
    type === 'multiple'
      ? answer.key === key
        ? { ...answer, is_correct: !answer.is_correct }
        : answer
      : { ...answer, is_correct: answer.key === key },
  )
