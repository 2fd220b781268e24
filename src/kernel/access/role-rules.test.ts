import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accessOf,
  canToggle,
  currentRole,
  displayedRoles,
  effectiveToggles,
  isAbove,
  isInGroup,
  isPermissionApiActive,
  PERMISSIONS,
  portalKind,
  ROLE_GROUPS,
  ROLE_NAMES,
  ROLES,
  type Role,
  selectableRoles,
  type ToggleActor,
  type ToggleTarget,
  updateRoles,
} from './permissions.ts'

const anyRole = fc.constantFrom(...ROLE_NAMES)
const anyPermission = fc.constantFrom(...PERMISSIONS)
const enterprise = { plan_short_name: 'enterprise', is_core: false }

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

  test('the core portal always passes, permission admins need no plan, and nobody else passes (ROL-072, ROL-073)', () => {
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

  test('super admins switch for a kind of portal or for all portals, not for one portal (ROL-075)', () => {
    for (const kind of ['general', 'channel', 'house'] as const) {
      expect(canToggle(actor('super_admin'), target('admin', { kind, portal_id: null }))).toBe(true)
      expect(canToggle(actor('sub_super_admin'), target('admin', { kind, portal_id: null }))).toBe(true)
    }
    expect(canToggle(actor('super_admin'), target('admin'))).toBe(false)
  })

  test('other permission admins switch only for their own portal, below its kind (ROL-075)', () => {
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

  test('a manager switches only for learners, and only where the permission API is active (ROL-072, ROL-075)', () => {
    const users = { permission: 'users.view' } as const
    expect(canToggle(actor('manager'), target('learner', users))).toBe(true)
    expect(canToggle(actor('manager'), target('editor', users))).toBe(false)
    expect(canToggle(actor('manager', { condition: undefined }), target('learner', users))).toBe(false)
  })

  test('nobody switches for their own role or one above it (ROL-075)', () => {
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

  test('nobody can give a permission they do not have, but they can take it away (ROL-075)', () => {
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

  test('the portal’s own switch overrides that of its kind, which overrides that of all portals (ROL-075)', () => {
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

  test('assigning a role that the actor may not give is refused (ROL-081, ERR-035)', () => {
    expect(updateRoles([], ['super_admin'], 'super_admin', adminPortal)).toBe('role_not_allowed')
    expect(updateRoles([], ['sub_super_admin'], 'admin', adminPortal)).toBe('role_not_allowed')
    expect(updateRoles([], ['partner'], 'portal_admin', otherPortal)).toBe('role_not_allowed')
    expect(updateRoles([], ['learner'], 'editor', otherPortal)).toBe('role_not_allowed')
  })

  test('an update changes exactly the selectable roles, and learner is never lost (ROL-079 to ROL-081)', () => {
    const someRoles = fc.uniqueArray(anyRole)
    fc.assert(
      fc.property(someRoles, someRoles, anyRole, fc.constantFrom(...portals), (current, requested, actor, portal) => {
        const result = updateRoles(current, requested, actor, portal)
        const selectable = selectableRoles(actor, portal)
        if (result === 'role_not_allowed') {
          expect(requested.some((role) => !current.includes(role) && !selectable.includes(role))).toBe(true)
          return
        }
        for (const role of ROLE_NAMES) {
          const isFree = selectable.includes(role) && !(role === 'learner' && current.includes('learner'))
          expect([role, result.includes(role)]).toEqual([
            role,
            isFree ? requested.includes(role) : current.includes(role),
          ])
        }
      }),
    )
  })

  test('the current role falls back to the first role held (AUT-029, ROL-082)', () => {
    expect(currentRole(['editor', 'learner'], 'learner')).toBe('learner')
    expect(currentRole(['editor', 'learner'], 'super_admin')).toBe('editor')
    expect(currentRole(['editor'], null)).toBe('editor')
    expect(currentRole([], 'learner')).toBeNull()
  })
})

describe('what the roles are for', () => {
  const reach = (role: Role, permission: (typeof PERMISSIONS)[number]) => accessOf(role, permission)

  test('one of several roles is current, and it alone decides (ROL-003, ROL-082)', () => {
    expect(currentRole(['instructor', 'learner'], 'learner')).toBe('learner')
    expect(currentRole(['instructor', 'learner'], 'manager')).not.toBe('manager')
    expect(reach('learner', 'courses.view')).toBe('none')
  })

  test('only learners take courses, and only managers hand out their own credits (ROL-006, ROL-007)', () => {
    expect(ROLE_NAMES.filter((role) => reach(role, 'learning.update') !== 'none')).toEqual(['learner'])
    expect(ROLE_NAMES.filter((role) => reach(role, 'manager-courses.update') !== 'none')).toEqual(['manager'])
  })

  test('portal admins and super admins run portals, admins and editors the public pages (ROL-008, ROL-010)', () => {
    for (const role of ['portal_admin', 'super_admin', 'sub_super_admin'] as const)
      expect(reach(role, 'portal-settings.update')).toBe('any')
    for (const role of ['admin', 'sub_admin', 'portal_admin', 'editor'] as const)
      expect(reach(role, 'site-content.update')).toBe('any')
    for (const role of ['manager', 'instructor', 'learner', 'partner'] as const)
      expect(reach(role, 'site-content.update')).toBe('none')
  })

  test('instructors and partners build their own courses, admins all in the portal; partners have only their company (ROL-009, ROL-011)', () => {
    for (const role of ['instructor', 'partner'] as const) expect(reach(role, 'courses.update')).toBe('own')
    for (const role of ['admin', 'portal_admin', 'course_admin', 'editor'] as const)
      expect(reach(role, 'courses.update')).toBe('any')
    expect(reach('partner', 'partner-content.update')).toBe('own')
    expect(reach('portal_admin', 'partner-content.update')).toBe('none')
  })
})
