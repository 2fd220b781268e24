import { afterEach, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { validateAddress } from '../contract.ts'

const t = testApp()
const ADDRESS = { address: '1 Main Street', city: 'Denver', state: 'CO', zip_code: '80202' }

const controls = () => {
  const controls = t.app.standins.maps?.controls
  if (!controls) throw new Error('The stand-in of the maps service does not run')
  return controls
}
const check = async (body: object = {}) => {
  const portal = await t.make.portal()
  return t.as(portal).call(validateAddress, { body: { ...ADDRESS, ...body } })
}

afterEach(() => {
  controls().answers_with = 'addresses'
})

test('an address that the maps service knows is a success, even for a visitor (SHP-014, SHP-018, INT-010)', async () => {
  expect((await check()).data).toEqual({ state: 'success', suggestion: null })
})

test('an address that it writes differently is a warning with its suggestion (SHP-014, SHP-018)', async () => {
  expect((await check({ address: '1 Main St', address_2: 'Apt 4' })).data).toEqual({
    state: 'warning',
    suggestion: { address: '1 Main Street', address_2: 'Apt 4', city: 'Denver', state: 'CO', zip_code: '80202' },
  })
})

test.each([
  ['without a house number', { address: 'Main Street' }],
  ['whose ZIP code lies in another state', { zip_code: '10001' }],
])('one %s is not found (SHP-014)', async (_, body) => {
  expect((await check(body)).data).toEqual({ state: 'failed', suggestion: null })
})

test.each([['failure'], ['nonsense']] as const)(
  'a maps service that answers with %s is told of by ERR-071 (SHP-017, ERR-071)',
  async (answer) => {
    controls().answers_with = answer
    expect(await refusalOf(check())).toMatchObject({
      status: 422,
      message: 'The address could not be checked by the maps service. Please try again later.',
    })
  },
)

test.each([
  ['state', 'Colorado', 'state'],
  ['zip_code', '8020', 'zip_code'],
  ['country', 'CA', 'country'],
  ['address', '  ', 'address'],
])('an address with %s "%s" is refused at its field (SHP-011, SHP-016)', async (field, value, at) => {
  const refusal = await refusalOf(check({ [field]: value }))
  expect(refusal?.status).toBe(422)
  expect(Object.keys(refusal?.errors ?? {})).toEqual([at])
})
