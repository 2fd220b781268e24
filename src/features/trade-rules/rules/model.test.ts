import { describe, expect, test } from 'vitest'
import { currentVersion, type RuleVersion, versionFor, withVersion } from './model.ts'

const VERSION: RuleVersion = {
  id: 1,
  from_day: '2026-01-01',
  until_day: null,
  is_retired: false,
  is_for_new: false,
  title: 'Eight hours a day',
  source: '29 CFR 1910.120(e)',
  minutes: 480,
  answer_seconds: null,
  most_mistakes: null,
  counts_tests: true,
  tasks: [],
  course_ids: [7],
  item_ids: [],
}
const ruleOf = (...versions: Partial<RuleVersion>[]) => ({
  id: 1,
  kind: 'day_limit' as const,
  versions: versions.map((version, index) => ({ ...VERSION, id: index + 1, ...version })),
})

describe('the version that applies to an enrollment on a day (TRD-002, TRD-003, TRD-004)', () => {
  const second = { from_day: '2026-03-01', minutes: 360 }
  const forNew = { ...second, is_for_new: true }
  test.each<[string, Partial<RuleVersion>[], string, string, number | null]>([
    ['before the first day', [{}], '2025-12-31', '2025-06-01', null],
    ['on the first day', [{}], '2026-01-01', '2025-06-01', 480],
    ['long after it', [{}], '2040-01-01', '2025-06-01', 480],
    ['on the last day', [{ until_day: '2026-06-30' }], '2026-06-30', '2026-01-01', 480],
    ['after the last day', [{ until_day: '2026-06-30' }], '2026-07-01', '2026-01-01', null],
    ['the day before the next version', [{}, second], '2026-02-28', '2026-01-05', 480],
    ['the first day of the next version', [{}, second], '2026-03-01', '2026-01-05', 360],
    ['between two versions', [{ until_day: '2026-02-01' }, second], '2026-02-02', '2026-01-05', null],
    ['the newer of two of the same day', [{}, { minutes: 420 }], '2026-01-01', '2026-01-01', 420],
    ['enrolled before one for new enrollments', [{}, forNew], '2026-04-01', '2026-02-28', 480],
    ['enrolled on its first day', [{}, forNew], '2026-04-01', '2026-03-01', 360],
    ['the first version is for new enrollments', [{ is_for_new: true }], '2026-04-01', '2025-12-31', null],
    [
      'one for all after one for new ones',
      [{}, forNew, { from_day: '2026-05-01', minutes: 300 }],
      '2026-05-01',
      '2026-02-01',
      300,
    ],
    ['retired', [{}, { from_day: '2026-03-01', is_retired: true }], '2026-03-01', '2026-01-05', null],
    ['before it was retired', [{}, { from_day: '2026-03-01', is_retired: true }], '2026-02-28', '2026-01-05', 480],
    [
      'an ended version does not bring the one before it back',
      [{}, { ...second, until_day: '2026-03-31' }],
      '2026-04-01',
      '2026-01-05',
      null,
    ],
    [
      'retired for new enrollments: earlier ones keep it',
      [{}, { from_day: '2026-03-01', is_retired: true, is_for_new: true }],
      '2026-04-01',
      '2026-01-05',
      480,
    ],
  ])('%s', (_, versions, on, enrolled_on, minutes) => {
    expect(versionFor(ruleOf(...versions), { on, enrolled_on })?.minutes ?? null).toBe(minutes)
  })

  test('what holds today is what new enrollments get (TRD-018)', () => {
    expect(currentVersion(ruleOf({}, forNew), '2026-03-01')?.minutes).toBe(360)
    expect(currentVersion(ruleOf({}, forNew), '2025-12-31')).toBeNull()
  })

  test('a version that is added stands where its first day puts it (TRD-020)', () => {
    const rule = withVersion(ruleOf({}, second), { ...VERSION, id: 9, from_day: '2026-02-01', minutes: 400 })
    expect(rule.versions.map(({ minutes }) => minutes)).toEqual([480, 400, 360])
    expect(versionFor(rule, { on: '2026-02-01', enrolled_on: '2026-01-01' })?.minutes).toBe(400)
  })
})
