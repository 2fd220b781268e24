import { describe, expect, test } from 'vitest'
import { LESSON_STATUSES } from '#features/scorm/rules/prerequisites.ts'
import {
  ITEM_STATUS,
  type ItemStatus,
  type JudgeContext,
  judgeStatus,
  nextItemStatus,
  packageResult,
  resultOfStatus,
  type ScormResult,
} from '#features/scorm/rules/result.ts'

const { in_progress, success, failed, not_started, finished } = ITEM_STATUS

test.each([
  ['passed', 'passed'],
  ['completed', 'passed'],
  ['failed', 'failed'],
  ['incomplete', 'unknown'],
  ['browsed', 'unknown'],
  ['not attempted', 'unknown'],
] as const)('lesson status %s gives the result %s (SCO-011)', (status, result) => {
  expect(resultOfStatus(status)).toBe(result)
})

test.each<[ItemStatus, ScormResult, ItemStatus]>([
  [not_started, 'passed', success],
  [in_progress, 'passed', success],
  [failed, 'passed', success],
  [success, 'passed', success],
  [finished, 'passed', finished],
  [not_started, 'failed', failed],
  [in_progress, 'failed', failed],
  [failed, 'failed', failed],
  [success, 'failed', success],
  [finished, 'failed', finished],
  [not_started, 'unknown', in_progress],
  [in_progress, 'unknown', in_progress],
  [failed, 'unknown', failed],
  [success, 'unknown', success],
  [finished, 'unknown', finished],
])('an item of status %i with the result %s gets status %i (SCO-009, SCO-010, SCO-011)', (current, result, next) => {
  expect(nextItemStatus(current, result)).toBe(next)
})

test.each<[ScormResult[], ScormResult]>([
  [['passed'], 'passed'],
  [['passed', 'passed', 'passed'], 'passed'],
  [['passed', 'unknown'], 'unknown'],
  [['passed', 'failed'], 'failed'],
  [['unknown', 'failed', 'passed'], 'failed'],
  [['unknown'], 'unknown'],
  [[], 'unknown'],
])('SCOs with the results %j make the package %s (SCO-027)', (results, expected) => {
  expect(packageResult(results)).toBe(expected)
})

interface Case extends Partial<JudgeContext> {
  set?: string
  raw?: string
  exit?: string
  is: string
}

const judged = ({ set, raw, exit, is: _, ...context }: Case) =>
  judgeStatus(
    { lesson_status: set, score_raw: raw, exit },
    { mastery_score: null, credit: 'credit', lesson_mode: 'normal', is_finished: true, ...context },
  )

describe('on LMSFinish without a mastery score', () => {
  test.each<Case>([
    { is: 'completed' },
    { set: 'not attempted', is: 'completed' },
    { set: 'nonsense', is: 'completed' },
    { raw: '10', is: 'completed' },
    { set: 'passed', is: 'passed' },
    { set: 'completed', raw: '0', is: 'completed' },
    { set: 'failed', is: 'failed' },
    { set: 'incomplete', is: 'incomplete' },
    { set: 'browsed', is: 'browsed' },
    { exit: 'suspend', is: 'incomplete' },
    { set: 'passed', exit: 'suspend', is: 'passed' },
    { lesson_mode: 'browse', is: 'browsed' },
  ])('%o (SCO-011, SCO-026)', (row) => expect(judged(row)).toBe(row.is))
})

describe('on LMSFinish with a mastery score of 80', () => {
  test.each<Case>([
    { raw: '80', is: 'passed' },
    { raw: '79.99', is: 'failed' },
    { raw: '100', set: 'failed', is: 'passed' },
    { raw: '90', set: 'incomplete', is: 'passed' },
    { raw: '70', set: 'passed', is: 'failed' },
    { raw: '70', set: 'completed', is: 'failed' },
    { raw: '0', is: 'failed' },
    { raw: '', is: 'completed' },
    { raw: ' ', set: 'failed', is: 'failed' },
    { raw: 'x', set: 'completed', is: 'completed' },
    { set: 'completed', is: 'completed' },
    { raw: '70', set: 'incomplete', is: 'incomplete' },
    { raw: '70', exit: 'suspend', is: 'incomplete' },
    { raw: '70', set: 'passed', exit: 'suspend', is: 'incomplete' },
    { raw: '70', set: 'failed', exit: 'suspend', is: 'failed' },
    { raw: '85', set: 'incomplete', exit: 'suspend', is: 'passed' },
    { raw: '70', set: 'passed', credit: 'no-credit', is: 'passed' },
    { raw: '90', set: 'failed', credit: 'no-credit', is: 'failed' },
    { raw: '70', set: 'passed', lesson_mode: 'browse', is: 'passed' },
    { raw: '70', lesson_mode: 'review', is: 'failed' },
  ])('%o (SCO-026)', (row) => expect(judged({ mastery_score: 80, ...row })).toBe(row.is))

  test('a mastery score of 0 is a mastery score (SCO-026)', () => {
    expect(judged({ mastery_score: 0, raw: '0', is: 'passed' })).toBe('passed')
  })
})

describe('before LMSFinish', () => {
  test.each(LESSON_STATUSES)('without a mastery score, %s stays as it was set (SCO-011)', (set) => {
    expect(judged({ set, is_finished: false, is: set })).toBe(set)
  })

  test.each<Case>([
    { is: 'not attempted' },
    { raw: '90', is: 'not attempted' },
    { raw: '70', is: 'not attempted' },
    { raw: '90', set: 'incomplete', is: 'incomplete' },
    { raw: '90', set: 'completed', is: 'passed' },
    { raw: '90', set: 'passed', is: 'passed' },
    { raw: '70', set: 'completed', is: 'incomplete' },
    { raw: '70', set: 'passed', is: 'incomplete' },
    { raw: '70', set: 'failed', is: 'failed' },
    { set: 'completed', is: 'completed' },
  ])('with a mastery score of 80: %o (SCO-014, SCO-026)', (row) => {
    expect(judged({ mastery_score: 80, is_finished: false, ...row })).toBe(row.is)
  })
})
