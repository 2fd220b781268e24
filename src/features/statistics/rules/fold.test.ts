import { describe, expect, test } from 'vitest'
import {
  type AnswerGroup,
  fold,
  isUnused,
  medianOf,
  optionsOf,
  percentOf,
  type QuestionCopy,
  timeText,
} from './fold.ts'

const group = (answer_ids: number[], is_correct: boolean, seconds: number | null, count: number): AnswerGroup => ({
  exam_id: 1,
  version: 1,
  question_id: 1,
  answer_ids,
  is_correct,
  seconds,
  count,
  attempt_id: 1,
  rated: 0,
  rest: 0,
  rest_squares: 0,
})
const copy = (attempt_id: number, ...answers: [number, string, boolean][]): QuestionCopy => ({
  attempt_id,
  question_id: 1,
  type: 'multiple',
  text: '',
  answers: answers.map(([id, text, is_correct]) => ({ id, text, is_correct })),
})

describe('statistics of a question (QPL-030, QPL-031)', () => {
  test('groups of answers are counted, by correct ones, choices and times', () => {
    const folded = fold([group([1], true, 10, 3), group([1, 2], false, 40, 1), group([3], false, null, 2)])
    expect(folded).toMatchObject({ answered: 6, correct: 3, median_seconds: 10 })
    expect([...folded.picked]).toEqual([
      [1, 4],
      [2, 1],
      [3, 2],
    ])
    expect(fold([])).toMatchObject({ answered: 0, correct: 0, median_seconds: null })
  })

  test.each<[[number, number][], number | null]>([
    [[], null],
    [[[5, 1]], 5],
    [
      [
        [9, 1],
        [1, 1],
      ],
      1,
    ],
    [
      [
        [9, 2],
        [1, 1],
      ],
      9,
    ],
    [
      [
        [1, 1],
        [2, 1],
        [3, 1],
      ],
      2,
    ],
  ])('the middle of %j is %j', (counts, expected) => {
    expect(medianOf(new Map(counts))).toBe(expected)
  })

  test('the answers are those of the newest copy, and behind them those of earlier ones that were chosen or not', () => {
    const options = optionsOf(
      [copy(1, [1, 'Old words', true], [2, 'Gone', false]), copy(9, [3, 'New', false], [1, 'New words', true])],
      new Map([
        [1, 4],
        [2, 1],
      ]),
    )
    expect(options.map(({ id, text, picked }) => [id, text, picked])).toEqual([
      [3, 'New', 0],
      [1, 'New words', 4],
      [2, 'Gone', 1],
    ])
  })

  test.each([
    [false, 0, 10, true],
    [false, 0, 9, false],
    [false, 1, 100, false],
    [true, 0, 100, false],
  ])('correct %s, chosen %i times in %i answers: unused is %s', (is_correct, picked, answered, expected) => {
    expect(isUnused({ is_correct, picked }, answered)).toBe(expected)
  })

  test.each([
    [2, 3, 66],
    [0, 5, 0],
    [0, 0, null],
  ])('%i of %i are %j percent', (part, whole, expected) => {
    expect(percentOf(part, whole)).toBe(expected)
  })

  test.each([
    [null, '–'],
    [0, 'under 1 s'],
    [45, '45 s'],
    [185, '3 min 5 s'],
    [7800, '2 h 10 min'],
    [273_600, '3 d 4 h'],
    [60, '1 min'],
  ])('%j seconds are %s', (seconds, expected) => {
    expect(timeText(seconds)).toBe(expected)
  })
})
