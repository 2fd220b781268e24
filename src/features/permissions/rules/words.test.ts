import { expect, test } from 'vitest'
import { PERMISSIONS, RESOURCES, ROLE_NAMES } from '#kernel/access/permissions.ts'
import { AREAS, changeOf, consequenceOf, reachOf, summaryOf } from './words.ts'

test('every screen group is in one area of the matrix (ROL-085)', () => {
  const all = AREAS.flatMap(({ resources }) => resources)
  expect([...all].sort()).toEqual([...RESOURCES].sort())
  expect(new Set(all).size).toBe(all.length)
})

test('the effect of every switch is a sentence that says who can do what, and where (ROL-085)', () => {
  expect(
    consequenceOf({ role: 'manager', permission: 'reports.view', is_allowed: false }, reachOf('channel', null)),
  ).toBe('Managers can no longer open “Reports” in every channel portal.')
  expect(
    consequenceOf(
      { role: 'accounting', permission: 'shipments.delete', is_allowed: true },
      reachOf('house', 'Granite'),
    ),
  ).toBe('People in accounting can delete anything from “Shipments” in Granite.')
  for (const role of ROLE_NAMES)
    for (const permission of PERMISSIONS)
      expect(consequenceOf({ role, permission, is_allowed: true }, reachOf('general', null))).toMatch(
        /^[A-Z][\w ]+ can (open|create something in|change anything in|delete anything from) “[^”]+” in every portal\.$/,
      )
})

test('a change and a cell are described briefly (ROL-084, ROL-085)', () => {
  expect(changeOf({ role: 'learner', permission: 'users.view', is_allowed: true })).toBe('Learners may open: Users')
  expect(summaryOf([])).toBe('None')
  expect(summaryOf(['view'])).toBe('Open')
  expect(summaryOf(['view', 'update'])).toBe('2 of 4')
  expect(summaryOf(['view', 'create', 'update', 'delete'])).toBe('All')
})
