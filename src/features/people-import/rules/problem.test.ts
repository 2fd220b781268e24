import { expect, test } from 'vitest'
import { isOutage } from '#kernel/faults/outage.ts'
import { problemOf } from './problem.ts'

test.each([
  [{ code: '57P01', message: 'terminating connection' }, true],
  [{ code: '53100', message: 'could not extend file: No space left on device' }, true],
  [{ code: '08006' }, true],
  [{ code: 'ECONNREFUSED' }, true],
  [{ value: { message: 'job heartbeat timeout' } }, true],
  [{ code: '23505', message: 'duplicate key value' }, false],
  [{ name: 'TypeError', message: 'Cannot read properties of undefined' }, false],
  [null, false],
])('%o is the fault of the database or the process: %s (USR-082)', (failure, expected) => {
  expect(isOutage(failure)).toBe(expected)
})

test('the reason names the step, the row and what to do (USR-082)', () => {
  const row = { line: 12, data: { email: 'ada@example.com' } }
  expect(problemOf('running', new TypeError('x'), row)).toBe(
    'The import stopped at row 12 (ada@example.com) because of an unexpected error, so that row is left out. What was done before is kept: continue the import, or undo it.',
  )
  expect(problemOf('running', { code: '57P01' }, null)).toMatch(
    /^The import stopped because the database did not answer/,
  )
  expect(problemOf('checking', new Error('x'), null)).toContain('Check the sheet again.')
  expect(problemOf('undoing', new Error('x'), null)).toMatch(/^The undo stopped because of an unexpected error\./)
})
