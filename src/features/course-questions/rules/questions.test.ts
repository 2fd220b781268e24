import { expect, test } from 'vitest'
import { excerptOf, QUESTION_STATUS, statusAfterMessage } from './questions.ts'

test("the learner's message opens a closed question again, an answer leaves it as it is (REV-015, REV-016, REV-019)", () => {
  const { opened, closed } = QUESTION_STATUS
  expect([opened, closed]).toEqual([1, 2])
  expect(statusAfterMessage(closed, true)).toBe(opened)
  expect(statusAfterMessage(opened, true)).toBe(opened)
  expect(statusAfterMessage(closed, false)).toBe(closed)
  expect(statusAfterMessage(opened, false)).toBe(opened)
})

test('a question is named by the beginning of its first message, in one line (REV-014)', () => {
  expect(excerptOf('  Why \n\n not? ')).toBe('Why not?')
  const long = excerptOf('word '.repeat(100))
  expect(long.length).toBeLessThanOrEqual(160)
  expect(long).toMatch(/ word…$/)
  expect(excerptOf('x'.repeat(400))).toBe(`${'x'.repeat(159)}…`)
})
