import { expect, test } from 'vitest'
import { termPath } from './kinds.ts'

test('every kind of term has its address, and a language is addressed by its code (ROU-032 to ROU-035, ROU-038)', () => {
  const term = { slug: 'spanish', code: 'es' }
  expect(termPath('state', { slug: 'new-york', code: 'NY' })).toBe('/united-states/new-york')
  expect(termPath('agency', term)).toBe('/regulating-agency/spanish')
  expect(termPath('organization', term)).toBe('/ce/spanish')
  expect(termPath('category', term)).toBe('/training-courses/spanish')
  expect(termPath('training_option', term)).toBe('/training-courses/spanish')
  expect(termPath('language', term)).toBe('/courses-languages/es')
  expect(termPath('language', { slug: 'a b', code: null })).toBe('/courses-languages/a%20b')
})
