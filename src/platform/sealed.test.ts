import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const SECRET = 'a secret for tests only, of enough length'

test('a sealed value can be opened only with the same secret for the same purpose (INT-006)', () => {
  const sealed = seal(SECRET, 'integration 1 cloud_scorm', 'a key · ключ')
  expect(unseal(SECRET, 'integration 1 cloud_scorm', sealed)).toBe('a key · ключ')
  expect(unseal(SECRET, 'integration 2 cloud_scorm', sealed)).toBeNull()
  expect(unseal(`${SECRET}!`, 'integration 1 cloud_scorm', sealed)).toBeNull()
})

test('the sealed text does not reveal its content, and differs each time', () => {
  const [one, other] = [seal(SECRET, 'p', 'secret text'), seal(SECRET, 'p', 'secret text')]
  expect(one.includes('secret')).toBe(false)
  expect(one.equals(other)).toBe(false)
})

test('a changed byte anywhere, or a truncation, is noticed', () => {
  const sealed = seal(SECRET, 'p', 'secret text')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(unseal(SECRET, 'p', changed)).toBeNull()
  }
  for (const length of [0, 5, 28, sealed.length - 1]) expect(unseal(SECRET, 'p', sealed.subarray(0, length))).toBeNull()
})
