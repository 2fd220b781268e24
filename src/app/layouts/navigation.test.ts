import { expect, test } from 'vitest'
import { accessOf } from '#kernel/access/permissions.ts'
import { ROLE_NAMES, type Role } from '#kernel/access/roles.ts'
import { visibleGroups } from '#ui/app/navigation.ts'
import { NAVIGATION } from './navigation.ts'
import { PERSON_LINKS } from './person-links.ts'

const GROUPS = ['', 'Learning', 'People', 'Site', 'Sales', 'Portal']
const shownTo = (role: Role) =>
  visibleGroups(NAVIGATION, (permission) => accessOf(role, permission as never) !== 'none')
const labelsFor = (role: Role) => shownTo(role).flatMap(({ items }) => items.map(({ label }) => label))

test('the menu has task groups below the dashboard, and each screen once (ROU-128)', () => {
  expect(NAVIGATION.map(({ label }) => label)).toEqual(GROUPS)
  expect(NAVIGATION[0]?.items.map(({ href }) => href)).toEqual(['/dashboard'])
  const items = NAVIGATION.flatMap((group) => group.items)
  expect(new Set(items.map(({ href }) => href)).size).toBe(items.length)
  expect(new Set(items.map(({ label }) => label)).size).toBe(items.length)
})

test('own orders are in everyone’s account menu, and only in the learners’ main menu (ROU-128)', () => {
  expect(PERSON_LINKS.map(({ href }) => href)).toContain('/orders')
  expect(ROLE_NAMES.filter((role) => labelsFor(role).includes('My orders'))).toEqual(['learner'])
})

test('shipping is under sales, and portal data under the portal (ROU-128)', () => {
  const groupOf = (href: string) => NAVIGATION.find(({ items }) => items.some((item) => item.href === href))?.label
  expect(groupOf('/shipments')).toBe('Sales')
  expect(groupOf('/portals/shippable-products')).toBe('Sales')
  expect(groupOf('/admin/my-subscription')).toBe('Portal')
  expect(groupOf('/portals/announcements')).toBe('Site')
})

test('every role sees the dashboard first and no empty group (ROU-128, ROL-064)', () => {
  for (const role of ROLE_NAMES) {
    expect(labelsFor(role)[0]).toBe('Dashboard')
    expect(shownTo(role).every(({ items }) => items.length > 0)).toBe(true)
  }
  const groups = shownTo('accounting')
  expect(groups.map(({ label }) => label)).toEqual(['', 'People', 'Sales', 'Portal'])
  expect(groups[1]?.items.map(({ label }) => label)).toEqual(['Reports'])
})
