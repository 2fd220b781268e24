import { expect, test } from 'vitest'
import { audiencesOf, stateOf } from './shown.ts'

test.each([
  ['learner', ['banner', 'learner']],
  ['manager', ['banner', 'manager']],
  ['portal_admin', ['banner']],
  [null, ['banner']],
] as const)('in the role %s one sees %j (PRT-051, PRT-052)', (role, audiences) => {
  expect(audiencesOf(role)).toEqual(audiences)
})

const [before, now, after] = ['2031-05-01T09:00:00Z', '2031-05-01T10:00:00Z', '2031-05-01T11:00:00Z']
test.each([
  [true, null, null, 'active'],
  [true, before, after, 'active'],
  [true, now, null, 'active'],
  [true, after, null, 'planned'],
  [true, before, now, 'over'],
  [false, before, after, 'off'],
] as const)('switched on %s, from %s until %s it is %s (PRT-052)', (is_active, starts_at, ends_at, state) => {
  expect(stateOf({ is_active, starts_at, ends_at }, new Date(now))).toBe(state)
})
