import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ACTIONS,
  type Access,
  accessLetter,
  accessOf,
  canToggle,
  currentRole,
  DEFAULT_ROLE,
  defaultPermissions,
  displayedRoles,
  effectiveToggles,
  isAbove,
  isInGroup,
  isPermission,
  isPermissionApiActive,
  isRole,
  landingPath,
  menu,
  PERMISSIONS,
  type Permission,
  portalKind,
  RESOURCES,
  ROLE_GROUPS,
  ROLE_NAMES,
  ROLES,
  type Role,
  SCREEN_GROUPS,
  selectableRoles,
  type ToggleActor,
  type ToggleTarget,
  updateRoles,
} from './permissions.ts'

const markdown = readFileSync(new URL('../../docs/requirements/04-roles-and-permissions.md', import.meta.url), 'utf8')
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
  test('the roles are those of ROL-001, in its order, and learner is the default (ROL-001, ROL-004)', () => {
    const line = lines.find((text) => text.includes('**ROL-001**')) ?? ''
    const named = line
      .replace(/^.*Roles: /, '')
      .replace(/ \(the default\)/, '')
      .replace(/\.$/, '')
      .split(', ')
    expect(ROLE_NAMES).toEqual(named)
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
  ])('the group %s (ROL-012 to ROL-020, ROL-021, ROL-027, ROL-073, AUT-033)', (group, roles) => {
    expect([...ROLE_GROUPS[group]].sort()).toEqual([...roles].sort())
    for (const role of everybody) expect(isInGroup(role, group)).toBe(roles.some((name) => name === role))
    expect(isInGroup(null, group)).toBe(false)
  })
})

describe('screen access', () => {
  test('the table of the requirements is read whole (ROL-028 to ROL-062)', () => {
    expect(matrix).toHaveLength(35)
    expect(header.slice(2).sort()).toEqual([...everybody].sort())
    expect(RESOURCES.map((resource) => SCREEN_GROUPS[resource].id)).toEqual(matrix.map(([id]) => id))
  })

  test.each(RESOURCES.map((resource) => [SCREEN_GROUPS[resource].id, resource] as const))(
    '%s: %s has the title and the letters of the requirements, cell by cell',
    (id, resource) => {
      const row = matrix.find(([name]) => name === id) ?? []
      expect(SCREEN_GROUPS[resource].title).toBe(row[1])
      expect(SCREEN_GROUPS[resource].access).toHaveLength(everybody.length)
      const columns = cells(lines.find((line) => line.startsWith('| ID |')) ?? '')
      for (const role of everybody) {
        expect([role, accessLetter(role, resource)]).toEqual([role, row[columns.indexOf(role)]])
      }
    },
  )

  test('the lines above the table say the same as the table (ROL-028 to ROL-062)', () => {
    for (const resource of RESOURCES) {
      const { id } = SCREEN_GROUPS[resource]
      const line = lines.find((text) => text.includes(`**${id}**`)) ?? ''
      const access = /Access: (.*)\. \(decision\)$/.exec(line)?.[1] ?? ''
      const expected = new Map<string, string>()
      for (const part of access.split('; ')) {
        const [letter = '', ...rest] = part.split(' ')
        const who = rest.join(' ')
        const named =
          who === 'everyone' ? [...everybody] : who === 'every signed-in role' ? ROLE_NAMES : who.split(', ')
        for (const role of named) expected.set(role, letter)
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

  test('a visitor has only the public pages and the shop (ROL-005)', () => {
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

  test('each letter gives its actions: F all, R view, O all of the own, - none (ROL-028 to ROL-062)', () => {
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

  test('roles bound to their own records never reach all records of an administration screen (ROL-021, ROL-027)', () => {
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

  test('a permission switched off is gone, one switched on is held, all others stay (ROL-075)', () => {
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
      const held = new Set(defaultPermissions(role))
      for (const permission of PERMISSIONS) expect(held.has(permission)).toBe(accessOf(role, permission) !== 'none')
    }
    expect(defaultPermissions('manager')).not.toContain('permissions.view')
    expect(defaultPermissions('manager', enterprise)).toContain('permissions.view')
  })
})

describe('the permission API', () => {
  test.each([
    ['enterprise', true],
    ['established', true],
    ['tier_3', true],
    ['tier_2', true],
    ['partner', false],
    ['promo', false],
    ['special', false],
    [null, false],
  ])('it is active for a manager on the plan %s: %s (ROL-063, ROL-072, PRT-027)', (plan_short_name, isActive) => {
    expect(isPermissionApiActive('manager', { plan_short_name, is_core: false })).toBe(isActive)
    const options = { condition: { plan_short_name, is_core: false } }
    expect(accessOf('manager', 'permissions.view', options)).toBe(isActive ? 'own' : 'none')
  })

  test('the core portal always passes, permission admins need no plan, nobody else passes (ROL-072, ROL-073)', () => {
    const core = { plan_short_name: null, is_core: true }
    expect(isPermissionApiActive('manager', core)).toBe(true)
    expect(isPermissionApiActive('manager')).toBe(false)
    for (const role of ROLE_NAMES.filter((name) => name !== 'manager')) {
      const isAdmin = ['super_admin', 'sub_super_admin', 'admin', 'portal_admin'].includes(role)
      expect([role, isPermissionApiActive(role)]).toEqual([role, isAdmin])
      expect([role, isPermissionApiActive(role, core)]).toEqual([role, isAdmin])
    }
  })
})

describe('canToggle', () => {
  const actor = (role: Role, more: Partial<ToggleActor> = {}): ToggleActor => ({
    role,
    portal_id: 7,
    portal_kind: 'channel',
    condition: enterprise,
    ...more,
  })
  const target = (role: Role, more: Partial<ToggleTarget> = {}): ToggleTarget => ({
    role,
    permission: 'courses.update',
    kind: 'channel',
    portal_id: 7,
    is_on: true,
    ...more,
  })

  test('super admins switch for a kind of portal or for all, not for one portal (ROL-075)', () => {
    for (const kind of ['general', 'channel', 'house'] as const) {
      expect(canToggle(actor('super_admin'), target('admin', { kind, portal_id: null }))).toBe(true)
      expect(canToggle(actor('sub_super_admin'), target('admin', { kind, portal_id: null }))).toBe(true)
    }
    expect(canToggle(actor('super_admin'), target('admin'))).toBe(false)
  })

  test('other permission admins switch for their own portal alone, on the child of its kind (ROL-075)', () => {
    for (const role of ['admin', 'portal_admin'] as const) {
      expect(canToggle(actor(role), target('editor'))).toBe(true)
      expect(canToggle(actor(role), target('editor', { portal_id: 8 }))).toBe(false)
      expect(canToggle(actor(role), target('editor', { portal_id: null }))).toBe(false)
      expect(canToggle(actor(role), target('editor', { kind: 'house' }))).toBe(false)
      expect(canToggle(actor(role), target('editor', { kind: 'general' }))).toBe(false)
    }
    expect(portalKind(1)).toBe('house')
    expect(portalKind(2)).toBe('channel')
    expect(portalKind(null)).toBe('channel')
  })

  test('a manager switches only for learners, only where the permission API is active (ROL-072, ROL-075)', () => {
    const users = { permission: 'users.view' } as const
    expect(canToggle(actor('manager'), target('learner', users))).toBe(true)
    expect(canToggle(actor('manager'), target('editor', users))).toBe(false)
    expect(canToggle(actor('manager', { condition: undefined }), target('learner', users))).toBe(false)
  })

  test('nobody switches for the own role or one above it (ROL-075)', () => {
    const anyTarget = { kind: fc.constantFrom('general', 'channel', 'house'), is_on: fc.boolean() } as const
    fc.assert(
      fc.property(anyRole, anyRole, anyPermission, fc.record(anyTarget), (role, other, permission, more) => {
        fc.pre(role === other || isAbove(other, role))
        for (const portal_id of [7, null]) {
          expect(canToggle(actor(role), target(other, { permission, portal_id, ...more }))).toBe(false)
        }
      }),
    )
  })

  test('nobody gives a permission that they do not hold, but may take it away (ROL-075)', () => {
    const permission = 'portals.update'
    expect(accessOf('portal_admin', permission)).toBe('none')
    expect(canToggle(actor('portal_admin'), target('editor', { permission }))).toBe(false)
    expect(canToggle(actor('portal_admin'), target('editor', { permission, is_on: false }))).toBe(true)
    const lost = { toggles: { 'courses.update': false } }
    expect(canToggle(actor('portal_admin', lost), target('editor'))).toBe(false)
  })

  test('roles without the permission screen switch nothing (ROL-053, ROL-073)', () => {
    fc.assert(
      fc.property(anyRole, anyRole, anyPermission, fc.boolean(), (role, other, permission, is_on) => {
        fc.pre(role !== 'manager' && !isInGroup(role, 'permission_admins'))
        expect(canToggle(actor(role), target(other, { permission, is_on }))).toBe(false)
      }),
    )
  })

  test('the own portal goes before its kind, its kind before all portals (ROL-075)', () => {
    const toggles = effectiveToggles({ a: true, b: true, c: true }, { b: false, c: false }, { c: true })
    expect(toggles).toEqual({ a: true, b: false, c: true })
  })
})

describe('assigning roles', () => {
  const adminPortal = { is_admin: true, is_core: false }
  const otherPortal = { is_admin: false, is_core: false }
  const corePortal = { is_admin: false, is_core: true }
  const portals = [adminPortal, otherPortal, corePortal]

  test('selectable on the admin portal (ROL-076, ROL-077)', () => {
    const list = ['admin', 'sub_admin', 'editor', 'instructor']
    expect(selectableRoles('admin', adminPortal)).toEqual(list)
    for (const role of ROLE_GROUPS.super_admins) {
      expect(selectableRoles(role, adminPortal)).toEqual(['sub_super_admin', ...list])
    }
  })

  test('selectable on other portals, with partner on the core portal (ROL-076, ROL-077)', () => {
    const list = ['portal_admin', 'course_admin', 'accounting', 'manager', 'instructor', 'editor', 'learner']
    expect(selectableRoles('super_admin', otherPortal)).toEqual(list)
    expect(selectableRoles('portal_admin', otherPortal)).toEqual(list)
    expect(selectableRoles('super_admin', corePortal)).toEqual([...list, 'partner'])
  })

  test('nobody can give a role above their own, and super_admin is never selectable (ROL-081)', () => {
    for (const portal of portals) {
      for (const actor of ROLE_NAMES) {
        const roles = selectableRoles(actor, portal)
        expect(roles).not.toContain('super_admin')
        expect(roles.filter((role) => isAbove(role, actor))).toEqual([])
        if (!isInGroup(actor, 'super_admins')) expect(roles).not.toContain('sub_super_admin')
      }
    }
  })

  test('only those who may open the role assignment select roles (ROL-048)', () => {
    for (const actor of ROLE_NAMES) {
      const isAllowed = ['super_admin', 'sub_super_admin', 'admin', 'portal_admin'].includes(actor)
      expect([actor, selectableRoles(actor, otherPortal).length > 0]).toEqual([actor, isAllowed])
    }
    expect(selectableRoles('admin', otherPortal, { 'roles.update': false })).toEqual([])
  })

  test('a super admin is shown as the single entry "Super Admin" (ROL-078)', () => {
    expect(displayedRoles(['learner', 'super_admin', 'editor'])).toEqual(['Super Admin'])
    expect(displayedRoles(['learner', 'portal_admin'])).toEqual(['Portal Admin', 'Learner'])
    expect(ROLES.sub_super_admin.name).toBe('Sub Super Admin')
  })

  test('protected roles already held are kept (ROL-079, ROL-080)', () => {
    expect(updateRoles(['learner', 'manager'], ['editor'], 'portal_admin', otherPortal)).toEqual(['learner', 'editor'])
    expect(updateRoles(['super_admin', 'admin'], [], 'sub_super_admin', adminPortal)).toEqual(['super_admin'])
    expect(updateRoles(['sub_super_admin'], [], 'admin', adminPortal)).toEqual(['sub_super_admin'])
    expect(updateRoles(['sub_super_admin'], [], 'super_admin', adminPortal)).toEqual([])
  })

  test('giving a role that the actor may not give is refused (ROL-081, ERR-035)', () => {
    expect(updateRoles([], ['super_admin'], 'super_admin', adminPortal)).toBe('role_not_allowed')
    expect(updateRoles([], ['sub_super_admin'], 'admin', adminPortal)).toBe('role_not_allowed')
    expect(updateRoles([], ['partner'], 'portal_admin', otherPortal)).toBe('role_not_allowed')
    expect(updateRoles([], ['learner'], 'editor', otherPortal)).toBe('role_not_allowed')
  })

  test('an update changes exactly the selectable roles, and learner is never lost (ROL-079 to ROL-081)', () => {
    const someRoles = fc.uniqueArray(anyRole)
    fc.assert(
      fc.property(someRoles, someRoles, anyRole, fc.constantFrom(...portals), (held, wanted, actor, portal) => {
        const result = updateRoles(held, wanted, actor, portal)
        const selectable = selectableRoles(actor, portal)
        if (result === 'role_not_allowed') {
          expect(wanted.some((role) => !held.includes(role) && !selectable.includes(role))).toBe(true)
          return
        }
        for (const role of ROLE_NAMES) {
          const isFree = selectable.includes(role) && !(role === 'learner' && held.includes('learner'))
          expect([role, result.includes(role)]).toEqual([role, isFree ? wanted.includes(role) : held.includes(role)])
        }
      }),
    )
  })

  test('the current role falls back to the first held one (AUT-029, ROL-082)', () => {
    expect(currentRole(['editor', 'learner'], 'learner')).toBe('learner')
    expect(currentRole(['editor', 'learner'], 'super_admin')).toBe('editor')
    expect(currentRole(['editor'], null)).toBe('editor')
    expect(currentRole([], 'learner')).toBeNull()
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

  test('the menu shows what the role may open, in the order of the table (ROU-128, ROL-064)', () => {
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
