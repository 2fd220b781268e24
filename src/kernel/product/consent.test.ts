import { expect, test } from 'vitest'
import { consentOf, consentValue } from './consent.ts'

const ALL = { analytics: true, advertisement: true, other: true }
const OPEN = { hasSignal: false, isOptIn: false }
const SIGNAL = { hasSignal: true, isOptIn: false }
const NONE = { analytics: false, advertisement: false, other: false }

test('without a choice every category is on (UIX-030)', () => {
  expect(consentOf(undefined, OPEN)).toEqual(ALL)
})

test('a choice is read back as it was saved (UIX-031)', () => {
  for (const choice of [ALL, NONE, { ...NONE, analytics: true }, { ...ALL, analytics: false }])
    expect(consentOf(consentValue(choice), OPEN)).toEqual(choice)
})

test('a damaged cookie allows only what it names (UIX-031)', () => {
  expect(consentOf('', OPEN)).toEqual(NONE)
  expect(consentOf('yes', OPEN)).toEqual(NONE)
})

test('a Do-Not-Track or Global Privacy Control signal switches everything off (UIX-031)', () => {
  expect(consentOf(undefined, SIGNAL)).toEqual(NONE)
  expect(consentOf(consentValue(ALL), SIGNAL)).toEqual(NONE)
})

test('on a portal that asks first, everything is off until it is switched on (UIX-031)', () => {
  const asking = { hasSignal: false, isOptIn: true }
  expect(consentOf(undefined, asking)).toEqual(NONE)
  expect(consentOf(consentValue({ ...NONE, other: true }), asking)).toEqual({ ...NONE, other: true })
  expect(consentOf(consentValue(ALL), { ...asking, hasSignal: true })).toEqual(NONE)
})
