import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#kernel/format/day.ts'
import { appliedVersions } from './applied.ts'
import { inOrder, type RuleVersion, type TradeRule, versionFor } from './model.ts'

const FIRST = '2026-01-01'
const VERSION: RuleVersion = {
  ...{ id: 1, from_day: FIRST, until_day: null, is_retired: false, is_for_new: false, title: 'Practice' },
  ...{ source: 'Site agreement', minutes: 60, answer_seconds: null, most_mistakes: null },
  ...{ counts_tests: true, tasks: [], course_ids: [7], item_ids: [] },
}
const dayAt = (count: number) => addDays(FIRST, count)

test('the days of a version end when another one takes its place, and when it ends (TRD-036)', () => {
  const rule: TradeRule = {
    ...{ id: 1, kind: 'course_time' },
    versions: [
      { ...VERSION, from_day: dayAt(-30) },
      { ...VERSION, id: 2, from_day: dayAt(10), until_day: dayAt(19) },
      { ...VERSION, id: 3, from_day: dayAt(30), is_for_new: true },
    ],
  }
  const of = (enrolled: number) =>
    appliedVersions(rule, { course_id: 7, enrolled_on: dayAt(enrolled), until: dayAt(40) }).map(
      ({ version, from, until }) => [version.id, from, until],
    )
  expect(of(0)).toEqual([
    [1, dayAt(0), dayAt(9)],
    [2, dayAt(10), dayAt(19)],
  ])
  expect(of(35)).toEqual([[3, dayAt(35), dayAt(40)]])
  expect(appliedVersions(rule, { course_id: 8, enrolled_on: FIRST, until: dayAt(40) })).toEqual([])
})

const days = fc.integer({ min: 0, max: 30 }).map(dayAt)
const versions = fc.array(
  fc.record({
    from_day: days,
    until_day: fc.option(days),
    is_retired: fc.boolean(),
    is_for_new: fc.boolean(),
    course_ids: fc.subarray([7, 8], { minLength: 1 }),
  }),
  { maxLength: 5 },
)

test('on each day, whatever the versions, it is the one that applies on that day (TRD-002, TRD-003, TRD-004, TRD-036)', () => {
  fc.assert(
    fc.property(versions, days, (made, enrolled_on) => {
      const rule: TradeRule = {
        ...{ id: 1, kind: 'course_time' },
        versions: inOrder(made.map((values, index) => ({ ...VERSION, ...values, id: index + 1 }))),
      }
      const until = dayAt(40)
      const applied = appliedVersions(rule, { course_id: 7, enrolled_on, until })
      for (let on = enrolled_on; on <= until; on = addDays(on, 1)) {
        const version = versionFor(rule, { on, enrolled_on })
        const expected = version?.course_ids.includes(7) ? version.id : null
        expect(applied.find((one) => one.from <= on && on <= one.until)?.version.id ?? null, on).toBe(expected)
      }
      // No two of them could be written as one.
      for (const [index, one] of applied.entries()) {
        const next = applied[index + 1]
        if (next) expect(one.version.id === next.version.id && addDays(one.until, 1) === next.from).toBe(false)
      }
    }),
  )
})
