import { expect, test } from 'vitest'
import { withKeptAnswer } from './kept-answers.ts'

const attempt = (...answered: boolean[]) => ({
  data: {
    title: 'Exam',
    progress: {
      id: 4,
      resume_at: 1 as number | null,
      questions: answered.map((isAnswered, index) => ({
        id: 10 + index,
        number: index + 1,
        answer_ids: isAnswered ? [1] : null,
      })),
    },
  },
})

test.each([
  ['the next open question', attempt(false, true, false), 10, 3],
  ['the first open one before it', attempt(false, true, false), 12, 1],
  ['no question after the last', attempt(true, false, true), 11, null],
])('without a connection an answer leads to %s (LRN-050)', (_, exam, questionId, expected) => {
  const { data } = withKeptAnswer(exam, questionId, [7])
  expect(data.progress.resume_at).toBe(expected)
  expect(data.progress.questions.find(({ id }) => id === questionId)?.answer_ids).toEqual([7])
  expect(data).toMatchObject({ title: 'Exam', progress: { id: 4 } })
  expect(exam.data.progress.resume_at).toBe(1)
})
