import { expect, test } from 'vitest'
import { matchColumns } from './sheet-columns.ts'

const NAMES = {
  email: ['E-mail', 'Email address'],
  first_name: ['First name', 'Given name', 'Prénom'],
  last_name: ['Last name'],
} as const

test.each([
  [['E-Mail', 'First Name', 'Last Name'], { email: 0, first_name: 1, last_name: 2 }, [], []],
  [['EMAIL ADDRESS', 'given_name'], { email: 0, first_name: 1 }, [], []],
  [['prenom', 'Shoe size', 'e mail'], { email: 2, first_name: 0 }, [1], []],
  [['first_name', '', 'First Name'], { first_name: 0 }, [], [2]],
  [['email', '“E‑mail”'], { email: 0 }, [], [1]],
])('the columns of %j are %j (API-036)', (header, columns, unknown, doubled) => {
  expect(matchColumns(header, NAMES)).toEqual({ columns, unknown, doubled })
})
