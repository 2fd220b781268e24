import { expect, test } from 'vitest'
import { isPhone } from '#kernel/validators.ts'
import { DEMO_PORTALS } from './portals.ts'

test('the settings of the demo’s portals can be saved as they are: their phone numbers are valid (VAL-022)', () => {
  const phones = DEMO_PORTALS.flatMap(({ company }) => company.support_phone ?? [])
  expect(phones.length).toBeGreaterThan(3)
  expect(phones.filter((phone) => !isPhone(phone))).toEqual([])
})
