import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/format/day.ts'
import { inOrder, type RuleVersion, type TradeRule, versionFor } from './model.ts'
import { missingTasks, standardsOf } from './standards.ts'
import { distinctTasks, taskKey, tasksOfCourse } from './tasks.ts'

const FIRST = '2026-01-01'
const VERSION: RuleVersion = {
  ...{ id: 1, from_day: FIRST, until_day: null, is_retired: false, is_for_new: false, title: 'Practice' },
  ...{ source: 'Site agreement', minutes: null, answer_seconds: null, most_mistakes: null, counts_tests: true },
  ...{ tasks: ['Don'], course_ids: [7], item_ids: [] },
}

test.each([
  ['Don an SCBA', 'don an scba', true],
  ['Don an SCBA', '  Don  an\tSCBA ', true],
  ['Café', 'Cafe\u0301', true],
  ['Don an SCBA', 'Don an SCBA.', false],
  ['Don', 'Doff', false],
])('"%s" and "%s" name the same task: %s (TRD-031)', (one, other, isSame) => {
  expect(taskKey(one) === taskKey(other)).toBe(isSame)
  expect(distinctTasks([one, other])).toEqual(isSame ? [one] : [one, other])
})

const days = fc.integer({ min: 0, max: 40 }).map((count) => addDays(FIRST, count))
const version = fc.record({
  from_day: days,
  until_day: fc.option(days),
  is_retired: fc.boolean(),
  is_for_new: fc.boolean(),
  tasks: fc.subarray(['Don', 'Doff', 'Check the gauge'], { minLength: 1 }),
  course_ids: fc.subarray([7, 8], { minLength: 1 }),
})
const rule = fc.tuple(fc.constantFrom('hands_on' as const, 'course_time' as const), fc.array(version, { maxLength: 4 }))
const rules = fc.array(rule, { maxLength: 3 }).map((made) =>
  made.map(
    ([kind, versions], index): TradeRule => ({
      ...{ id: index + 1, kind },
      versions: inOrder(versions.map((values, position) => ({ ...VERSION, ...values, id: position + 1 }))),
    }),
  ),
)
const everyDay = Array.from({ length: 43 }, (_, count) => addDays(FIRST, count - 1))

describe('of any rules, versions and days', () => {
  test('a session is offered exactly the tasks that are asked of somebody, whenever they enrolled (TRD-004, TRD-033)', () => {
    fc.assert(
      fc.property(rules, days, (all, on) => {
        const required = everyDay
          .filter((day) => day <= on)
          .flatMap((enrolled_on) => standardsOf(all, { course_id: 7, enrolled_on }, on).tasks.map(({ task }) => task))
        expect(tasksOfCourse(all, 7, on).toSorted()).toEqual([...new Set(required)].toSorted())
      }),
    )
  })

  test('a learner is asked each task once, by the versions of the day and of the enrollment (TRD-002, TRD-003, TRD-030)', () => {
    fc.assert(
      fc.property(rules, days, days, (all, on, enrolled_on) => {
        const standards = standardsOf(all, { course_id: 7, enrolled_on }, on)
        const applied = all
          .filter(({ kind }) => kind === 'hands_on')
          .flatMap((one) => versionFor(one, { on, enrolled_on }) ?? [])
          .filter(({ course_ids }) => course_ids.includes(7))
        const tasks = standards.tasks.map(({ task }) => task)
        expect(tasks.toSorted()).toEqual([...new Set(applied.flatMap((one) => one.tasks))].toSorted())
        expect(missingTasks(standards, [])).toEqual(standards.tasks)
        expect(missingTasks(standards, [{ task: 'DON' }]).map(({ task }) => task)).toEqual(
          tasks.filter((task) => task !== 'Don'),
        )
        expect(missingTasks(standards, standards.tasks)).toEqual([])
      }),
    )
  })
})
