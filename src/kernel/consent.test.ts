import { expect, test } from 'vitest'
import { consentOf, consentValue } from './consent.ts'

const ALL = { analytics: true, advertisement: true, other: true }
const NONE = { analytics: false, advertisement: false, other: false }

test('without a choice every category is on (UIX-030)', () => {
  expect(consentOf(undefined, false)).toEqual(ALL)
})

test('a choice is read back as it was kept (UIX-031)', () => {
  for (const choice of [ALL, NONE, { ...NONE, analytics: true }, { ...ALL, analytics: false }])
    expect(consentOf(consentValue(choice), false)).toEqual(choice)
})

test('a damaged cookie allows nothing that it does not name (UIX-031)', () => {
  expect(consentOf('', false)).toEqual(NONE)
  expect(consentOf('yes', false)).toEqual(NONE)
})

test('a Do-Not-Track or Global Privacy Control signal switches everything off (UIX-031)', () => {
  expect(consentOf(undefined, true)).toEqual(NONE)
  expect(consentOf(consentValue(ALL), true)).toEqual(NONE)
})
