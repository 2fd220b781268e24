import { expect, test } from 'vitest'
import { ApiError } from '#kernel/client.ts'
import { isMissingPart, isUnreached } from './unreached.ts'

test.each([
  'Failed to fetch',
  'Failed to fetch dynamically imported module: https://portal.example/assets/page.js',
  'network error',
  'NetworkError when attempting to fetch resource.',
  'error loading dynamically imported module',
  'Load failed',
  'Importing a module script failed.',
])('"%s" means that there was no answer (UIX-049)', (message) => {
  expect(isUnreached(new TypeError(message))).toBe(true)
})

test('an answer that is an error, and a fault of the program, are not taken for a missing network (UIX-049)', () => {
  expect(isUnreached(new ApiError(500, { message: 'Failed to fetch' }))).toBe(false)
  expect(isUnreached(new TypeError("Cannot read properties of undefined (reading 'title')"))).toBe(false)
  expect(isUnreached(new Error('Load failed'))).toBe(false)
  expect(isUnreached('Failed to fetch')).toBe(false)
})

test('scripts and styles of a part that did not arrive are neither a call nor a part that is gone (UIX-050)', () => {
  const script = new TypeError('Failed to fetch dynamically imported module: https://portal.example/assets/page.js')
  const styles = new Error('Unable to preload CSS for https://portal.example/assets/page.css')
  expect([script, styles].map(isMissingPart)).toEqual([true, true])
  expect([script, styles].map(isUnreached)).toEqual([true, true])
  expect(isMissingPart(new TypeError('Failed to fetch'))).toBe(false)
  // How the failure of a part is passed on that the server does not have.
  expect([script, styles].map((error) => isUnreached(new Error(String(error))))).toEqual([false, false])
})
