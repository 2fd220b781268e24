import { expect, test } from 'vitest'
import { actionWords, changeWords } from './words.ts'

test.each([
  ['user.update', 'Changed the profile'],
  ['api-token.create', 'Created an API token'],
  ['course.remove-picture', 'Course: remove picture'],
])('the action %s reads "%s" (REP-007)', (action, words) => {
  expect(actionWords(action)).toBe(words)
})

test('changes are short pairs of words without ids or empty values (REP-005, REP-007)', () => {
  const changes = { first_name: 'Lena', user_id: 4, id: 5, notes: null, empty: '', is_on: true, amount: 3, list: [1] }
  expect(changeWords(changes)).toEqual([
    ['First name', 'Lena'],
    ['Is on', 'yes'],
    ['Amount', '3'],
  ])
  expect(changeWords(changes, 1)).toEqual([['First name', 'Lena']])
  expect(changeWords(null)).toEqual([])
  expect(changeWords({ description: { from: null, to: 'x'.repeat(201) } })).toEqual([['Description', 'Text changed']])
})
