import { afterEach, describe, expect, test } from 'vitest'
import { listNavigations, selectPortals, updateSettings } from '#features/portals/contract.ts'
import { showMe } from '#features/sessions/contract.ts'
import type { Role } from '#kernel/access/permissions.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import * as contract from '../contract.ts'

const t = testApp()

type Body = { kind?: 'general' | 'channel' | 'house'; is_allowed?: boolean }
const toggle = async (who: TestPerson, role: string, permission: string, body: Body = {}) =>
  (await t.as(who).call(contract.togglePermission, { params: { role, permission }, body })).data
const table = async (who: TestPerson, kind?: Body['kind']) =>
  (await t.as(who).call(contract.showPermissions, { query: { kind } })).data
const save = (who: TestPerson) => t.as(who).call(updateSettings, { body: { has_blog: true } })
const refused = { status: 403, code: 'not_enough_permissions' }
const rows = () => t.platform((tx) => tx.selectFrom('permission_defaults').selectAll().execute())

afterEach(async () => {
  // Switches for kinds affect every portal in this file. The test that makes one reverts it with the same call.
  const root = await t.make.person('super_admin')
  for (const { kind, role, permission, is_allowed } of await rows())
    await toggle(root, role, permission, { kind: kind as 'general', is_allowed: !is_allowed })
})

describe('reading', () => {
  test('the list has all roles with their reach here; manager says whether it is outside (ROL-001, ROL-002, ROL-070)', async () => {
    const admin = await t.make.person('portal_admin')
    const { data } = await t.as(admin).call(contract.listRoles)
    expect(data.map((role) => role.short_name)).toEqual([
      'super_admin',
      'sub_super_admin',
      'portal_admin',
      'admin',
      'sub_admin',
      'course_admin',
      'accounting',
      'manager',
      'instructor',
      'learner',
      'editor',
      'partner',
    ])
    const of = (name: string) => data.find((role) => role.short_name === name)
    expect(of('accounting')?.permissions).toContain('portal-settings.view')
    expect(of('accounting')?.permissions).not.toContain('portal-settings.update')
    expect(of('manager')).toMatchObject({ name: 'Manager', is_outside: false })
    expect(of('learner')).not.toHaveProperty('is_outside')
  })

  test('the call returns permissions and roles, with what the caller may switch (ROL-070, ROL-071, ROL-074, ROL-075)', async () => {
    const admin = await t.make.person('portal_admin')
    const data = await table(admin)
    expect(data).toMatchObject({ kind: 'channel', portal_id: admin.portal.id })
    expect(data.permissions).toContainEqual({
      name: 'courses.update',
      resource: 'courses',
      action: 'update',
      title: 'Course builder content',
    })
    const of = (name: string) => data.roles.find((role) => role.short_name === name)
    expect(of('portal_admin')?.switchable).toEqual([])
    expect(of('super_admin')?.switchable).toEqual([])
    expect(of('learner')?.switchable).toContain('users.view')
    // Nobody gives what they do not hold.
    expect(of('learner')?.switchable).not.toContain('portals.view')
  })

  test.each([
    ['portal_admin', null, 200],
    ['admin', null, 200],
    ['manager', 'established', 200],
    ['manager', 'tier_3', 200],
    ['manager', 'promo', 403],
    ['manager', null, 403],
    ['sub_admin', 'enterprise', 403],
    ['course_admin', 'enterprise', 403],
    ['learner', 'enterprise', 403],
  ] as const)('%s on the plan %s is answered %i (ROL-063, ROL-072, ROL-073)', async (role, plan_short_name, status) => {
    const portal = await t.make.portal({ plan_short_name })
    const person = await t.make.person(role, { portal })
    for (const url of ['/api/v1/roles', '/api/v1/roles/permissions'])
      expect((await t.request(person, { method: 'GET', url })).statusCode).toBe(status)
  })
})

describe('switching', () => {
  test('an admin of a portal switches only for that portal, and the next call follows it (ROL-071, ROL-075)', async () => {
    const admin = await t.make.person('portal_admin')
    const accountant = await t.make.person('accounting', { portal: admin.portal })
    const elsewhere = await t.make.person('accounting')
    await expect(save(accountant)).rejects.toMatchObject(refused)
    expect(await toggle(admin, 'accounting', 'portal-settings.update')).toEqual({
      role: 'accounting',
      permission: 'portal-settings.update',
      kind: 'channel',
      portal_id: admin.portal.id,
      is_allowed: true,
    })
    expect((await save(accountant)).data.setting.has_blog).toBe(true)
    expect((await t.as(accountant).call(showMe)).data.abilities).toContain('portal-settings.update')
    await expect(save(elsewhere)).rejects.toMatchObject(refused)
    expect(await toggle(admin, 'accounting', 'portal-settings.update')).toMatchObject({ is_allowed: false })
    await expect(save(accountant)).rejects.toMatchObject(refused)
    const left = await t.platform((tx) =>
      tx.selectFrom('portal_permissions').selectAll().where('portal_id', '=', admin.portal.id).execute(),
    )
    expect(left).toEqual([])
  })

  test('a super admin switches for all portals or one kind; the kind overrides all, and the portal overrides both (ROL-075, ROU-067)', async () => {
    const root = await t.make.person('super_admin')
    const house = await t.make.portal({ type: 1 })
    const channel = await t.make.portal({ type: 2 })
    const inHouse = await t.make.person('accounting', { portal: house })
    const inChannel = await t.make.person('accounting', { portal: channel })
    const admin = await t.make.person('portal_admin', { portal: house })
    const permission = 'portal-settings.update'

    expect(await toggle(root, 'accounting', permission, { is_allowed: true })).toMatchObject({
      kind: 'general',
      portal_id: null,
    })
    await save(inHouse)
    await save(inChannel)
    await toggle(root, 'accounting', permission, { kind: 'house', is_allowed: false })
    await expect(save(inHouse)).rejects.toMatchObject(refused)
    await save(inChannel)
    await toggle(admin, 'accounting', permission, { is_allowed: true })
    await save(inHouse)
    const of = (data: Awaited<ReturnType<typeof table>>) =>
      data.roles.find((role) => role.short_name === 'accounting')?.permissions.includes(permission)
    expect([of(await table(root, 'general')), of(await table(root, 'house')), of(await table(admin))]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('a switch set to the inherited value is not stored, so later changes above reach the portal (ROL-075)', async () => {
    const root = await t.make.person('super_admin')
    const admin = await t.make.person('portal_admin')
    await toggle(admin, 'accounting', 'users.view', { is_allowed: true })
    await toggle(admin, 'accounting', 'users.view', { is_allowed: false })
    await toggle(root, 'accounting', 'users.view', { is_allowed: true })
    const { roles } = await table(admin)
    expect(roles.find((role) => role.short_name === 'accounting')?.permissions).toContain('users.view')
  })

  const cases: [Role, string, string, Body][] = [
    ['portal_admin', 'portal_admin', 'users.view', {}],
    ['portal_admin', 'admin', 'users.view', {}],
    ['portal_admin', 'super_admin', 'users.view', {}],
    ['portal_admin', 'learner', 'portals.view', {}],
    ['portal_admin', 'learner', 'users.view', { kind: 'general' }],
    ['portal_admin', 'learner', 'users.view', { kind: 'house' }],
    ['sub_super_admin', 'super_admin', 'users.view', {}],
    ['sub_super_admin', 'sub_super_admin', 'users.view', {}],
    ['super_admin', 'learner', 'learning.delete', { is_allowed: true }],
    ['manager', 'instructor', 'users.view', {}],
    ['manager', 'learner', 'enrollments.view', {}],
  ]
  test.each(cases)('%s may not switch for %s: %s %j (ROL-075)', async (actor, role, permission, body) => {
    const portal = await t.make.portal({ plan_short_name: 'enterprise' })
    const person = await t.make.person(actor, { portal })
    await expect(toggle(person, role, permission, body)).rejects.toMatchObject(refused)
  })

  test('a manager whose plan includes it switches those of learners in their own portal (ROL-072, ROL-075)', async () => {
    const portal = await t.make.portal({ plan_short_name: 'tier_2' })
    const manager = await t.make.person('manager', { portal })
    expect(await toggle(manager, 'learner', 'users.view')).toMatchObject({ portal_id: portal.id, is_allowed: true })
  })

  test('an unknown role or permission answers 404, and every switch is logged (ROL-071, REP-006)', async () => {
    const admin = await t.make.person('portal_admin')
    for (const [role, permission] of [
      ['king', 'users.view'],
      ['learner', 'users.fly'],
      ['toString', 'users.view'],
    ] as const)
      await expect(toggle(admin, role, permission)).rejects.toMatchObject({ status: 404 })
    await toggle(admin, 'editor', 'users.view', { is_allowed: true })
    const log = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select(['user_id', 'changes'])
        .where('portal_id', '=', admin.portal.id)
        .where('action', '=', 'permissions.switch')
        .execute(),
    )
    expect(log).toMatchObject([{ user_id: admin.id, changes: { role: 'editor', is_allowed: true } }])
  })
})

describe('the history', () => {
  const changes = async (who: TestPerson, kind?: Body['kind']) =>
    (await t.as(who).call(contract.listPermissionChanges, { query: { kind } })).data

  test('shows a portal who switched what in it, newest first, and nothing of others (ROL-084)', async () => {
    const admin = await t.make.person('portal_admin')
    const other = await t.make.person('portal_admin')
    await toggle(other, 'editor', 'users.view', { is_allowed: true })
    await toggle(admin, 'editor', 'users.view', { is_allowed: true })
    await toggle(admin, 'editor', 'users.view', { is_allowed: false })
    expect(await changes(admin)).toMatchObject([
      { role: 'editor', permission: 'users.view', is_allowed: false, actor: { id: admin.id } },
      { role: 'editor', permission: 'users.view', is_allowed: true, actor: { id: admin.id } },
    ])
    await expect(changes(admin, 'general')).rejects.toMatchObject(refused)
  })

  test('shows super admins what was switched for a kind of portal, wherever they worked (ROL-084)', async () => {
    const root = await t.make.person('super_admin')
    const second = await t.make.person('super_admin')
    await toggle(root, 'editor', 'reports.view', { kind: 'channel', is_allowed: true })
    const [newest] = await changes(second, 'channel')
    expect(newest).toMatchObject({
      role: 'editor',
      permission: 'reports.view',
      is_allowed: true,
      actor: { id: root.id },
    })
    expect((await changes(second, 'house')).some(({ permission }) => permission === 'reports.view')).toBe(false)
  })
})

describe('outside managers', () => {
  const setOutside = (who: TestPerson, user: TestPerson, portalId: number, role = 'manager') =>
    t.as(who).call(contract.setOutside, {
      params: { role: role as 'manager' },
      body: { user_id: user.id, portal_id: portalId, is_outside: true },
    })
  const isOutside = async (manager: TestPerson) =>
    (await t.as(manager).call(showMe)).data.roles.find((role) => role.short_name === 'manager')?.is_outside

  test("affects that person's role manager only in that portal, at once (ROL-068, ROL-069, ROL-071)", async () => {
    const admin = await t.make.person('portal_admin')
    const manager = await t.make.person('manager', { portal: admin.portal })
    const other = await t.make.portal()
    await t.make.role(manager.id, other, 'manager')
    expect(await isOutside(manager)).toBe(false)
    expect((await setOutside(admin, manager, admin.portal.id)).data).toEqual({
      user_id: manager.id,
      portal_id: admin.portal.id,
      role: 'manager',
      is_outside: true,
    })
    expect(await isOutside(manager)).toBe(true)
    const there = { ...manager, portal: other, token: await t.make.session(manager.id, other, 'manager') }
    expect(await isOutside(there)).toBe(false)
  })

  test('a person without the role gets 404, another portal 403 except for super admins, another role 422 (ROL-071, API-021, ERR-027)', async () => {
    const admin = await t.make.person('portal_admin')
    const learner = await t.make.person('learner', { portal: admin.portal })
    const manager = await t.make.person('manager')
    await expect(setOutside(admin, learner, admin.portal.id)).rejects.toMatchObject({ status: 404 })
    await expect(setOutside(admin, manager, admin.portal.id)).rejects.toMatchObject({ status: 404 })
    await expect(setOutside(admin, manager, manager.portal.id)).rejects.toMatchObject({ code: 'not_your_portal' })
    await expect(setOutside(admin, manager, admin.portal.id, 'editor')).rejects.toMatchObject({ status: 422 })
    await expect(setOutside(manager, manager, manager.portal.id)).rejects.toMatchObject(refused)
    const root = await t.make.person('super_admin')
    await setOutside(root, manager, manager.portal.id)
    expect(await isOutside(manager)).toBe(true)
    expect((await t.as(root).call(selectPortals)).meta.selected_id).toBe(root.portal.id)
    expect((await t.as(root).call(listNavigations)).data).toEqual([])
  })
})
