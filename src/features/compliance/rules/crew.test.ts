import { expect, test } from 'vitest'
import type { CrewEntry } from '#kernel/statements/crew.ts'
import { CREW, crewEntry, crewProblem, crewText, longestOf, worstOf } from './crew.ts'
import { dayNumber } from './days.ts'
import type { Standing } from './standing.ts'

test.each([
  [{ people: 12, requirements: 1 }, null],
  [{ people: CREW.people, requirements: CREW.requirements }, null],
  [{ people: 0, requirements: 0 }, /^Nothing is required of these people today/],
  [{ people: 1201, requirements: 1 }, /^These are 1,201 people\. A roster has room for 200: choose a team/],
  [
    { people: 5, requirements: 6 },
    /^These are 6 requirements\. A roster has room for 5: choose some under Requirements\.$/,
  ],
])('%j: what is too large for a roster says so, and what to do (EVD-024)', (size, problem) => {
  if (problem === null) expect(crewProblem(size)).toBeNull()
  else expect(crewProblem(size)).toMatch(problem)
})

test.each([
  [{ people: 1, requirements: 1, sheets: 1 }, '1 person and 1 requirement on one sheet with one code.'],
  [
    { people: 60, requirements: 2, sheets: 4 },
    '60 people and 2 requirements are too many for one code: they go on 4 sheets. Each sheet has its own code, and the guard scans each one.',
  ],
])('%j: how many sheets there will be is said before printing (EVD-024)', (size, text) => {
  expect(crewText(size)).toBe(text)
})

const TODAY = '2026-11-27'
const NUMBER = 'K7M4-9XAT-2HRN-3CEF'
const standing = (state: Standing['state'], day?: string): Standing => ({ state, until: day ? dayNumber(day) : null })
const holds = (last_day: string | null, is_revoked = false) => ({ number: NUMBER, last_day, is_revoked })
const certificate = (last_day: string | null): CrewEntry => ({ kind: 'certificate', number: NUMBER, last_day })

test.each<[string, Standing, ReturnType<typeof holds> | null, CrewEntry]>([
  ['nothing required', standing('not_required'), holds(null), 'not_required'],
  ['a certificate that counts', standing('valid', '2027-01-01'), holds('2027-01-01'), certificate('2027-01-01')],
  // Where the requirement asks for it again earlier than the certificate ends, its day counts.
  ['a shorter requirement', standing('valid', '2026-12-01'), holds('2029-01-01'), certificate('2026-12-01')],
  ['a completed course', standing('valid'), null, { kind: 'record', last_day: null }],
  ['a completed course, certificate revoked', standing('valid'), holds(null, true), { kind: 'record', last_day: null }],
  ['a license', standing('valid', '2027-01-01'), null, { kind: 'record', last_day: '2027-01-01' }],
  ['grace', standing('grace', '2026-12-05'), holds('2026-11-20'), { kind: 'grace', last_day: '2026-12-05' }],
  ['an expired certificate', standing('expired', '2026-11-01'), holds('2026-11-01'), certificate('2026-11-01')],
  ['expired by the requirement', standing('expired', '2026-11-01'), holds('2029-01-01'), certificate('2026-11-01')],
  ['an expired license', standing('expired', '2026-11-01'), null, { kind: 'record', last_day: '2026-11-01' }],
  ['a revoked certificate', standing('revoked'), holds('2027-01-01', true), certificate('2027-01-01')],
  ['nothing', standing('missing'), null, 'missing'],
  ['a document under review', standing('under_review'), null, 'missing'],
  // A certificate was given by hand, but the course is what is required.
  ['a course not completed', standing('in_progress'), holds(null), 'missing'],
])('%s: a roster says what the matrix says (EVD-022)', (_, on, held, entry) => {
  expect(crewEntry(on, held, TODAY)).toEqual(entry)
})

test.each<[Standing[], Standing]>([
  [[], standing('not_required')],
  [[standing('not_required'), standing('valid')], standing('valid')],
  [[standing('valid'), standing('grace', '2026-12-05')], standing('grace', '2026-12-05')],
  [[standing('expired', '2026-11-01'), standing('missing')], standing('missing')],
  [[standing('valid'), standing('valid', '2027-01-01')], standing('valid', '2027-01-01')],
])('of %j the worst stands on the roster (EVD-022)', (standings, worst) => {
  expect(worstOf(standings)).toEqual(worst)
})

test.each([
  [[], null],
  [['A 2027-01-01', 'B 2027-02-01'], 'B'],
  [['A 2027-03-01', 'B null'], 'B'],
  [['A 2029-01-01 revoked', 'B 2027-02-01'], 'B'],
  [['A 2027-01-01 revoked'], 'A'],
])('of the certificates %j of a course and its refreshers %s counts the longest (EVD-022)', (all, number) => {
  const certificates = all.map((text) => {
    const [name, last, revoked] = text.split(' ')
    return { number: name as string, last_day: last === 'null' ? null : (last as string), is_revoked: Boolean(revoked) }
  })
  expect(longestOf(certificates)?.number ?? null).toBe(number)
})
