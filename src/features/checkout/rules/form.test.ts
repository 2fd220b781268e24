import { describe, expect, test } from 'vitest'
import { Address, BillingAddress } from '#features/addresses/contract.ts'
import { errorText } from '#kernel/errors.ts'
import { US_STATES } from '#kernel/product/us-states.ts'
import { fieldErrors, z } from '#kernel/schema.ts'
import {
  asksToSignIn,
  type CheckoutValues,
  checkForm,
  EMPTY_VALUES,
  FORM_TEXTS,
  firstValues,
  formBody,
  needsName,
  placeErrors,
  readDraft,
  writeDraft,
} from './form.ts'

const FILLED: CheckoutValues = {
  ...EMPTY_VALUES,
  first_name: 'Vera',
  last_name: 'Visitor',
  email: ' vera@example.com ',
  'billing_address.address': '12 Main Street',
  'billing_address.city': 'Springfield',
  'billing_address.state': 'IL',
  'billing_address.zip_code': '62701',
  has_accepted_terms: true,
  is_of_age: true,
}
const VISITOR = { buyer: 'visitor', hasShipping: false } as const
const SIGNED_IN = { buyer: 'known', hasShipping: false } as const
const NAMELESS = { buyer: 'nameless', hasShipping: false } as const

describe('what is missing', () => {
  test('everything at once, by field (CRT-023 to CRT-025)', () => {
    expect(Object.keys(checkForm(EMPTY_VALUES, VISITOR))).toEqual([
      'first_name',
      'last_name',
      'email',
      'billing_address.address',
      'billing_address.city',
      'billing_address.state',
      'billing_address.zip_code',
      'has_accepted_terms',
      'is_of_age',
    ])
  })

  test('a signed-in buyer is not asked for name and e-mail (CRT-024)', () => {
    const fields = Object.keys(checkForm(EMPTY_VALUES, SIGNED_IN))
    expect(fields).not.toContain('email')
    expect(fields).toContain('billing_address.city')
  })

  test('a signed-in buyer without a name in this portal is asked for it, but not for an e-mail (CRT-036)', () => {
    const fields = Object.keys(checkForm(EMPTY_VALUES, NAMELESS))
    expect(fields.slice(0, 3)).toEqual(['first_name', 'last_name', 'billing_address.address'])
    expect(formBody(FILLED, NAMELESS)).toMatchObject({ first_name: 'Vera', last_name: 'Visitor' })
    expect(formBody(FILLED, NAMELESS)).not.toHaveProperty('email')
    expect(formBody(FILLED, SIGNED_IN)).not.toHaveProperty('first_name')
  })

  test('a signed-in buyer without an e-mail names one for the receipt (BDG-027)', () => {
    for (const buyer of ['known', 'nameless'] as const) {
      const asks = { buyer, hasShipping: false, needsReceiptEmail: true }
      expect(checkForm(EMPTY_VALUES, asks)).toMatchObject({ email: FORM_TEXTS.required })
      expect(checkForm({ ...FILLED, email: 'vera' }, asks)).toEqual({ email: FORM_TEXTS.email })
      expect(checkForm(FILLED, asks)).toEqual({})
      expect(formBody(FILLED, asks)).toMatchObject({ email: 'vera@example.com' })
    }
    expect(formBody(FILLED, { ...SIGNED_IN, needsReceiptEmail: false })).not.toHaveProperty('email')
  })

  test.each([
    [null, null, true],
    ['', null, true],
    ['Ada', null, false],
    [null, 'Byron', false],
    ['Ada', 'Byron', false],
  ])('first name %s and last name %s: asked for %s (CRT-036)', (first_name, last_name, expected) => {
    expect(needsName({ first_name, last_name })).toBe(expected)
  })

  test('both acceptances are needed (CRT-025)', () => {
    expect(checkForm({ ...FILLED, is_of_age: false }, VISITOR)).toEqual({ is_of_age: FORM_TEXTS.required })
    expect(checkForm({ ...FILLED, has_accepted_terms: false }, VISITOR)).toEqual({
      has_accepted_terms: FORM_TEXTS.required,
    })
  })

  test('a shipping address is asked for when an item needs shipping (CRT-023)', () => {
    const faults = checkForm(FILLED, { buyer: 'visitor', hasShipping: true })
    expect(Object.keys(faults)).toEqual([
      'shipping_address.address',
      'shipping_address.city',
      'shipping_address.state',
      'shipping_address.zip_code',
    ])
  })

  test.each(['vera', 'vera@', '@example.com', 'vera@example', 'a b@example.com'])(
    '%j is no e-mail (CRT-024)',
    (email) => {
      expect(checkForm({ ...FILLED, email }, VISITOR)).toEqual({ email: FORM_TEXTS.email })
    },
  )

  test.each(['6270', '627011', '62701-12', 'ABCDE'])('%j is not a ZIP code (CRT-023)', (zip) => {
    expect(checkForm({ ...FILLED, 'billing_address.zip_code': zip }, VISITOR)).toEqual({
      'billing_address.zip_code': FORM_TEXTS.zip,
    })
  })

  test('if the ZIP code is enough, nothing else of the address is asked for or sent (CRT-023)', () => {
    const visitor = { ...VISITOR, isZipEnough: true }
    const short = { ...FILLED, 'billing_address.address': '', 'billing_address.city': '', 'billing_address.state': '' }
    expect(checkForm(short, visitor)).toEqual({})
    expect(formBody(FILLED, visitor).billing_address).toEqual({ zip_code: '62701' })
    expect(checkForm({ ...short, 'billing_address.zip_code': '' }, visitor)).toEqual({
      'billing_address.zip_code': FORM_TEXTS.required,
    })
    expect(z.safeParse(BillingAddress, formBody(short, visitor).billing_address).success).toBe(true)
  })

  test('a completed form has no errors', () => {
    expect(checkForm(FILLED, VISITOR)).toEqual({})
  })
})

describe('the call', () => {
  test('gets the content of the form, trimmed, and nothing that was not asked for (CRT-027)', () => {
    const address = { address: '12 Main Street', city: 'Springfield', state: 'IL', zip_code: '62701' }
    expect(formBody(FILLED, SIGNED_IN)).toEqual({
      billing_address: address,
      has_accepted_terms: true,
      is_of_age: true,
    })
    expect(formBody(FILLED, VISITOR)).toMatchObject({
      first_name: 'Vera',
      last_name: 'Visitor',
      email: 'vera@example.com',
    })
  })

  test('the call accepts exactly what the form accepts, and refuses the rest with the same texts (CRT-023)', () => {
    expect(z.safeParse(Address, formBody(FILLED, VISITOR).billing_address).success).toBe(true)
    for (const { value } of US_STATES) expect(value).toMatch(/^[A-Z]{2}$/)
    const wrong = z.safeParse(Address, { address: '', city: 'X', state: 'IL', zip_code: '1' })
    const errors = fieldErrors(wrong.error?.issues ?? [])
    expect(errors).toEqual({ address: [FORM_TEXTS.required], zip_code: [FORM_TEXTS.zip] })
    expect([FORM_TEXTS.required, FORM_TEXTS.email]).toEqual([errorText('required'), errorText('email_invalid')])
  })

  test('errors of the call go to their fields; those without a field are separate (VAL-005)', () => {
    expect(
      placeErrors({
        email: ['This email has an account already.'],
        'billing_address.zip_code': ['Wrong.'],
        shipping_address: ['This field is required.'],
        'items.0.id': ['Gone.'],
        'items.1.id': ['Gone.'],
        has_accepted_terms: [],
      }),
    ).toEqual({
      fields: {
        email: 'This email has an account already.',
        'billing_address.zip_code': 'Wrong.',
        'shipping_address.address': 'This field is required.',
      },
      others: ['Gone.'],
    })
  })

  test('a valid e-mail that is refused belongs to an existing account (CRT-024)', () => {
    expect(asksToSignIn({ email: 'This email has an account already. Please sign in to continue.' })).toBe(true)
    expect(asksToSignIn({ email: FORM_TEXTS.email })).toBe(false)
    expect(asksToSignIn({ email: FORM_TEXTS.required })).toBe(false)
    expect(asksToSignIn({ 'billing_address.city': 'x' })).toBe(false)
  })
})

describe('a draft', () => {
  test('restores texts, never the acceptances (CRT-025)', () => {
    const draft = readDraft(writeDraft(null, { ...FILLED, color: 'red', first_name: 7 } as never), null)
    expect(draft).toMatchObject({ last_name: 'Visitor', 'billing_address.city': 'Springfield' })
    expect(Object.keys(draft)).not.toContain('has_accepted_terms')
    expect(Object.keys(draft)).not.toContain('color')
    expect(Object.keys(draft)).not.toContain('first_name')
    const damaged = [
      null,
      '',
      'null',
      '[',
      '7',
      '{}',
      '{"owner":null}',
      '{"owner":null,"texts":7}',
      JSON.stringify(FILLED),
    ]
    for (const text of damaged) expect(readDraft(text, null)).toEqual({})
  })

  test('of a visitor is kept for the person who signs in, and that of a person is private (CRT-024, AUT-019)', () => {
    expect(readDraft(writeDraft(null, FILLED), 7)).toMatchObject({ 'billing_address.city': 'Springfield' })
    expect(readDraft(writeDraft(7, FILLED), 7)).toMatchObject({ 'billing_address.city': 'Springfield' })
    expect(readDraft(writeDraft(7, FILLED), 8)).toEqual({})
    expect(readDraft(writeDraft(7, FILLED), null)).toEqual({})
  })

  test('does not mix its address with the one in the profile (CRT-023)', () => {
    const known = {
      'billing_address.address': '7 Hill Road',
      'billing_address.address_2': 'Suite 5',
      'billing_address.city': 'Denver',
      'shipping_address.address': '9 Dock Street',
    }
    const typed = { 'billing_address.address': '12 Main Street', 'billing_address.city': 'Springfield' }
    expect(firstValues(known, typed)).toMatchObject({
      'billing_address.address': '12 Main Street',
      'billing_address.address_2': '',
      'billing_address.city': 'Springfield',
      'shipping_address.address': '9 Dock Street',
    })
    expect(firstValues(known, { last_name: 'Visitor' })).toMatchObject({ ...known, last_name: 'Visitor' })
  })
})
