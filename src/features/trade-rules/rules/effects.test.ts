import { expect, test } from 'vitest'
import { countSetUps, effectOf, type PresentLearner, touchedBy } from './effects.ts'
import { type RuleVersion, type TradeRule, withVersion } from './model.ts'

const MINUTE = 60_000
const ON = '2026-03-10'
const VERSION: RuleVersion = {
  id: 1,
  from_day: '2026-01-01',
  until_day: null,
  is_retired: false,
  is_for_new: false,
  title: 'Rule',
  source: 'State',
  minutes: 10,
  answer_seconds: null,
  most_mistakes: null,
  counts_tests: true,
  tasks: [],
  course_ids: [7],
  item_ids: [],
}
const ruleOf = (kind: TradeRule['kind'], values: Partial<RuleVersion> = {}, id = 1): TradeRule => ({
  id,
  kind,
  versions: [{ ...VERSION, id, ...values }],
})
const learnerOf = (values: Partial<PresentLearner> = {}): PresentLearner => ({
  related_id: 1,
  course_id: 7,
  enrolled_on: '2026-02-01',
  items: [
    { id: 1, is_done: true },
    { id: 2, is_done: false },
    { id: 3, is_done: false },
  ],
  exams: [
    { id: 21, is_done: false },
    { id: 22, is_done: true },
  ],
  counted: new Map([
    [1, 2 * MINUTE],
    [2, 4 * MINUTE],
  ]),
  in_tests: 0,
  signed: [{ task: 'Don an SCBA' }],
  has_answers: true,
  days: [
    { day: '2026-03-01', course_id: 7, milliseconds: 200 * MINUTE, in_tests: 0 },
    { day: '2026-03-01', course_id: 8, milliseconds: 200 * MINUTE, in_tests: 0 },
    { day: '2026-03-02', course_id: 7, milliseconds: 100 * MINUTE, in_tests: 40 * MINUTE },
  ],
  ...values,
})

const HANDS_ON = { minutes: null, tasks: ['don an  SCBA', 'Doff an SCBA', 'Check the gauge'] }
test.each<[string, TradeRule[], number]>([
  ['no rule asks for a task', [ruleOf('course_time')], 0],
  ['of three tasks one is signed off', [ruleOf('hands_on', HANDS_ON)], 2],
  ['two rules ask for the same task', [ruleOf('hands_on', HANDS_ON), ruleOf('hands_on', HANDS_ON, 2)], 2],
  ['the rule is one of another course', [ruleOf('hands_on', { ...HANDS_ON, course_ids: [8] })], 0],
  ['the rule is for those who enroll later', [ruleOf('hands_on', { ...HANDS_ON, is_for_new: true, from_day: ON })], 0],
  ['the rule has ended', [ruleOf('hands_on', { ...HANDS_ON, until_day: '2026-03-09' })], 0],
])('%s (TRD-030, TRD-031, TRD-035)', (_, rules, tasks) => {
  expect(effectOf(rules, learnerOf(), ON).tasks).toBe(tasks)
})

test.each<[string, TradeRule[], number]>([
  ['no rule asks for a proctor', [ruleOf('course_time')], 0],
  ['of two exams one is passed', [ruleOf('proctored_exam', { minutes: null })], 1],
  ['the rule names the passed one', [ruleOf('proctored_exam', { minutes: null, item_ids: [22] })], 0],
  ['two rules ask for the same exam', [1, 2].map((id) => ruleOf('proctored_exam', { item_ids: [21] }, id)), 1],
  ['the rule is for those who enroll later', [ruleOf('proctored_exam', { is_for_new: true, from_day: ON })], 0],
])('%s (TRD-037, TRD-047)', (_, rules, exams) => {
  expect(effectOf(rules, learnerOf(), ON).exams).toBe(exams)
})

test.each<[string, TradeRule[], number, number]>([
  ['no rule', [], 0, 0],
  ['a least time in items asks nothing of what is done', [ruleOf('item_time')], 16, 0],
  ['one that names an item', [ruleOf('item_time', { item_ids: [2] })], 6, 0],
  ['a least time in the course', [ruleOf('course_time', { minutes: 60 })], 54, 0],
  [
    'time in items is time in the course',
    [ruleOf('item_time', { minutes: 30 }), ruleOf('course_time', { minutes: 60 }, 2)],
    56,
    0,
  ],
  ['the larger of both', [ruleOf('item_time'), ruleOf('course_time', { minutes: 60 }, 2)], 54, 0],
  ['a limit in one course', [ruleOf('day_limit', { minutes: 200 })], 0, 1],
  ['a limit over two courses', [ruleOf('day_limit', { minutes: 300, course_ids: [7, 8] })], 0, 1],
  ['a limit that nobody reached', [ruleOf('day_limit', { minutes: 480 })], 0, 0],
  ['a limit without tests', [ruleOf('day_limit', { minutes: 90, counts_tests: false })], 0, 1],
  ['a limit with tests', [ruleOf('day_limit', { minutes: 90 })], 0, 2],
  ['a day counts once for two limits', [ruleOf('day_limit'), ruleOf('day_limit', {}, 2)], 0, 2],
])('%s (TRD-020)', (_, rules, missing, stopped) => {
  expect(effectOf(rules, learnerOf(), ON)).toEqual({
    ...{ missing: missing * MINUTE, stopped, tasks: 0, exams: 0 },
    questions: null,
  })
})

test.each([
  [true, 24],
  [false, 54],
])('time in tests counts toward the course where the version says so: %s (TRD-062)', (counts_tests, missing) => {
  const rules = [ruleOf('course_time', { minutes: 60, counts_tests })]
  expect(effectOf(rules, learnerOf({ in_tests: 30 * MINUTE }), ON).missing).toBe(missing * MINUTE)
})

test('a dry run lists whom a version touches, those who would miss most first, and leaves the others out (TRD-017, TRD-020)', () => {
  const rule = ruleOf('course_time')
  const changed = withVersion(rule, { ...VERSION, id: 9, from_day: ON, minutes: 60, is_for_new: false })
  const learners = [
    learnerOf({ related_id: 1, counted: new Map([[1, 70 * MINUTE]]) }),
    learnerOf({ related_id: 2, counted: new Map([[1, 20 * MINUTE]]) }),
    learnerOf({ related_id: 3, counted: new Map() }),
    learnerOf({ related_id: 4, course_id: 8 }),
  ]
  const touched = touchedBy(learners, { before: [rule], after: [changed] }, ON)
  expect(touched.map(({ learner, before, after }) => [learner.related_id, before.missing, after.missing])).toEqual([
    [3, 10 * MINUTE, 60 * MINUTE],
    [2, 0, 40 * MINUTE],
  ])
  const forNew = withVersion(rule, { ...VERSION, id: 9, from_day: ON, minutes: 60, is_for_new: true })
  expect(touchedBy(learners, { before: [rule], after: [forNew] }, ON)).toEqual([])
  expect(touchedBy(learners, { before: [rule], after: [changed] }, '2026-03-09')).toEqual([])
})

test('identity questions touch those whom they ask in another way, and count who lacks answers (TRD-059)', () => {
  const asking = (minutes: number) => ruleOf('identity_questions', { minutes, answer_seconds: 60, most_mistakes: 3 })
  const learners = [
    learnerOf(),
    learnerOf({ related_id: 2, has_answers: false }),
    learnerOf({ related_id: 3, course_id: 8 }),
  ]
  const touched = (before: TradeRule[], after: TradeRule[]) =>
    touchedBy(learners, { before, after }, ON).map(({ learner }) => learner.related_id)
  expect(touched([], [asking(30)])).toEqual([1, 2])
  expect(touched([asking(30)], [asking(20)])).toEqual([1, 2])
  expect(touched([asking(30)], [asking(30)])).toEqual([])
  expect(countSetUps([asking(30)], learners, ON)).toBe(1)
  expect(countSetUps([], learners, ON)).toBe(0)
})
