import { expect, test } from 'vitest'
import { isPortalBound } from './portal-bound.ts'

test.each([
  ['/portals', false],
  ['/portals/', false],
  ['/portals/7', false],
  ['/portals/7/settings', false],
  ['/portals/7/theme', false],
  ['/admin/portal/theme', true],
  ['/portals/reviews', true],
  ['/portals/bundles/7/shipping', true],
  ['/portal-settings/info', true],
  ['/admin/portal/settings', true],
  ['/admin/my-subscription', true],
  ['/admin/subscriptions', false],
  ['/admin/health', false],
  ['/admin/subscriptions/plans', false],
  ['/admin/partner-shares', false],
  ['/courses/admin', true],
  ['/courses/builder/ladder', true],
  ['/question-pools', true],
  ['/shipments/3', true],
  ['/crew-sessions', true],
  ['/users/create-enrollment', true],
  ['/users/managers/invitations', true],
  ['/permissions/general', false],
  ['/users', false],
  ['/dashboard', false],
])('%s belongs to one portal: %s (PRT-082)', (path, isBound) => {
  expect(isPortalBound(path)).toBe(isBound)
})
