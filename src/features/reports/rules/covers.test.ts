import { expect, test } from 'vitest'
import { daysOf, periodWords } from './covers.ts'

test.each([
  ['last_day', { date_from: '2026-03-01', date_to: '2026-03-01' }, 'March 1 2026'],
  ['last_7_days', { date_from: '2026-02-23', date_to: '2026-03-01' }, 'February 23 2026 to March 1 2026'],
  ['last_30_days', { date_from: '2026-01-31', date_to: '2026-03-01' }, 'January 31 2026 to March 1 2026'],
  ['last_month', { date_from: '2026-02-01', date_to: '2026-02-28' }, 'February 1 2026 to February 28 2026'],
  ['all', {}, 'everything up to March 2 2026'],
] as const)('a report of %s that is due on March 2 covers %j (REP-021)', (covers, days, words) => {
  expect(daysOf(covers, '2026-03-02')).toEqual(days)
  expect(periodWords(days, '2026-03-02')).toBe(words)
})
