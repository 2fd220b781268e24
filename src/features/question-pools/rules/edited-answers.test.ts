import { expect, test } from 'vitest'
import { answersFor, blankAnswer, type EditedAnswer, markCorrect } from './edited-answers.ts'

const answer = (id: number, text: string, is_correct = false): EditedAnswer => ({ key: `k${id}`, id, text, is_correct })
const shown = (answers: readonly EditedAnswer[]) => answers.map(({ id, text, is_correct }) => [id, text, is_correct])

test('a question that becomes single keeps the first of its correct answers (QPL-005)', () => {
  const answers = [answer(1, 'a'), answer(2, 'b', true), answer(3, 'c', true)]
  expect(shown(answersFor('single', answers))).toEqual([
    [1, 'a', false],
    [2, 'b', true],
    [3, 'c', false],
  ])
  expect(answersFor('multiple', answers)).toEqual(answers)
})

test('a question that becomes boolean has True and False, and keeps existing ones (QPL-005)', () => {
  expect(shown(answersFor('boolean', [answer(1, 'Yes', true), answer(2, 'No')]))).toEqual([
    [null, 'True', false],
    [null, 'False', false],
  ])
  expect(shown(answersFor('boolean', [answer(1, ' false', true), answer(2, 'Maybe', true)]))).toEqual([
    [null, 'True', false],
    [1, 'False', true],
  ])
})

test('a question that was boolean keeps its words as answers', () => {
  const answers = [answer(1, 'True', true), answer(2, 'False')]
  expect(answersFor('single', answers)).toEqual(answers)
})

test('marking an answer as correct unmarks the others, except in multiple choice (QPL-005)', () => {
  const answers = [answer(1, 'a', true), answer(2, 'b'), blankAnswer('new')]
  expect(shown(markCorrect('single', answers, 'k2'))).toEqual([
    [1, 'a', false],
    [2, 'b', true],
    [null, '', false],
  ])
  expect(markCorrect('multiple', answers, 'k2').map(({ is_correct }) => is_correct)).toEqual([true, true, false])
  expect(markCorrect('multiple', answers, 'k1').map(({ is_correct }) => is_correct)).toEqual([false, false, false])
})
