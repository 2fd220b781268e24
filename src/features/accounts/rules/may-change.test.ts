import { expect, test } from 'vitest'
import type { Role } from '#kernel/access/roles.ts'
import { mayChange } from './may-change.ts'

test.each<[Role, Role[], boolean]>([
  ['portal_admin', ['learner'], true],
  ['portal_admin', ['portal_admin'], true],
  ['portal_admin', ['sub_admin'], false],
  ['portal_admin', ['learner', 'super_admin'], false],
  ['course_admin', ['learner', 'manager'], true],
  ['course_admin', ['course_admin'], false],
  ['course_admin', ['accounting'], false],
  ['course_admin', ['learner', 'portal_admin'], false],
  ['sub_admin', ['sub_admin'], true],
  ['sub_admin', ['admin'], false],
  ['admin', ['admin'], true],
  ['sub_super_admin', ['sub_super_admin'], true],
  ['sub_super_admin', ['super_admin'], false],
  ['super_admin', ['super_admin', 'sub_super_admin'], true],
  ['learner', ['learner'], false],
  ['portal_admin', [], true],
])('as %s somebody who holds %j may be changed: %s (USR-038, ROL-081)', (actor, roles, expected) => {
  expect(mayChange(actor, roles)).toBe(expected)
})
