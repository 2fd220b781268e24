import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ACTIONS,
  type Access,
  accessLetter,
  accessOf,
  DEFAULT_ROLE,
  defaultPermissions,
  isAbove,
  isInGroup,
  isPermission,
  isRole,
  landingPath,
  menu,
  PERMISSIONS,
  type Permission,
  RESOURCES,
  type Resource,
  ROLE_GROUPS,
  ROLE_NAMES,
  type Role,
  SCREEN_GROUPS,
} from './permissions.ts'

const markdown = readFileSync(
  new URL('../../../docs/requirements/04-roles-and-permissions.md', import.meta.url),
  'utf8',
)
const lines = markdown.split('\n')
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const header = cells(lines.find((line) => line.startsWith('| ID |')) ?? '')
const matrix = lines.filter((line) => /^\| ROL-\d{3} \|/.test(line)).map(cells)
const everybody = [...ROLE_NAMES, 'visitor'] as const
const anyRole = fc.constantFrom(...ROLE_NAMES)
const anyPermission = fc.constantFrom(...PERMISSIONS)
const enterprise = { plan_short_name: 'enterprise', is_core: false }

describe('roles', () => {
  test('the roles are those in ROL-001, in the same order, and learner is the default (ROL-001, ROL-004)', () => {
    const line = lines.find((text) => text.includes('**ROL-001**')) ?? ''
    const names = line
      .replace(/^.*Roles: /, '')
      .replace(/ \(the default\)/, '')
      .replace(/\.$/, '')
      .split(', ')
    expect(ROLE_NAMES).toEqual(names)
    expect(DEFAULT_ROLE).toBe('learner')
    expect(isRole('learner')).toBe(true)
    for (const other of ['visitor', 'toString', '', null, 3]) expect(isRole(other)).toBe(false)
  })

  test('the order of the roles (ROL-081)', () => {
    const order: Role[][] = [
      ['super_admin'],
      ['sub_super_admin'],
      ['admin'],
      ['sub_admin'],
      ['portal_admin'],
      ['course_admin', 'accounting'],
      ['editor', 'manager', 'instructor', 'partner'],
      ['learner'],
    ]
    expect(order.flat().sort()).toEqual([...ROLE_NAMES].sort())
    order.forEach((same, place) => {
      for (const role of same) {
        for (const other of order.flat()) {
          const place_of_other = order.findIndex((group) => group.includes(other))
          expect([role, other, isAbove(role, other)]).toEqual([role, other, place < place_of_other])
        }
      }
    })
  })

  test.each<[keyof typeof ROLE_GROUPS, Role[]]>([
    ['super_admins', ['super_admin', 'sub_super_admin']],
    ['admin_level', ['super_admin', 'sub_super_admin', 'admin']],
    ['learner_type', ['learner', 'manager', 'instructor']],
    ['portal_level', ['portal_admin', 'accounting', 'course_admin']],
    ['staff', ['super_admin', 'sub_super_admin', 'admin', 'sub_admin']],
    [
      'staff_and_portal_level',
      ['super_admin', 'sub_super_admin', 'admin', 'sub_admin', 'portal_admin', 'accounting', 'course_admin'],
    ],
    ['staff_and_instructor', ['super_admin', 'sub_super_admin', 'admin', 'sub_admin', 'instructor']],
    ['staff_and_editor', ['super_admin', 'sub_super_admin', 'admin', 'sub_admin', 'editor']],
    ['staff_and_partner', ['super_admin', 'sub_super_admin', 'admin', 'sub_admin', 'partner']],
    ['content_editor', ['super_admin', 'sub_super_admin', 'admin', 'sub_admin', 'editor']],
    ['content_reviewer', ['super_admin', 'sub_super_admin', 'admin', 'sub_admin', 'instructor']],
    ['permission_admins', ['super_admin', 'sub_super_admin', 'admin', 'portal_admin']],
    ['user_admins', ['super_admin', 'sub_super_admin', 'admin', 'sub_admin', 'portal_admin']],
    ['own_records_only', ['manager', 'instructor', 'partner', 'learner']],
  ])(
    'the group %s (ROL-012, ROL-013, ROL-014, ROL-015, ROL-016, ROL-017, ROL-018, ROL-019, ROL-020, ROL-073)',
    (group, roles) => {
      expect([...ROLE_GROUPS[group]].sort()).toEqual([...roles].sort())
      for (const role of everybody) expect(isInGroup(role, group)).toBe(roles.some((name) => name === role))
      expect(isInGroup(null, group)).toBe(false)
    },
  )
})

describe('screen access', () => {
  test('the whole table in the requirements is read (ROL-028 to ROL-062)', () => {
    expect(matrix).toHaveLength(35)
    expect(header.slice(2).sort()).toEqual([...everybody].sort())
    expect(RESOURCES.map((resource) => SCREEN_GROUPS[resource].id)).toEqual(matrix.map(([id]) => id))
  })

  test.each<[string, Resource]>([
    ['ROL-028', 'public-pages'],
    ['ROL-029', 'cart'],
    ['ROL-030', 'orders'],
    ['ROL-031', 'profile'],
    ['ROL-032', 'learning'],
    ['ROL-033', 'manager-courses'],
    ['ROL-034', 'courses'],
    ['ROL-035', 'pricing'],
    ['ROL-036', 'enrollments'],
    ['ROL-037', 'grading'],
    ['ROL-038', 'course-questions'],
    ['ROL-039', 'question-pools'],
    ['ROL-040', 'catalog-terms'],
    ['ROL-041', 'site-content'],
    ['ROL-042', 'bundles'],
    ['ROL-043', 'reviews'],
    ['ROL-044', 'articles'],
    ['ROL-045', 'announcements'],
    ['ROL-046', 'shared-courses'],
    ['ROL-047', 'users'],
    ['ROL-048', 'roles'],
    ['ROL-049', 'manager-settings'],
    ['ROL-050', 'payments'],
    ['ROL-051', 'reports'],
    ['ROL-052', 'shipments'],
    ['ROL-053', 'permissions'],
    ['ROL-054', 'portal-settings'],
    ['ROL-055', 'portals'],
    ['ROL-056', 'portal-credits'],
    ['ROL-057', 'my-subscription'],
    ['ROL-058', 'subscriptions'],
    ['ROL-059', 'callbacks'],
    ['ROL-060', 'activity-logs'],
    ['ROL-061', 'partner-content'],
    ['ROL-062', 'certificates'],
  ])(
    '%s: %s has the title and the letters of the requirements, cell by cell (ROL-028, ROL-029, ROL-030, ROL-031, ROL-032, ROL-033, ROL-034, ROL-035, ROL-036, ROL-037, ROL-038, ROL-039, ROL-040, ROL-041, ROL-042, ROL-043, ROL-044, ROL-045, ROL-046, ROL-047, ROL-048, ROL-049, ROL-050, ROL-051, ROL-052, ROL-053, ROL-054, ROL-055, ROL-056, ROL-057, ROL-058, ROL-059, ROL-060, ROL-061, ROL-062)',
    (id, resource) => {
      expect(SCREEN_GROUPS[resource].id).toBe(id)
      const row = matrix.find(([name]) => name === id) ?? []
      expect(SCREEN_GROUPS[resource].title).toBe(row[1])
      expect(SCREEN_GROUPS[resource].access).toHaveLength(everybody.length)
      const columns = cells(lines.find((line) => line.startsWith('| ID |')) ?? '')
      for (const role of everybody) {
        expect([role, accessLetter(role, resource)]).toEqual([role, row[columns.indexOf(role)]])
      }
    },
  )

  test('the lines above the table agree with it (ROL-028 to ROL-062)', () => {
    for (const resource of RESOURCES) {
      const { id } = SCREEN_GROUPS[resource]
      const line = lines.find((text) => text.includes(`**${id}**`)) ?? ''
      const access = /Access: (.*)\. \(decision\)$/.exec(line)?.[1] ?? ''
      const expected = new Map<string, string>()
      for (const part of access.split('; ')) {
        const [letter = '', ...rest] = part.split(' ')
        const who = rest.join(' ')
        const names =
          who === 'everyone' ? [...everybody] : who === 'every signed-in role' ? ROLE_NAMES : who.split(', ')
        for (const role of names) expected.set(role, letter)
      }
      expect(expected.size).toBeGreaterThan(0)
      for (const role of everybody) {
        expect([id, role, accessLetter(role, resource)]).toEqual([id, role, expected.get(role) ?? '-'])
      }
    }
  })

  test('sub_admin has the rights of admin except those of ROL-025', () => {
    const without = RESOURCES.filter(
      (resource) => accessLetter('sub_admin', resource) !== accessLetter('admin', resource),
    )
    expect(without.sort()).toEqual(
      [
        'roles',
        'payments',
        'permissions',
        'portal-settings',
        'portal-credits',
        'my-subscription',
        'subscriptions',
        'callbacks',
        'activity-logs',
      ].sort(),
    )
  })

  test('sub_super_admin reaches every screen that super_admin reaches (ROL-025)', () => {
    for (const resource of RESOURCES) {
      expect(accessLetter('sub_super_admin', resource)).toBe(accessLetter('super_admin', resource))
    }
  })

  test('a visitor can open only the public pages and the shop (ROL-005)', () => {
    expect(menu('visitor').map((group) => group.resource)).toEqual(['public-pages', 'cart'])
  })
})

describe('accessOf', () => {
  test('permissions are named resource.action with four actions each (ROL-074)', () => {
    expect(ACTIONS).toEqual(['view', 'create', 'update', 'delete'])
    expect(PERMISSIONS).toHaveLength(35 * 4)
    expect(isPermission('courses.update')).toBe(true)
    for (const other of ['courses', 'courses.read', 'Courses.view', '', null]) expect(isPermission(other)).toBe(false)
  })

  test.each<[Role | 'visitor', Permission, string]>([
    ['admin', 'courses.delete', 'any'],
    ['editor', 'courses.update', 'any'],
    ['instructor', 'courses.update', 'own'],
    ['partner', 'courses.create', 'own'],
    ['learner', 'courses.view', 'none'],
    ['course_admin', 'pricing.view', 'any'],
    ['course_admin', 'pricing.update', 'none'],
    ['accounting', 'portal-settings.view', 'any'],
    ['accounting', 'portal-settings.update', 'none'],
    ['learner', 'learning.update', 'own'],
    ['super_admin', 'learning.view', 'none'],
    ['visitor', 'cart.create', 'any'],
    ['visitor', 'orders.view', 'none'],
    ['instructor', 'enrollments.view', 'own'],
    ['instructor', 'enrollments.update', 'none'],
  ])('%s, %s: %s (ROL-026, ROL-027, ROL-028 to ROL-062)', (role, permission, reach) => {
    expect(accessOf(role, permission)).toBe(reach)
  })

  test('each letter gives its actions: F all, R view, O all on own records, - none (ROL-028 to ROL-062)', () => {
    const expected: Record<Access, (action: string) => string> = {
      F: () => 'any',
      O: () => 'own',
      R: (action) => (action === 'view' ? 'any' : 'none'),
      C: () => 'none',
      '-': () => 'none',
    }
    for (const role of everybody) {
      for (const resource of RESOURCES) {
        const letter = accessLetter(role, resource)
        for (const action of ACTIONS) {
          const isOwnRead = letter === 'R' && action === 'view' && isInGroup(role, 'own_records_only')
          expect(accessOf(role, `${resource}.${action}`)).toBe(isOwnRead ? 'own' : expected[letter](action))
        }
      }
    }
  })

  test('roles limited to their own records never reach all records of an administration screen (ROL-021, ROL-027)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ROLE_GROUPS.own_records_only),
        anyPermission.filter((permission) => !/^(public-pages|cart)\./.test(permission)),
        fc.boolean(),
        (role, permission, isOn) => {
          const reach = accessOf(role, permission, { toggles: { [permission]: isOn }, condition: enterprise })
          expect(reach).toBe(isOn ? 'own' : 'none')
        },
      ),
    )
  })

  test('a permission switched off is lost, one switched on is gained, and all others stay (ROL-075)', () => {
    fc.assert(
      fc.property(anyRole, anyPermission, anyPermission, fc.boolean(), (role, permission, other, isOn) => {
        const toggles = { [permission]: isOn }
        if (other !== permission) expect(accessOf(role, other, { toggles })).toBe(accessOf(role, other))
        if (role !== 'super_admin') expect(accessOf(role, permission, { toggles }) !== 'none').toBe(isOn)
      }),
    )
  })

  test('the rights of super_admin and of visitors cannot be switched (ROL-075)', () => {
    for (const permission of PERMISSIONS) {
      for (const role of ['super_admin', 'visitor'] as const) {
        for (const isOn of [true, false]) {
          expect(accessOf(role, permission, { toggles: { [permission]: isOn } })).toBe(accessOf(role, permission))
        }
      }
    }
  })

  test('the default permissions of each role follow the table (ROL-075)', () => {
    for (const role of everybody) {
      const permissions = new Set(defaultPermissions(role))
      for (const permission of PERMISSIONS)
        expect(permissions.has(permission)).toBe(accessOf(role, permission) !== 'none')
    }
    expect(defaultPermissions('manager')).not.toContain('permissions.view')
    expect(defaultPermissions('manager', enterprise)).toContain('permissions.view')
  })
})

describe('where roles go', () => {
  test.each<[Role, string]>([
    ['super_admin', '/users'],
    ['sub_super_admin', '/users'],
    ['admin', '/users'],
    ['sub_admin', '/users'],
    ['portal_admin', '/users'],
    ['course_admin', '/dashboard'],
    ['accounting', '/dashboard'],
    ['partner', '/dashboard'],
    ['manager', '/courses/managers'],
    ['instructor', '/courses/admin'],
    ['editor', '/courses/admin'],
    ['learner', '/courses'],
  ])('%s lands on %s (AUT-031, AUT-032, AUT-033)', (role, path) => {
    expect(landingPath(role)).toBe(path)
  })

  test('a role may open the screen groups in the table, in the same order (ROL-064)', () => {
    for (const role of everybody) {
      const expected = matrix
        .filter((row) =>
          ['F', 'O', 'R'].includes(row[cells(lines.find((l) => l.startsWith('| ID |')) ?? '').indexOf(role)] ?? ''),
        )
        .map((row) => row[1])
      expect(menu(role).map((group) => group.title)).toEqual(expected)
    }
  })

  test('the permissions entry is in the menu of a manager only when the permission API is active (ROL-063)', () => {
    const has = (options?: Parameters<typeof menu>[1]) =>
      menu('manager', options).some((g) => g.resource === 'permissions')
    expect(has()).toBe(false)
    expect(has({ condition: enterprise })).toBe(true)
    expect(has({ condition: enterprise, toggles: { 'permissions.view': false } })).toBe(false)
  })
})
