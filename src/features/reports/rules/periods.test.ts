import { expect, test } from 'vitest'
import { addDays } from '#kernel/format/day.ts'
import { randomFrom } from '../../../../tests/reports/random-records.ts'
import { periodsOf } from './periods.ts'

test.each([
  [{}, 12, 'Dec 2025', 'Nov 2026'],
  [{ date_from: '2026-11-01', date_to: '2026-11-30' }, 30, 'Nov 1 2026', 'Nov 30 2026'],
  [{ date_from: '2026-01-15', date_to: '2026-06-10' }, 6, 'Jan 2026', 'Jun 2026'],
  [{ date_from: '2010-01-01', date_to: '2026-06-10' }, 24, 'Jul 2024', 'Jun 2026'],
  [{ date_to: '2026-02-10' }, 12, 'Mar 2025', 'Feb 2026'],
])('the chart of %j has %i stretches from %s to %s (REP-016)', (days, count, first, last) => {
  const periods = periodsOf(days, '2026-11-25')
  expect([periods.length, periods[0]?.label, periods.at(-1)?.label]).toEqual([count, first, last])
})

test('days in the wrong order give an empty chart (REP-016)', () => {
  expect(periodsOf({ date_from: '2026-02-02', date_to: '2026-02-01' }, '2026-11-25')).toEqual([])
})

test('stretches follow each other without a gap and reach from the first day to the last (REP-016)', () => {
  const random = randomFrom(7)
  for (let n = 0; n < 300; n++) {
    const from = addDays('2025-06-01', Math.floor(random() * 400))
    const to = addDays(from, Math.floor(random() * 600))
    const periods = periodsOf({ date_from: from, date_to: to }, '2026-11-25')
    expect([periods[0]?.from, periods.at(-1)?.to]).toEqual([from, to])
    for (const [index, period] of periods.entries()) {
      expect(period.from <= period.to).toBe(true)
      if (index > 0) expect(period.from).toBe(addDays(periods[index - 1]?.to ?? '', 1))
    }
  }
})
