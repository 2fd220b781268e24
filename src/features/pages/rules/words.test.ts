import { expect, test } from 'vitest'
import { fillHtml, fillWords, wordsOf } from './words.ts'

const words = { portal_name: 'Ladders & <Co>', state_name: 'Ohio' }

test.each([
  ['Welcome to {portal_name}', 'Welcome to Ladders & <Co>'],
  ['{state_name}, {state_name}', 'Ohio, Ohio'],
  ['{user_name} and {nonsense} stay', '{user_name} and {nonsense} stay'],
  ['{constructor} {Portal_name} { portal_name }', '{constructor} {Portal_name} { portal_name }'],
])('the dynamic words of %j are replaced, unknown ones stay (PGB-032)', (text, filled) => {
  expect(fillWords(text, words)).toBe(filled)
})

test('a word in HTML is text, never markup (PGB-032, PGB-034)', () => {
  expect(fillHtml('<h1>{portal_name}</h1>', words)).toBe('<h1>Ladders &amp; &lt;Co&gt;</h1>')
})

test('what the portal has not entered shows as nothing (PGB-032)', () => {
  const company = { support_phone: null, support_email: null }
  const known = wordsOf({ portal: { name: 'Ladders', company } as never })
  expect(fillHtml('<p>{portal_name}: {support_phone}{support_email} {user_name}</p>', known)).toBe(
    '<p>Ladders:  {user_name}</p>',
  )
})
