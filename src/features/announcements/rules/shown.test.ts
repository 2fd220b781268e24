import { expect, test } from 'vitest'
import { audiencesOf } from './shown.ts'

test.each([
  ['learner', ['banner', 'learner']],
  ['manager', ['banner', 'manager']],
  ['portal_admin', ['banner']],
  [null, ['banner']],
] as const)('in the role %s one sees %j (PRT-051, PRT-052)', (role, audiences) => {
  expect(audiencesOf(role)).toEqual(audiences)
})
