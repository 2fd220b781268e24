import { expect, test } from 'vitest'
import type { Role } from '#kernel/access/roles.ts'
import { mayManagerStart } from './who-may.ts'

const cases: readonly (readonly [boolean, readonly Role[], boolean])[] = [
  [false, ['learner'], true],
  [true, ['learner'], false],
  [false, ['manager', 'learner'], false],
  [false, ['instructor', 'learner'], false],
  [false, ['portal_admin'], false],
  [false, ['super_admin'], false],
  [false, [], false],
]
test.each(cases)(
  'with an e-mail %s and the roles %j a manager gives a start code: %s (BDG-013)',
  (has_email, roles, may) => {
    expect(mayManagerStart({ roles, has_email })).toBe(may)
  },
)
