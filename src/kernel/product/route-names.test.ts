import { expect, test } from 'vitest'
import { pathOf, ROUTES, routeName } from './route-names.ts'

test.each([
  ['/users/{slug}/{portalId}/assign-roles', 'users-slug-portalId-assign-roles'],
  ['/ce/{slug?}', 'ce-slug'],
  ['/courses/learner/$slug/$relatedId/outline', 'courses-learner-slug-relatedId-outline'],
  ['/courses/admin', 'courses-admin'],
])('the route %s is named %s (ROU-009)', (path, name) => {
  expect(routeName(path)).toBe(name)
})

test('the names used in navigation are those in the catalog, each derived from its path (ROU-009, ROU-010, ROU-011)', () => {
  const names =
    'login dashboard courses cart checkout-bundle checkout-course checkout-subscription learning-management-system special-plan faq-slug error not-found question-pools courses-admin users portals-promo-buttons portals-promo-buttons-id portals-promo-buttons-create terms privacy-statement ada-accessibility'
  for (const name of names.split(' ')) expect(Object.keys(ROUTES)).toContain(name)
  for (const [name, path] of Object.entries(ROUTES)) expect(routeName(path)).toBe(name)
  expect(ROUTES['portals-promo-buttons-create']).toBe('/portals/promo-buttons/create')
  expect(pathOf('portals-promo-buttons-id', { id: 4 })).toBe('/portals/promo-buttons/4')
})

test('parameters are filled in as one segment each, whatever they contain', () => {
  expect(pathOf('faq-slug', { slug: 'what/is this?' })).toBe('/faq/what%2Fis%20this%3F')
})
