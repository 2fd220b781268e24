import { expect, test } from 'vitest'
import { mayRefundType } from './may-refund.ts'

test('only the platform can refund a plan (ORD-050, ORD-022)', () => {
  for (const type of ['subscription', 'partner-subscription', 'change-subscription'] as const) {
    for (const role of ['portal_admin', 'accounting', 'admin'] as const) {
      expect(mayRefundType(type, { role, is_core: false })).toBe(false)
      expect(mayRefundType(type, { role, is_core: true })).toBe(true)
    }
    expect(mayRefundType(type, { role: 'sub_super_admin', is_core: false })).toBe(true)
  }
  expect(mayRefundType('course', { role: 'accounting', is_core: false })).toBe(true)
  expect(mayRefundType('credits-on-portal', { role: 'portal_admin', is_core: false })).toBe(true)
})
