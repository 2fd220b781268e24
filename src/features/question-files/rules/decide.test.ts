import { describe, expect, test } from 'vitest'
import { decide, keyOf, knownIn } from './decide.ts'
import type { FoundQuestion } from './found.ts'

const question = (text: string, correct = 'Yes', type: 'single' | 'multiple' = 'single') => ({
  type,
  text,
  answers: ['Yes', 'No'].map((word) => ({ text: word, is_correct: word === correct })),
  explanation: null,
})
const questionAt = (place: string, given: FoundQuestion['question'], refused: string | null = null): FoundQuestion => ({
  place,
  title: '',
  category: null,
  question: given,
  refused,
  notes: [],
})

describe('what a question of a file is to a pool (QPL-018)', () => {
  test.each([
    ['<p>Safe?</p>', '<p><b>Safe?</b></p>', true],
    ['<p>Safe?</p>', '<h2>Safe? </h2>', true],
    ['<p>Safe?</p>', '<p>Unsafe?</p>', false],
    ['<p>Sign?<img src="/a.png" /></p>', '<p>Sign?<img src="/b.png" /></p>', false],
  ])('%s and %s are the same: %s', (one, other, expected) => {
    expect(keyOf(question(one)) === keyOf(question(other))).toBe(expected)
  })

  test('new, in the pool, in the pool with another answer, twice and refused', () => {
    const known = knownIn([question('<p>One?</p>'), question('<p>Two?</p>')])
    const decided = decide(
      [
        questionAt('Line 1', question('<p>Two?</p>')),
        questionAt('Line 3', question('<p>One?</p>', 'No')),
        questionAt('Line 5', question('<p>Three?</p>')),
        questionAt('Line 7', question('<p>Three?</p>')),
        questionAt('Line 9', question('<p>Three?</p>', 'No')),
        questionAt('Line 11', null, 'Why.'),
      ],
      known,
    )
    expect(decided.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['present', 'It is question 2 of the pool.'],
      ['present', 'It is question 1 of the pool, where other answers are correct.'],
      ['new', null],
      ['repeated', 'It is the same as the question at line 5.'],
      ['new', null],
      ['refused', 'Why.'],
    ])
  })
})
