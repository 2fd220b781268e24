import { expect, test } from 'vitest'
import { factsOf, type RuleFact, type Taken } from './facts.ts'
import type { RuleVersion, TradeRule } from './model.ts'

const MINUTE = 60_000
const ON = '2026-03-10'
const VERSION: RuleVersion = {
  ...{ id: 1, from_day: '2026-01-01', until_day: null, is_retired: false, is_for_new: false },
  ...{ title: 'Rule', source: 'State', minutes: 10, answer_seconds: null, most_mistakes: null, counts_tests: true },
  ...{ tasks: [], course_ids: [7], item_ids: [] },
}
const ruleOf = (kind: TradeRule['kind'], values: Partial<RuleVersion> = {}): TradeRule => ({
  ...{ id: 3, kind },
  versions: [{ ...VERSION, ...values }],
})
const AT = new Date('2026-03-09T12:00:00Z')
const TAKEN: Taken = {
  items: [
    { id: 1, type: 'Text', is_done: true },
    { id: 2, type: 'Video', is_done: false },
    { id: 3, type: 'Text', is_done: false },
    { id: 21, type: 'Exam', is_done: false },
  ],
  exams: [
    { id: 21, is_done: false },
    { id: 22, is_done: true },
    { id: 23, is_done: true },
    { id: 24, is_done: true },
  ],
  counted: new Map([
    [1, 2 * MINUTE],
    [2, 4 * MINUTE],
    [3, 12 * MINUTE],
  ]),
  in_tests: 5 * MINUTE,
  signed: [{ task: 'don an  scba', at: AT, by: 8 }],
  attempts: [
    { exam_id: 22, opened_by: 8, confirmed_at: null },
    { exam_id: 23, opened_by: 9, confirmed_at: AT },
  ],
  today: [
    { day: ON, course_id: 7, milliseconds: 20 * MINUTE, in_tests: 5 * MINUTE },
    { day: ON, course_id: 8, milliseconds: 30 * MINUTE, in_tests: 0 },
  ],
}
const ofRule = (rule: TradeRule, taken: Partial<Taken> = {}): Partial<RuleFact> | undefined => {
  const enrolled = { course_id: 7, enrolled_on: '2026-02-01', on: ON }
  return factsOf([rule], enrolled, { ...TAKEN, ...taken })[0]
}
const timeOf = (asked: number, counted: number, missing: number) => ({
  asked: asked * MINUTE,
  counted: counted * MINUTE,
  missing: missing * MINUTE,
})
const TASKS = { minutes: null, tasks: ['Don an SCBA', 'Check the gauge'] }

test.each<[string, TradeRule, Partial<RuleFact> | undefined]>([
  ['time in the course', ruleOf('course_time', { minutes: 60 }), { is_missing: true, time: timeOf(60, 23, 37) }],
  [
    'time in the course without tests',
    ruleOf('course_time', { minutes: 18, counts_tests: false }),
    { is_missing: false, time: timeOf(18, 18, 0) },
  ],
  [
    'a limit of the day misses nothing',
    ruleOf('day_limit', { minutes: 15, course_ids: [7, 8] }),
    { is_missing: false, time: timeOf(15, 50, 0) },
  ],
  [
    'time in items, where what is done stays done',
    ruleOf('item_time'),
    {
      is_missing: true,
      time: null,
      items: [
        { item_id: 1, item_type: 'Text', is_done: true, counted: 2 * MINUTE, missing: 0 },
        { item_id: 2, item_type: 'Video', is_done: false, counted: 4 * MINUTE, missing: 6 * MINUTE },
        { item_id: 3, item_type: 'Text', is_done: false, counted: 12 * MINUTE, missing: 0 },
      ],
    },
  ],
  [
    'time in a named item',
    ruleOf('item_time', { item_ids: [3] }),
    {
      is_missing: false,
      items: [{ item_id: 3, item_type: 'Text', is_done: false, counted: 12 * MINUTE, missing: 0 }],
    },
  ],
  [
    'tasks, signed off and not',
    ruleOf('hands_on', TASKS),
    {
      is_missing: true,
      tasks: [
        { task: 'Don an SCBA', signed: { task: 'don an  scba', at: AT, by: 8 } },
        { task: 'Check the gauge', signed: null },
      ],
    },
  ],
  ['all tasks', ruleOf('hands_on', { ...TASKS, tasks: ['Don an SCBA'] }), { is_missing: false }],
  [
    'exams in each state',
    ruleOf('proctored_exam', { minutes: null }),
    {
      is_missing: true,
      exams: [
        { exam_id: 21, state: 'to_pass', opened_by: null, confirmed_at: null },
        { exam_id: 22, state: 'not_confirmed', opened_by: 8, confirmed_at: null },
        { exam_id: 23, state: 'confirmed', opened_by: 9, confirmed_at: AT },
        { exam_id: 24, state: 'other', opened_by: null, confirmed_at: null },
      ],
    },
  ],
  [
    'exams that are confirmed, or were passed before',
    ruleOf('proctored_exam', { minutes: null, item_ids: [23, 24] }),
    { is_missing: false },
  ],
  ['nothing of a rule for another course', ruleOf('course_time', { course_ids: [8] }), undefined],
  ['nothing of a rule that begins later', ruleOf('course_time', { from_day: '2026-03-11' }), undefined],
  [
    'nothing of a rule for those who enroll later',
    ruleOf('course_time', { is_for_new: true, from_day: ON }),
    undefined,
  ],
])('%s (TRD-076)', (_, rule, fact) => {
  if (fact) expect(ofRule(rule)).toMatchObject(fact)
  else expect(ofRule(rule)).toBeUndefined()
})

test('a confirmed attempt does not cover one that is not confirmed (TRD-076)', () => {
  const attempts = [...TAKEN.attempts, { exam_id: 23, opened_by: 8, confirmed_at: null }]
  const rule = ruleOf('proctored_exam', { minutes: null, item_ids: [23] })
  expect(ofRule(rule, { attempts })).toMatchObject({
    is_missing: true,
    exams: [{ state: 'not_confirmed', opened_by: 8 }],
  })
})
