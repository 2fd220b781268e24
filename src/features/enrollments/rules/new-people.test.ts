import { expect, test } from 'vitest'
import { readNewPeople } from './new-people.ts'

test.each([
  ['', []],
  ['\n  \n', []],
  ['Ana, Ames', [{ first_name: 'Ana', last_name: 'Ames', badge_number: 'new' }]],
  [
    'Ana, Ames, w-17\n\n Ben;Bond;10 442 \r\nCy\tCole\t',
    [
      { first_name: 'Ana', last_name: 'Ames', badge_number: 'W-17' },
      { first_name: 'Ben', last_name: 'Bond', badge_number: '10442' },
      { first_name: 'Cy', last_name: 'Cole', badge_number: 'new' },
    ],
  ],
  ['Maria José, de la Cruz, 10442', [{ first_name: 'Maria José', last_name: 'de la Cruz', badge_number: '10442' }]],
])('%j is read as %j (BDG-004)', (typed, people) => {
  expect(readNewPeople(typed)).toEqual({ people })
})

const SHAPE = 'write first name, last name, badge number, with commas between them.'
test.each([
  ['Ana', `Line 1: ${SHAPE}`],
  ['Ana, Ames\n, Bond', `Line 2: ${SHAPE}`],
  ['Ana, Ames, 10442, Night crew', `Line 1: ${SHAPE}`],
  ['Ana, Ames, 1', 'Line 1: “1” is not a badge number.'],
  ['Ana, Ames, ana@example.com', 'Line 1: “ana@example.com” is not a badge number.'],
  ['Ana, Ames\n'.repeat(51), 'Enter at most 50 people at once.'],
])('%j cannot be read: %s (BDG-004)', (typed, problem) => {
  expect(readNewPeople(typed)).toEqual({ problem })
})
