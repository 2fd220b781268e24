import { describe, expect, test } from 'vitest'
import { letterOf, readRow, TEMPLATE } from './sheet.ts'

const brief = (values: Record<string, string>) => {
  const { question, refused } = readRow(7, values)
  return question
    ? [question.type, question.text, ...question.answers.map((a) => `${a.is_correct ? '*' : ''}${a.text}`)]
    : refused
}
const safe = { question: 'Safe?', answer_A: 'Yes', answer_B: 'No', answer_C: 'Maybe' }
const CHOICES = ['Yes', 'No', 'Maybe']
const marked = (type: string, ...correct: number[]) => [
  type,
  '<p>Safe?</p>',
  ...CHOICES.map((text, at) => (correct.includes(at) ? `*${text}` : text)),
]

describe('a row of a sheet (QPL-015, QPL-016)', () => {
  test.each<[Record<string, string>, unknown]>([
    [{ ...safe, correct: 'A' }, marked('single', 0)],
    [{ ...safe, correct: 'b' }, marked('single', 1)],
    [{ ...safe, correct: '3' }, marked('single', 2)],
    [{ ...safe, correct: 'maybe' }, marked('single', 2)],
    [{ ...safe, correct: 'A, C' }, marked('multiple', 0, 2)],
    [{ ...safe, correct: 'A;C' }, marked('multiple', 0, 2)],
    [{ ...safe, type: 'Multiple response', correct: 'A' }, marked('multiple', 0)],
    [{ question: 'Safe?', correct: 'TRUE' }, ['boolean', '<p>Safe?</p>', '*True', 'False']],
    [{ question: 'Safe?', type: 'true/false', correct: 'F' }, ['boolean', '<p>Safe?</p>', 'True', '*False']],
    [
      { question: 'Safe?', answer_A: 'false', answer_B: 'true', correct: 'B' },
      ['boolean', '<p>Safe?</p>', '*True', 'False'],
    ],
    [
      { question: 'Safe?', answer_A: 'True', answer_B: 'False', type: 'single', correct: 'B' },
      ['single', '<p>Safe?</p>', 'True', '*False'],
    ],
    [
      { question: '<p>A <b>b</b></p>', answer_A: '<x>', answer_B: '2', correct: '2' },
      ['single', '<p>A <b>b</b></p>', '<x>', '*2'],
    ],
    [{ ...safe, correct: '' }, 'The column “Correct” is empty.'],
    [{ ...safe, correct: 'D' }, '“D” in the column “Correct” names none of its answers.'],
    [
      { ...safe, type: 'essay', correct: 'A' },
      'The type “essay” is not known. Use Single choice, Multiple choice or True or false.',
    ],
    [{ ...safe, type: 'boolean', correct: 'A' }, 'A true or false question has the answers True and False, or none.'],
    [
      { ...safe, type: 'single', correct: 'A, B' },
      'Several answers are marked as correct, but only one can be chosen.',
    ],
    [{ question: '', answer_A: 'a', answer_B: 'b', correct: 'A' }, 'It has no question text.'],
    [{ question: 'Safe?', answer_A: 'a', correct: 'A' }, 'It has fewer than two answers.'],
    [{ question: "'=1+1?", answer_A: "'-a", answer_B: 'b', correct: 'A' }, ['single', '<p>=1+1?</p>', '*-a', 'b']],
  ])('%j is %j', (values, expected) => {
    expect(brief(values)).toEqual(expected)
  })

  test.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [49, 'AX'],
  ])('answer %i has the letter %s (QPL-015)', (at, letter) => {
    expect(letterOf(at)).toBe(letter)
  })

  test('the template reads as it is written (QPL-019)', () => {
    const [header = [], ...rows] = TEMPLATE
    const NAMES: Record<string, string> = {
      Question: 'question',
      Type: 'type',
      Correct: 'correct',
      Explanation: 'explanation',
    }
    const read = rows.map((row) =>
      readRow(
        2,
        Object.fromEntries(
          row.map((cell, at) => [NAMES[header[at] ?? ''] ?? header[at]?.replace('Answer ', 'answer_') ?? '', cell]),
        ),
      ),
    )
    expect(read.map(({ question }) => question?.type)).toEqual(['single', 'multiple', 'boolean'])
  })
})
