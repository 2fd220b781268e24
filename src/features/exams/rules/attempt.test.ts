import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerFault,
  attemptResult,
  bestScore,
  decideStart,
  type GradedQuestion,
  isCorrect,
  lastFinished,
  nextOpen,
  remainingAttempts,
  resumeAt,
  sameIds,
  scorePercent,
} from './attempt.ts'

const question = (type: GradedQuestion['type'], correct: number[], wrong: number[]): GradedQuestion => ({
  type,
  offered_ids: [...correct, ...wrong],
  correct_ids: correct,
})
const single = question('single', [1], [2, 3])
const boolean = question('boolean', [1], [2])
const multiple = question('multiple', [1, 2], [3, 4])

describe('an answer', () => {
  test.each([
    ['the correct one of a single', single, [1], true],
    ['a wrong one of a single', single, [2], false],
    ['the correct one of a boolean', boolean, [1], true],
    ['the wrong one of a boolean', boolean, [2], false],
    ['all correct ones of a multiple', multiple, [2, 1], true],
    ['some of the correct ones', multiple, [1], false],
    ['all correct ones and a wrong one', multiple, [1, 2, 3], false],
    ['wrong ones only', multiple, [3, 4], false],
  ] as const)('of %s is judged rightly (EXM-014)', (_, question, ids, expected) => {
    expect(isCorrect(question, ids)).toBe(expected)
  })

  test('without a choice is refused, and so is one with several choices if only one is allowed (EXM-020)', () => {
    for (const question of [single, boolean, multiple]) expect(answerFault(question, [])).toBe('required')
    expect(answerFault(single, [1, 2])).toBe('not_in_options')
    expect(answerFault(boolean, [1, 2])).toBe('not_in_options')
    expect(answerFault(multiple, [1, 2, 3])).toBeNull()
    expect(answerFault(single, [1])).toBeNull()
    expect(answerFault(single, [1, 1])).toBeNull()
  })

  test('that the question does not offer is refused (EXM-020)', () => {
    expect(answerFault(single, [9])).toBe('not_in_options')
    expect(answerFault(multiple, [1, 9])).toBe('not_in_options')
  })

  test('is the same in any order, and if an id is repeated (EXM-019)', () => {
    const ids = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 6 })
    fc.assert(
      fc.property(ids, ids, (a, b) => {
        expect(sameIds(a, [...a].reverse())).toBe(true)
        expect(sameIds(a, [...a, ...a])).toBe(true)
        expect(sameIds(a, b)).toBe(sameIds(b, a))
        expect(sameIds(a, b)).toBe(a.every((id) => b.includes(id)) && b.every((id) => a.includes(id)))
      }),
    )
  })

  test('to a multiple-choice question is correct for one combination only (EXM-014)', () => {
    const choices = Array.from({ length: 16 }, (_, bits) => [1, 2, 3, 4].filter((id) => bits & (1 << (id - 1))))
    expect(choices.filter((ids) => isCorrect(multiple, ids))).toEqual([[1, 2]])
  })
})

describe('the result', () => {
  test.each([
    [7, 10, 70, 2],
    [6, 10, 70, 3],
    [2, 3, 67, 3],
    [2, 3, 66, 2],
    [0, 5, 0, 2],
    [5, 5, 100, 2],
    [199, 200, 100, 3],
  ] as const)(
    'of %i correct out of %i with a pass mark of %i is status %i (EXM-013)',
    (correct, total, pass, status) => {
      expect(attemptResult('exam', { correct_count: correct, questions_count: total }, pass)).toBe(status)
    },
  )

  test('of a knowledge check is "finished", regardless of the answers (EXM-013)', () => {
    expect(attemptResult('survey', { correct_count: 0, questions_count: 4 }, 70)).toBe(5)
  })

  test('never shows a percentage that contradicts the result (EXM-013)', () => {
    const attempt = fc
      .integer({ min: 1, max: 300 })
      .chain((total) => fc.tuple(fc.constant(total), fc.integer({ min: 0, max: total })))
    fc.assert(
      fc.property(attempt, fc.integer({ min: 0, max: 100 }), ([total, correct], pass) => {
        const passed = attemptResult('exam', { correct_count: correct, questions_count: total }, pass) === 2
        expect(scorePercent(correct, total) >= pass).toBe(passed)
      }),
    )
  })

  test('the best of several attempts counts (EXM-030)', () => {
    expect(bestScore([{ score: 40 }, { score: 90 }, { score: null }, { score: 60 }])).toBe(90)
    expect(bestScore([{ score: 0 }])).toBe(0)
    expect(bestScore([])).toBeNull()
  })
})

describe('attempts', () => {
  test('left are those allowed minus those used, never below zero, and null without a limit (EXM-007, EXM-015, EXM-016)', () => {
    expect(remainingAttempts(3, 1)).toBe(2)
    expect(remainingAttempts(3, 3)).toBe(0)
    expect(remainingAttempts(1, 4)).toBe(0)
    expect(remainingAttempts(null, 40)).toBeNull()
  })

  test.each([
    ['begins the first', 4, 2, 0, false, 'begin'],
    ['begins another after a failure', 3, 2, 1, false, 'begin'],
    ['continues the open one, even the last', 1, 1, 1, true, 'continue'],
    ['is refused without attempts', 3, 2, 2, false, 'no_attempts_left'],
    ['is refused after a success', 2, 5, 1, false, 'exam_already_finished'],
    ['is refused after a success although one is open', 2, 5, 2, true, 'exam_already_finished'],
    ['begins a finished knowledge check again', 5, 2, 1, false, 'begin'],
    ['has no limit without attempts_number', 3, null, 99, false, 'begin'],
  ] as const)('a start %s (EXM-017, EXM-018, EXM-030)', (_, status, allowed, used, isOpen, expected) => {
    const state = { status, attempts_number: allowed, attempts_used: used, has_open_attempt: isOpen }
    expect(decideStart(state)).toBe(expected)
  })

  test('an interrupted attempt resumes at the first unanswered question (EXM-018)', () => {
    const questions = (...answers: (number[] | null)[]) =>
      answers.map((answer_ids, index) => ({ number: index + 1, answer_ids }))
    expect(resumeAt(questions([1], null, [2], null))).toBe(2)
    expect(resumeAt(questions(null, null))).toBe(1)
    expect(resumeAt(questions([1], [2]))).toBeNull()
  })
})

test.each([
  ['the one behind', 1, [], 2],
  ['the first open one behind', 1, [2, 3], 4],
  ['the first open one before, when all behind are answered', 3, [4, 5], 1],
  ['the first open one before, behind the last', 5, [1], 2],
  ['none, when it is the last open one', 2, [1, 3, 4, 5], null],
] as const)('behind a question the attempt goes on with %s (EXM-018)', (_, number, answered, expected) => {
  const questions = [1, 2, 3, 4, 5].map((one) => ({ number: one, question_id: one * 10 }))
  const open = (id: number) => !answered.some((one) => one * 10 === id)
  expect(nextOpen(questions, number, open)).toBe(expected)
})

test.each([
  ['no attempt yet', [], undefined],
  ['one that runs', [null], undefined],
  ['the last of two', ['mon', 'tue'], 'tue'],
  ['the one before an attempt that runs', ['mon', 'tue', null], 'tue'],
])('after %s the result shown is that of the attempt that ended last (EXM-006)', (_, ends, expected) => {
  expect(lastFinished(ends.map((finished_at) => ({ finished_at })))?.finished_at).toBe(expected)
})
