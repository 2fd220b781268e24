import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeAnswers, checkAnswers, decideDeletePool, orderAnswers, QUESTION_TYPES } from './question.ts'

const yes = (text: string) => ({ text, is_correct: true })
const no = (text: string) => ({ text, is_correct: false })
const QUIZ = ['Select at least one correct answer']
const WRONG = ['Selected value is not valid']
const REQUIRED = ['This field is required.']

describe('the answers of a question (QPL-004, QPL-005, ERR-091, VAL-021)', () => {
  test.each([
    ['single', [yes('a'), no('b')], {}],
    ['single', [no('a'), no('b')], { answers: QUIZ }],
    ['single', [yes('a'), yes('b')], { answers: WRONG }],
    ['single', [yes('a')], { 'answers.1.text': REQUIRED }],
    ['single', [], { 'answers.0.text': REQUIRED, answers: QUIZ }],
    ['single', [yes('a'), no(' ')], { 'answers.1.text': REQUIRED }],
    ['multiple', [yes('a'), yes('b')], {}],
    ['multiple', [yes('a'), no('b'), no('c')], {}],
    ['multiple', [no('a'), no('b')], { answers: QUIZ }],
    ['multiple', [yes('a')], { 'answers.1.text': REQUIRED }],
    ['boolean', [yes('True'), no('False')], {}],
    ['boolean', [no('false'), yes(' TRUE ')], {}],
    ['boolean', [no('True'), no('False')], { answers: QUIZ }],
    ['boolean', [yes('True'), yes('False')], { answers: WRONG }],
    ['boolean', [yes('Yes'), no('No')], { answers: WRONG }],
    ['boolean', [yes('True'), no('True')], { answers: WRONG }],
    ['boolean', [yes('True'), no('False'), no('Maybe')], { answers: WRONG }],
  ] as const)('%s %j', (type, answers, errors) => {
    expect(checkAnswers(type, answers)).toEqual(errors)
  })

  test('an accepted question has a correct answer, and only multiple choice has several', () => {
    const answers = fc.array(
      fc.record({ text: fc.constantFrom('True', 'False', 'a', 'b', ''), is_correct: fc.boolean() }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(fc.constantFrom(...QUESTION_TYPES), answers, (type, answers) => {
        if (Object.keys(checkAnswers(type, answers)).length > 0) return
        const correct = answers.filter((answer) => answer.is_correct).length
        expect(answers.length).toBeGreaterThanOrEqual(2)
        expect(correct).toBeGreaterThanOrEqual(1)
        if (type !== 'multiple') expect(correct).toBe(1)
        expect(orderAnswers(type, answers)).toHaveLength(answers.length)
      }),
      { numRuns: 500 },
    )
  })
})

test('the answers of a boolean question are spelled and ordered as they are shown (QPL-005)', () => {
  expect(
    orderAnswers('boolean', [
      { id: 2, ...yes('false') },
      { id: 1, ...no(' TRUE') },
    ]),
  ).toEqual([
    { id: 1, ...no('True') },
    { id: 2, ...yes('False') },
  ])
})

test('answers with an id keep it, missing ones are removed, new ones are added, in the given order', () => {
  const { changes, errors } = changeAnswers([4, 5, 6], [{ id: 6, ...no('c') }, yes('d'), { id: 4, ...no('a') }])
  expect(errors).toEqual({})
  expect(changes).toEqual({
    kept: [
      { id: 6, text: 'c', is_correct: false, sort_number: 1 },
      { id: 4, text: 'a', is_correct: false, sort_number: 3 },
    ],
    added: [{ text: 'd', is_correct: true, sort_number: 2 }],
    removed: [5],
  })
})

test('an answer of another question, or a repeated one, is an error at its field', () => {
  expect(changeAnswers([4], [{ id: 9, ...yes('a') }, no('b')]).errors).toEqual({ 'answers.0.id': WRONG })
  expect(
    changeAnswers(
      [4],
      [
        { id: 4, ...yes('a') },
        { id: 4, ...no('b') },
      ],
    ).errors,
  ).toEqual({ 'answers.1.id': WRONG })
})

test('a pool with attempts cannot be deleted (QPL-007)', () => {
  expect(decideDeletePool({ has_attempts: true })).toBe('refuse')
  expect(decideDeletePool({ has_attempts: false })).toBe('delete')
})
