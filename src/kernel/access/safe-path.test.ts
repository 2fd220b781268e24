import { expect, test } from 'vitest'
import { isSafePath } from './safe-path.ts'

test.each([
  ['/', true],
  ['/orders?status=open#top', true],
  ['/courses/learner/ladder-safety/7/outline', true],
  ['//example.com', false],
  ['/\\example.com', false],
  ['/\t/example.com', false],
  ['/\n/example.com', false],
  ['https://example.com', false],
  ['javascript:alert(1)', false],
  ['orders', false],
  ['', false],
])('the saved path %j is used after the sign-in: %s (AUT-026)', (path, isSafe) => {
  expect(isSafePath(path)).toBe(isSafe)
})
