import { expect, test } from 'vitest'
import { CREW, crewProblem, crewText } from './crew.ts'

test.each([
  [{ people: 12, courses: 1 }, null],
  [{ people: CREW.people, courses: CREW.courses }, null],
  [{ people: 0, courses: 0 }, /^None of these people needs a certificate/],
  [{ people: 1201, courses: 1 }, /^These are 1,201 people\. A roster has room for 200: choose a team/],
  [{ people: 5, courses: 6 }, /^These are 6 courses\. A roster has room for 5: choose some under Requirements\.$/],
])('%j: what is too large for a roster says so, and what to do (EVD-024)', (size, problem) => {
  if (problem === null) expect(crewProblem(size)).toBeNull()
  else expect(crewProblem(size)).toMatch(problem)
})

test.each([
  [{ people: 1, courses: 1, sheets: 1 }, '1 person and 1 course on one sheet with one code.'],
  [
    { people: 60, courses: 2, sheets: 4 },
    '60 people and 2 courses are too many for one code: they go on 4 sheets. Each sheet has its own code, and the guard scans each one.',
  ],
])('%j: how many sheets there will be is said before printing (EVD-024)', (size, text) => {
  expect(crewText(size)).toBe(text)
})
