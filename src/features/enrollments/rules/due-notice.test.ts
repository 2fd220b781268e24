import { expect, test } from 'vitest'
import { dueNotice } from './due-notice.ts'

const due_at = new Date('2031-05-10T12:00:00Z')
const other = new Date('2031-04-10T12:00:00Z')

test.each([
  [8, null, null, null],
  [7, null, null, 7],
  [2, null, null, 7],
  [1, null, null, 1],
  [0, null, null, 1],
  [-1, null, null, null],
  [5, due_at, 7, null],
  [1, due_at, 7, 1],
  [0, due_at, 1, null],
  [5, other, 1, 7],
])('%i days before, told for %s at %s days, the notice is %s (RTM-015)', (days_left, told_for, told_days, notice) => {
  expect(dueNotice({ due_at, told_for, told_days, days_left })).toBe(notice)
})
