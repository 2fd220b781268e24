import { expect, test } from 'vitest'
import type { Role } from '#kernel/access/permissions.ts'
import { givableRoles, type RoleRule, rolesAfter } from './mapped-roles.ts'

const portal = { is_admin: false, is_core: false }
const rules: RoleRule[] = [
  { value: 'trainers', role: 'instructor' },
  { value: 'leads', role: 'manager' },
]

test.each<[Role[], string[], Role[]]>([
  [[], [], ['learner']],
  [[], ['trainers'], ['instructor']],
  [['learner'], ['trainers', 'leads'], ['manager', 'instructor', 'learner']],
  [['instructor', 'learner'], [], ['learner']],
  [['instructor'], [], ['learner']],
  [['portal_admin', 'instructor'], ['leads'], ['portal_admin', 'manager']],
  [['editor'], ['unknown'], ['editor']],
])('%j in the groups %j has %j afterwards (SSO-010)', (current, groups, expected) => {
  expect(rolesAfter(current, groups, rules, portal)).toEqual(expected)
})

test('a rule that was saved with a role of the platform gives nothing (SSO-010)', () => {
  const forged: RoleRule[] = [
    { value: 'x', role: 'super_admin' },
    { value: 'x', role: 'sub_super_admin' },
    { value: 'x', role: 'admin' },
  ]
  expect(rolesAfter([], ['x'], forged, portal)).toEqual(['learner'])
  expect(rolesAfter([], ['x'], forged, { is_admin: true, is_core: false })).toEqual(['learner'])
  for (const at of [portal, { is_admin: true, is_core: false }, { is_admin: false, is_core: true }])
    expect(givableRoles(at)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/super_admin|^admin|sub_admin/)]),
    )
})
