import { expect, test } from 'vitest'
import { addMonthsToDay } from '#kernel/format/day.ts'
import { dayNumber, dayText, monthsLater } from './days.ts'

test('a day and its number say the same, before and after 1970 (CMP-004)', () => {
  for (const day of ['1969-12-31', '1970-01-01', '2024-02-29', '2026-03-03']) expect(dayText(dayNumber(day))).toBe(day)
  expect(dayNumber('2026-03-04') - dayNumber('2026-03-03')).toBe(1)
})

test('months later is the same day as elsewhere in the product (CMP-004, CER-032)', () => {
  for (const day of ['2024-01-31', '2024-02-29', '2025-12-31', '2026-03-03'])
    for (const months of [1, 6, 12, 13, 36, 240])
      expect(dayText(monthsLater(dayNumber(day), months)), `${day} and ${months}`).toBe(addMonthsToDay(day, months))
})
