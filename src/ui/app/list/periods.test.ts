import { expect, test } from 'vitest'
import { periodsOf } from './periods.ts'

const spansAt = (now: string) =>
  Object.fromEntries(periodsOf(now.slice(0, 10)).map(({ value, from, to }) => [value, `${from} to ${to}`]))

test('periods are whole months, quarters and years, even across year ends and in leap years (ORD-020)', () => {
  expect(spansAt('2026-11-24T12:00:00Z')).toEqual({
    'this-month': '2026-11-01 to 2026-11-30',
    'last-month': '2026-10-01 to 2026-10-31',
    'this-quarter': '2026-10-01 to 2026-12-31',
    'last-quarter': '2026-07-01 to 2026-09-30',
    'this-year': '2026-01-01 to 2026-12-31',
    'last-year': '2025-01-01 to 2025-12-31',
  })
  expect(spansAt('2028-03-01T00:00:00Z')).toMatchObject({
    'last-month': '2028-02-01 to 2028-02-29',
    'last-quarter': '2027-10-01 to 2027-12-31',
  })
  expect(spansAt('2027-01-31T23:59:59Z')).toMatchObject({
    'this-month': '2027-01-01 to 2027-01-31',
    'last-month': '2026-12-01 to 2026-12-31',
    'this-quarter': '2027-01-01 to 2027-03-31',
    'last-quarter': '2026-10-01 to 2026-12-31',
  })
})
