import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { monthsFrom, type Need, seatsNeeded, toBuy } from './forecast.ts'

const TODAY = '2026-11-27'
const need = (until: string | null, valid_months: number | null = null, more: Partial<Need> = {}): Need => ({
  ...{ course_id: 1, refresher_ids: [], renews_from: 'completion', grace_days: 0 },
  ...{ until, valid_months, refresher_until: null, ...more },
})
/** 40 hours once (course 40), then 8 hours (course 8). */
const hazwoper = (until: string | null, refresher_until: string | null, more: Partial<Need> = {}): Need =>
  need(until, 6, { course_id: 40, refresher_ids: [8, 9], grace_days: 30, refresher_until, ...more })

describe('in which months a person needs seats (CMP-038)', () => {
  test.each<[string, Need[], boolean, string[]]>([
    ['missing now', [need(null)], false, ['2026-11']],
    ['expired long ago', [need('2024-02-01')], false, ['2026-11']],
    ['running out', [need('2027-03-31', 24)], false, ['2027-03']],
    ['in the last month', [need('2027-10-31')], false, ['2027-10']],
    ['after the last month', [need('2027-11-01')], false, []],
    ['every six months', [need('2026-12-15', 6)], false, ['2026-12', '2027-06']],
    ['enrolled already', [need('2026-12-15')], true, []],
    ['enrolled already, and again in six months', [need('2026-12-15', 6)], true, ['2027-05']],
    ['two requirements of one course', [need('2027-03-01', 12), need('2027-01-15', 12)], false, ['2027-01']],
    [
      'a day that the month lacks',
      [need('2027-01-31', 1)],
      false,
      ['2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06', '2027-07', '2027-08', '2027-09', '2027-10'],
    ],
  ])('%s (CMP-038)', (_, needs, is_enrolled, months) => {
    const seats = seatsNeeded(needs, { today: TODAY, running: is_enrolled ? [1] : [] })
    expect(seats).toEqual(months.map((month) => ({ course_id: 1, month })))
  })

  test.each<[string, Need[], number[], string[]]>([
    ['held', [hazwoper('2026-12-15', '2027-01-14')], [], ['8 2026-12', '8 2027-06']],
    ['in grace', [hazwoper('2026-11-10', '2026-12-10')], [], ['8 2026-11', '8 2027-05']],
    [
      'in grace, from the last day',
      [hazwoper('2026-11-10', '2026-12-10', { renews_from: 'last_day' })],
      [],
      ['8 2026-11', '8 2027-05'],
    ],
    ['after grace', [hazwoper('2026-10-10', null)], [], ['40 2026-11', '8 2027-05']],
    ['never held', [hazwoper(null, null)], [], ['40 2026-11', '8 2027-05']],
    ['in the refresher', [hazwoper('2026-12-15', '2027-01-14')], [8], ['8 2027-05']],
    ['in another refresher that counts', [hazwoper('2026-12-15', '2027-01-14')], [9], ['8 2027-05']],
    ['in the initial course', [hazwoper('2026-12-15', '2027-01-14')], [40], ['8 2027-05']],
    ['in the refresher, too late', [hazwoper('2026-10-10', null)], [8], ['40 2026-11', '8 2027-05']],
    [
      'a requirement of the refresher alone is met by the same seat',
      [hazwoper('2026-12-15', '2027-01-14'), need('2027-01-05', 24, { course_id: 8 })],
      [],
      ['8 2026-12', '8 2027-06'],
    ],
    [
      'a refresher that comes early shortens nothing',
      [hazwoper('2027-09-01', '2027-10-01'), need('2026-12-15', null, { course_id: 8 })],
      [],
      ['8 2026-12', '8 2027-09'],
    ],
  ])('a person with a refresher, %s (CMP-043)', (_, needs, running, expected) => {
    expect(
      seatsNeeded(needs, { today: TODAY, running }).map(({ course_id, month }) => `${course_id} ${month}`),
    ).toEqual(expected)
  })

  test('the twelve months begin with the current one (CMP-038)', () => {
    const months = monthsFrom(TODAY)
    expect([months[0], months[1], months.at(-1), months.length]).toEqual(['2026-11', '2026-12', '2027-10', 12])
  })
})

describe('what is to be bought (CMP-038)', () => {
  test.each([
    [[{ seats: 5, in_stock: 2 }], 0, [3]],
    [[{ seats: 5, in_stock: 9 }], 4, [0]],
    [
      [
        { seats: 5, in_stock: 2 },
        { seats: 4, in_stock: 0 },
      ],
      4,
      [0, 3],
    ],
  ])('%j with %i general credits: %j (CMP-038)', (rows, general, expected) => {
    expect(toBuy(rows, general)).toEqual(expected)
  })

  test('what is in stock and what is bought cover every seat, and no general credit is counted twice (CMP-038)', () => {
    const row = fc.record({ seats: fc.nat(50), in_stock: fc.nat(50) })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), fc.nat(100), (rows, general) => {
        const bought = toBuy(rows, general)
        const used = rows.reduce(
          (sum, { seats, in_stock }, at) => sum + Math.max(0, seats - in_stock) - (bought[at] ?? 0),
          0,
        )
        expect(used).toBeLessThanOrEqual(general)
        expect(Math.min(...bought, 0)).toBe(0)
        if (used < general) expect(bought.every((count) => count === 0)).toBe(true)
      }),
    )
  })
})
