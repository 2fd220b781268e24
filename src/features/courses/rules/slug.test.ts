import { expect, test } from 'vitest'
import { freeSlug } from './slug.ts'

test.each([
  ['Workplace Safety', [], 'workplace-safety'],
  ['Workplace Safety', ['workplace-safety'], 'workplace-safety-2'],
  ['Workplace Safety', ['workplace-safety', 'workplace-safety-2'], 'workplace-safety-3'],
  ['安全', [], 'course'],
  ['Create', [], 'create-2'],
])('the slug of %j beside %j is %j (BLD-004, CNT-023)', (title, taken, slug) => {
  expect(freeSlug(title, taken)).toBe(slug)
})
