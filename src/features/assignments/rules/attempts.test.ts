import { expect, test } from 'vitest'
import { gradeOf, mayGrade, remainingAttempts, responseFault, whyNoResponse } from './attempts.ts'

test.each([
  [3, 0, 3],
  [3, 2, 1],
  [3, 3, 0],
  [2, 5, 0],
  [null, 9, null],
])('of %s attempts after %i there remain %s (ASG-010, ASG-011)', (attempts, current, left) => {
  expect(remainingAttempts(attempts, current)).toBe(left)
})

test.each([
  [4, 2, 0, null],
  [1, 2, 1, 'waiting'],
  [3, 2, 1, null],
  [3, 2, 2, 'no_attempts_left'],
  [3, null, 9, null],
  [2, 2, 1, 'passed'],
  [5, null, 0, 'passed'],
] as const)(
  'with status %i, %s attempts and %i used the refusal is %s (ASG-012)',
  (status, attempts, used, refusal) => {
    expect(whyNoResponse({ status, attempts, current_attempt: used })).toBe(refusal)
  },
)

test.each([
  [70, 70, 2],
  [69, 70, 3],
  [0, 0, 2],
  [100, 100, 2],
] as const)('a score of %i with the threshold %i is %i (ASG-009)', (score, threshold, result) => {
  expect(gradeOf(score, threshold)).toBe(result)
})

test.each([
  [true, false, false, true],
  [true, false, true, true],
  [true, true, false, true],
  [true, true, true, false],
  [false, true, false, false],
  [false, false, false, false],
])(
  'latest %s, graded %s, course finished %s: may be graded %s (ASG-013)',
  (is_latest, is_graded, is_course_finished, may) => {
    expect(mayGrade({ is_latest, is_graded, is_course_finished })).toBe(may)
  },
)

const ways = (files: boolean, text: boolean) => ({ restrict_user_to_upload: !files, allow_text_response: text })
test.each([
  ['words', 0, ways(true, true), null],
  ['', 1, ways(true, true), null],
  ['', 0, ways(true, true), { field: 'text', why: 'missing' }],
  ['', 0, ways(true, false), { field: 'files', why: 'missing' }],
  ['words', 1, ways(true, false), { field: 'text', why: 'closed' }],
  ['words', 1, ways(false, true), { field: 'files', why: 'closed' }],
] as const)('text "%s" with %i files under %j: %j (ASG-004)', (text, files, open, fault) => {
  expect(responseFault({ text, files }, open)).toEqual(fault)
})
