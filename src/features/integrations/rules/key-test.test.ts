import { expect, test } from 'vitest'
import { keyTestOf } from './key-test.ts'

test('a key test says whether the service accepted the key and, if not, what to do (PRT-080)', () => {
  expect(keyTestOf('EasyShip', null)).toEqual({ is_accepted: true, message: 'EasyShip accepted the key.' })
  const refused = keyTestOf('EasyShip', { status: 401, message: 'The access token is invalid.' })
  expect(refused.is_accepted).toBe(false)
  expect(refused.message).toContain('The access token is invalid.')
  expect(refused.message).toContain('Copy the key from your EasyShip account again')
  for (const status of [null, 500, 429])
    expect(keyTestOf('EasyShip', { status, message: '' })).toMatchObject({
      is_accepted: false,
      message: expect.stringContaining('Your key is saved; please try again later.'),
    })
})
