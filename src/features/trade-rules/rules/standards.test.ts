import { describe, expect, test } from 'vitest'
import type { RuleVersion, TradeRule } from './model.ts'
import { courseStandard, itemStandard, missingInCourse, standardsOf, tightest } from './standards.ts'

const ruleOf = (id: number, kind: TradeRule['kind'], values: Partial<RuleVersion> = {}): TradeRule => ({
  id,
  kind,
  versions: [
    {
      id: id * 10,
      from_day: '2026-01-01',
      until_day: null,
      is_retired: false,
      is_for_new: false,
      title: `Rule ${id}`,
      source: 'State',
      minutes: 10,
      answer_seconds: null,
      most_mistakes: null,
      counts_tests: true,
      tasks: [],
      course_ids: [7],
      item_ids: [],
      ...values,
    },
  ],
})
const of = (...rules: TradeRule[]) => standardsOf(rules, { course_id: 7, enrolled_on: '2026-01-05' }, '2026-02-01')

describe('of several rules (TRD-005, TRD-006)', () => {
  test('the longest least time in the course counts', () => {
    const standards = of(
      ruleOf(1, 'course_time', { minutes: 60 }),
      ruleOf(2, 'course_time', { minutes: 240 }),
      ruleOf(3, 'course_time', { minutes: 240 }),
      ruleOf(4, 'course_time', { minutes: 999, course_ids: [8] }),
    )
    expect(courseStandard(standards, { milliseconds: 0, in_tests: 0 })).toMatchObject({
      rule_id: 2,
      milliseconds: 240 * 60_000,
    })
  })

  test('of least times with and without tests, the one of which most is missing counts (TRD-062)', () => {
    const standards = of(
      ruleOf(1, 'course_time', { minutes: 240 }),
      ruleOf(2, 'course_time', { minutes: 200, counts_tests: false }),
    )
    const MINUTE = 60_000
    const spent = (read: number, tests: number) => ({ milliseconds: (read + tests) * MINUTE, in_tests: tests * MINUTE })
    expect(courseStandard(standards, spent(100, 140))).toMatchObject({ rule_id: 2 })
    expect(missingInCourse(standards, spent(100, 140))).toBe(100 * MINUTE)
    expect(courseStandard(standards, spent(200, 0))).toMatchObject({ rule_id: 1 })
    expect(missingInCourse(standards, spent(200, 40))).toBe(0)
    expect(courseStandard(standards, spent(200, 40))).toMatchObject({ rule_id: 1 })
  })

  test.each<[string, number, number | null]>([
    ['an item that one of them names', 3, 20],
    ['an item that only the rule for all items covers', 4, 10],
  ])('%s has the longest of its own', (_, item, minutes) => {
    const standards = of(ruleOf(1, 'item_time'), ruleOf(2, 'item_time', { minutes: 20, item_ids: [3] }))
    expect(itemStandard(standards, item)?.milliseconds).toBe((minutes ?? 0) * 60_000)
  })

  test('an item that no rule names has none', () => {
    expect(itemStandard(of(ruleOf(2, 'item_time', { item_ids: [3] })), 4)).toBeNull()
  })

  test('the limit with the least left stops first, each with the time of its own courses', () => {
    const { limits } = of(
      ruleOf(1, 'day_limit', { minutes: 480 }),
      ruleOf(2, 'day_limit', { minutes: 600, course_ids: [7, 8] }),
    )
    const counted = new Map([
      [1, 60 * 60_000],
      [2, 590 * 60_000],
    ])
    const today = limits.map((limit) => ({ ...limit, counted: counted.get(limit.rule_id) ?? 0 }))
    expect(tightest(today)).toMatchObject({ rule_id: 2, left: 10 * 60_000 })
    expect(tightest(today.map((limit) => ({ ...limit, counted: 700 * 60_000 })))).toMatchObject({ left: 0 })
    expect(tightest([])).toBeNull()
  })
})

test.each([
  [null, 0, 0],
  [10, 0, 600_000],
  [10, 599_999, 1],
  [10, 600_000, 0],
  [10, 900_000, 0],
] as const)('of %s minutes, with %s ms counted, %s ms are missing (TRD-011, TRD-012)', (minutes, counted, missing) => {
  const standards = minutes === null ? of() : of(ruleOf(1, 'course_time', { minutes }))
  expect(missingInCourse(standards, { milliseconds: counted, in_tests: 0 })).toBe(missing)
})
