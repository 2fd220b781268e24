import { describe, expect, test } from 'vitest'
import {
  type AskedQuestion,
  countsOf,
  IDENTITY_QUESTION_KEYS,
  type IdentityTerms,
  intervalOf,
  isDue,
  lowestTerms,
  mistakesOf,
  normalAnswer,
  type Outcome,
  outcomeOf,
  stateOf,
} from './identity.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const MINUTE = 60_000
const TERMS: IdentityTerms = {
  ...{ rule_id: 1, version_id: 10, title: 'Who is there', source: 'State' },
  ...{ minutes: 30, answer_seconds: 60, most_mistakes: 2 },
}
type Values = { seconds?: number; counted?: number; lock?: 'open' | 'over' }
let id = 0
const asked = (outcome: Outcome | null, { seconds = 60, counted = 0, lock }: Values = {}): AskedQuestion => ({
  id: ++id,
  expires_at: new Date(NOW.getTime() + seconds * 1000),
  counted,
  outcome,
  lock: lock ? { unlocked_at: lock === 'over' ? NOW : null } : null,
})
const facts = (questions: AskedQuestion[], has_answers = true) => ({ terms: TERMS, has_answers, questions, now: NOW })

test('of several rules the lowest of each number applies (TRD-050)', () => {
  const other = {
    ...TERMS,
    rule_id: 2,
    version_id: 20,
    title: 'Other',
    minutes: 15,
    answer_seconds: 90,
    most_mistakes: 5,
  }
  const lowest = { ...other, answer_seconds: 60, most_mistakes: 2 }
  expect(lowestTerms([TERMS, other])).toEqual(lowest)
  expect(lowestTerms([other, TERMS])).toEqual(lowest)
  expect(lowestTerms([])).toBeNull()
})

test.each([
  ['Rex', 'rex', true],
  ['Saint-Étienne', '  saint etienne! ', true],
  ["O'Brien", 'OBrien', true],
  ['Ford F-150', 'ford f 150', true],
  ['Ford', 'Fiat', false],
  ['Мурка', 'мурка', true],
  ['!!!', '', true],
])('"%s" and "%s" are the same answer: %s (TRD-051)', (one, other, isSame) => {
  expect(normalAnswer(one) === normalAnswer(other)).toBe(isSame)
})

test('there are 12 questions to choose from (TRD-051)', () => {
  expect(IDENTITY_QUESTION_KEYS).toHaveLength(12)
})

describe('a question', () => {
  test.each<[Outcome | null, number, Outcome | null]>([
    [null, 1, null],
    [null, 0, 'missed'],
    [null, -3600, 'missed'],
    ['right', -3600, 'right'],
    ['wrong', 10, 'wrong'],
    ['withdrawn', -1, 'withdrawn'],
  ])('that is stored as %s, %s seconds before its end, is %s (TRD-054)', (outcome, seconds, expected) => {
    expect(outcomeOf(asked(outcome, { seconds }), NOW)).toBe(expected)
  })

  test.each([
    [0, 15],
    [0.5, 30],
    [0.9999999, 45],
  ])('that draws %s comes after %s of 30 minutes on average (TRD-052)', (draw, minutes) => {
    expect(intervalOf(TERMS, draw) / MINUTE).toBeCloseTo(minutes, 3)
  })

  const due = (questions: AskedQuestion[], counted: number) =>
    isDue(TERMS, { questions, counted: counted * MINUTE, draw: 0.5, now: NOW })
  test('is due after its time since the last one, and at once after a wrong or missed one (TRD-052, TRD-054)', () => {
    expect([due([], 29.9), due([], 30)]).toEqual([false, true])
    const right = asked('right', { counted: 30 * MINUTE })
    expect([due([right], 59.9), due([right], 60)]).toEqual([false, true])
    expect(due([asked('wrong', { counted: 30 * MINUTE })], 30)).toBe(true)
    expect(due([asked(null, { counted: 30 * MINUTE, seconds: -1 })], 30)).toBe(true)
    expect(due([asked('withdrawn', { counted: 30 * MINUTE })], 31)).toBe(false)
    expect(due([asked('missed', { lock: 'over', counted: 30 * MINUTE })], 30)).toBe(true)
  })
})

describe('a learner', () => {
  test('of a course that no rule names is not asked (TRD-050)', () => {
    expect(stateOf({ ...facts([asked('wrong', { lock: 'open' })]), terms: null })).toBeNull()
  })

  test('sets up answers first, and then is asked (TRD-051, TRD-053)', () => {
    expect(stateOf(facts([], false))).toBe('set_up')
    expect(stateOf(facts([]))).toBe('clear')
    expect(stateOf(facts([asked(null)]))).toBe('asked')
    expect(stateOf(facts([asked('wrong')]))).toBe('clear')
    expect(stateOf(facts([asked(null, { seconds: -1 })]))).toBe('clear')
  })

  test('is locked by as many wrong and missed answers as the rule allows, since the last unlock (TRD-055)', () => {
    const second = [asked('wrong'), asked('right'), asked(null, { seconds: -1 })]
    expect(mistakesOf(second, NOW)).toBe(2)
    expect(stateOf(facts(second))).toBe('locked')
    expect(stateOf(facts(second, false))).toBe('locked')
    const unlocked = [asked('wrong'), asked('missed', { lock: 'over' })]
    expect(stateOf(facts(unlocked))).toBe('clear')
    expect(mistakesOf([...unlocked, asked('wrong')], NOW)).toBe(1)
    expect(stateOf(facts([...unlocked, asked('wrong')]))).toBe('clear')
    expect(stateOf(facts([...unlocked, asked('wrong'), asked('missed')]))).toBe('locked')
    expect(stateOf(facts([asked('wrong', { lock: 'open' })]))).toBe('locked')
  })

  test('counts what became of the questions, one whose time is over as missed (TRD-068, TRD-069)', () => {
    const all = [asked('right'), asked('wrong'), asked('withdrawn'), asked(null, { seconds: -1 })]
    const counts = { has_answers: true, asked: 4, right: 1, wrong: 1, missed: 1, is_locked: true }
    expect(countsOf(facts(all))).toEqual(counts)
    expect(countsOf({ ...facts(all), terms: null })).toEqual({ ...counts, is_locked: false })
    expect(countsOf({ ...facts([asked('wrong', { lock: 'open' })]), terms: null }).is_locked).toBe(true)
    expect(countsOf(facts([asked(null)], false))).toEqual({
      ...{ has_answers: false, asked: 1, right: 0, wrong: 0, missed: 0, is_locked: false },
    })
  })
})
