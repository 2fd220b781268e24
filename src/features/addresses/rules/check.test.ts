import { describe, expect, test } from 'vitest'
import { type Checked, isComplete, judge, keyOf, needsConfirmation, stateOf } from './check.ts'

const TYPED = { address: '1 Main Street', address_2: null, city: 'Denver', state: 'CO', zip_code: '80202' }
const FOUND = {
  granularity: 'PREMISE',
  is_complete: true,
  has_unconfirmed: false,
  lines: ['1 Main Street'],
  city: 'Denver',
  state: 'CO',
  zip_code: '80202',
}

describe('the result of an address check (SHP-012, SHP-014)', () => {
  test.each([
    ['the same text', {}, {}],
    ['other capitals and commas', { address: '1 MAIN street,' }, {}],
    ['a ZIP code that the service knows more closely', {}, { zip_code: '80202-1234' }],
    ['the flat on the first line', { address_2: 'Unit 5' }, { lines: ['1 Main Street Unit 5'] }],
    ['the building beside it', {}, { granularity: 'PREMISE_PROXIMITY' }],
  ])('success: %s', (_, typed, verdict) => {
    expect(judge({ ...TYPED, ...typed }, { ...FOUND, ...verdict })).toEqual({ state: 'success', suggestion: null })
  })

  test.each([
    ['another street', { lines: ['1 Main Avenue'] }, { address: '1 Main Avenue', address_2: null }],
    ['a flat that was left out', { lines: ['1 Main Street', 'Unit 5'] }, { address_2: 'Unit 5' }],
    ['another city', { city: 'Aurora' }, { city: 'Aurora' }],
    ['another state', { state: 'WY' }, { state: 'WY' }],
    ['another ZIP code', { zip_code: '80203-1234' }, { zip_code: '80203-1234' }],
  ])('warning with the corrected address: %s', (_, verdict, suggested) => {
    expect(judge(TYPED, { ...FOUND, ...verdict })).toEqual({ state: 'warning', suggestion: { ...TYPED, ...suggested } })
  })

  test.each([
    ['only the street is known', { granularity: 'ROUTE' }],
    ['only the place is known', { granularity: 'OTHER' }],
    ['something is missing', { is_complete: false }],
    ['a part could not be confirmed', { has_unconfirmed: true }],
    ['nothing was answered', { lines: [] }],
  ])('failed: %s', (_, verdict) => {
    expect(judge(TYPED, { ...FOUND, ...verdict })).toEqual({ state: 'failed', suggestion: null })
  })
})

const checked = (state: Checked['state'], is_confirmed = false): Checked => ({
  key: keyOf(TYPED),
  state,
  suggestion: null,
  is_confirmed,
})

test('there is no result before a check, and none after any field changes (SHP-014)', () => {
  expect(stateOf(null, TYPED)).toBe('not_validated')
  expect(stateOf(checked('success'), TYPED)).toBe('success')
  expect(stateOf(checked('success'), { ...TYPED, city: ' Denver ' })).toBe('success')
  for (const field of ['address', 'address_2', 'city', 'state', 'zip_code'] as const)
    expect(stateOf(checked('success'), { ...TYPED, [field]: 'other' })).toBe('not_validated')
})

test('only an address that the service corrects or does not find needs confirmation, once (SHP-015)', () => {
  expect(needsConfirmation(null, TYPED)).toBe(false)
  expect(needsConfirmation(checked('success'), TYPED)).toBe(false)
  for (const state of ['warning', 'failed'] as const) {
    expect(needsConfirmation(checked(state), TYPED)).toBe(true)
    expect(needsConfirmation(checked(state, true), TYPED)).toBe(false)
    expect(needsConfirmation(checked(state), { ...TYPED, city: 'Aurora' })).toBe(false)
  }
})

test.each([
  [{}, true],
  [{ zip_code: '80202-1234' }, true],
  [{ address: ' ' }, false],
  [{ city: '' }, false],
  [{ state: '' }, false],
  [{ zip_code: '8020' }, false],
])('an address with %j is complete: %s (SHP-011, SHP-016)', (change, expected) => {
  expect(isComplete({ ...TYPED, ...change })).toBe(expected)
})
