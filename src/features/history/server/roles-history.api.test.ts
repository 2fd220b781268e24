import { beforeEach, expect, test } from 'vitest'
import { setOutside, togglePermission } from '#features/permissions/contract.ts'
import type { PortalKind } from '#kernel/access/permissions.ts'
import { addDays, dayOf, startOfDay } from '#kernel/format/day.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { exportCalls } from '../../../../tests/exports.ts'
import { FORBIDDEN } from '../../../../tests/people.ts'
import { listHistory, previewRestore, restoreHistory, showPastState } from '../contract.ts'

const ZONE = 'America/New_York'
const TODAY = dayOf(new Date(), ZONE)
const noonAfter = (days: number) => new Date(startOfDay(addDays(TODAY, days), ZONE).getTime() + 12 * 3_600_000)
let now = noonAfter(1)
beforeEach(() => {
  now = noonAfter(1)
})
const t = testApp({ now: () => now })
const waitUntil = async (days: number) => {
  now = noonAfter(days)
  await t.platform((tx) => tx.updateTable('sessions').set({ last_seen_at: now }).execute())
}
const { csv } = exportCalls(t)

const of = { kind: 'roles' } as const
const toggle = (who: TestPerson, role: string, permission: string, is_allowed: boolean, kind?: PortalKind) =>
  t.as(who).call(togglePermission, { params: { role, permission }, body: { is_allowed, ...(kind && { kind }) } })
const history = async (who: TestPerson, query: object = {}) =>
  (await t.as(who).call(listHistory, { query: { ...of, ...query } as never })).data.map(
    ({ made_by, restored, changes }) => [
      made_by,
      ...changes.map(({ label, to }) => `${label}: ${to}`),
      ...(restored ? [restored] : []),
    ],
  )
const preview = async (who: TestPerson, target: object) =>
  (await t.as(who).call(previewRestore, { query: { ...of, ...target } as never })).data
const restore = async (who: TestPerson, target: object) => {
  const { seen_id, fields } = await preview(who, target)
  return (await t.as(who).call(restoreHistory, { body: { ...of, ...target, seen_id, fields } as never })).data.fields
}
const setUp = async () => {
  const portal = await t.make.portal({ type: 1 })
  const admin = await t.make.person('portal_admin', { portal, first_name: 'Ada', last_name: 'Lane' })
  const root = await t.make.person('super_admin')
  return { portal, admin, root }
}

test('each permission that is given or taken is in the history of the portal it concerns, those of the platform as well, and what changes nothing is not (HIS-003, HIS-019, HIS-009)', async () => {
  const { admin, root } = await setUp()
  const other = await t.make.person('portal_admin', { portal: await t.make.portal({ type: 2 }) })
  await toggle(admin, 'editor', 'shipments.view', true)
  await toggle(admin, 'editor', 'shipments.view', true)
  await toggle(admin, 'accounting', 'portal-settings.update', true)
  await toggle(admin, 'editor', 'shipments.view', false)
  await toggle(root, 'instructor', 'reports.view', false, 'house')
  await toggle(root, 'instructor', 'reports.view', true, 'house')
  await toggle(root, 'learner', 'users.view', true, 'general')
  await toggle(root, 'learner', 'users.view', false, 'general')
  expect(await history(admin)).toEqual([
    ['Portico', 'Taken from Learner in all portals: Open Users'],
    ['Portico', 'Given to Learner in all portals: Open Users'],
    ['Portico', 'Given to Instructor in in-house portals: Open Reports'],
    ['Portico', 'Taken from Instructor in in-house portals: Open Reports'],
    ['Ada Lane', 'Taken from Editor: Open Shipments'],
    ['Ada Lane', 'Given to Accounting: Change Portal settings'],
    ['Ada Lane', 'Given to Editor: Open Shipments'],
  ])
  expect(await history(admin, { part: 'editor' })).toHaveLength(2)
  expect(await history(admin, { search: 'lane', part: 'accounting' })).toHaveLength(1)
  // Another kind of portal has only what concerns all.
  expect(await history(other)).toEqual([
    ['Portico', 'Taken from Learner in all portals: Open Users'],
    ['Portico', 'Given to Learner in all portals: Open Users'],
  ])
  const rows = await csv(admin, '/history/export?kind=roles&part=editor')
  expect(rows.map(({ Who, Field, After }) => [Who, Field, After])).toEqual([
    ['Ada Lane', 'Taken from Editor', 'Open Shipments'],
    ['Ada Lane', 'Given to Editor', 'Open Shipments'],
  ])
})

test('the roles are shown as of a day, what the platform switched included, and put back in the portal alone (HIS-010, HIS-020, HIS-021, HIS-015)', async () => {
  const { portal, admin, root } = await setUp()
  const accountant = await t.make.person('accounting', { portal })
  const neighbor = await t.make.person('portal_admin', { portal: await t.make.portal({ type: 1 }) })
  await toggle(admin, 'accounting', 'portal-settings.update', true)
  await waitUntil(3)
  await toggle(admin, 'accounting', 'portal-settings.update', false)
  await toggle(admin, 'editor', 'shipments.view', true)
  await toggle(root, 'learner', 'users.view', true, 'house')
  await waitUntil(5)
  const on = addDays(TODAY, 2)
  const { data } = await t.as(admin).call(showPastState, { query: { ...of, on } })
  const shown = data.fields.filter(({ differs, field }) => differs && field.includes(' '))
  expect(shown.map(({ label, before, now: is }) => [label, before, is])).toEqual([
    ['Accounting: Change Portal settings', 'Allowed', 'Not allowed'],
    ['Learner: Open Users', 'Not allowed', 'Allowed'],
    ['Editor: Open Shipments', 'Not allowed', 'Allowed'],
  ])
  expect(data.fields.filter(({ field }) => !field.includes(' '))).toHaveLength(12)
  expect(data.fields.find(({ field }) => field === 'manager')).toMatchObject({ differs: false, part: 'manager' })
  expect(await restore(admin, { on })).toEqual([
    'accounting portal-settings.update',
    'learner users.view',
    'editor shipments.view',
  ])
  const after = (await t.as(admin).call(showPastState, { query: { ...of, on } })).data
  expect(after.fields.filter(({ differs }) => differs)).toEqual([])
  const switches = await t.platform((tx) =>
    tx
      .selectFrom('portal_permissions')
      .select(['role', 'permission', 'is_allowed'])
      .where('portal_id', '=', portal.id)
      .orderBy('role')
      .execute(),
  )
  expect(switches).toEqual([
    { role: 'accounting', permission: 'portal-settings.update', is_allowed: true },
    { role: 'learner', permission: 'users.view', is_allowed: false },
  ])
  // It holds at once, and the neighbor keeps what the platform gave.
  expect((await preview(neighbor, { on: addDays(TODAY, 4) })).lines).toEqual([])
  await expect(t.as(accountant).call(listHistory, { query: of })).rejects.toMatchObject(FORBIDDEN)
  expect((await history(admin))[0]).toEqual([
    'Ada Lane',
    'Taken from Editor: Open Shipments',
    expect.stringMatching(/^As of [A-Z][a-z]{2} \d+ \d{4}$/),
  ])
  const logged = await t.platform((tx) =>
    tx
      .selectFrom('activity_logs')
      .select(['action', 'changes'])
      .where('portal_id', '=', portal.id)
      .orderBy('id', 'desc')
      .limit(1)
      .execute(),
  )
  expect(logged).toMatchObject([{ action: 'portal.restore-permissions', changes: { fields: { length: 3 } } }])
  await toggle(root, 'learner', 'users.view', false, 'house')
})

test('one switch is put back by the rules of its screen, or says what stands in the way; another portal sees nothing (HIS-012, HIS-014, HIS-021, ROL-075, ERR-190, ERR-191)', async () => {
  const { portal, admin, root } = await setUp()
  const newest = async (who: TestPerson) => (await t.as(who).call(listHistory, { query: of })).data[0]?.id ?? 0
  await toggle(admin, 'editor', 'shipments.view', true)
  const change_id = await newest(admin)
  const seen = await preview(admin, { change_id })
  expect(seen.lines).toMatchObject([
    { label: 'Editor: Open Shipments', from: 'Allowed', to: 'Not allowed', reason: null },
  ])
  await toggle(admin, 'editor', 'reports.view', true)
  const body = { ...of, change_id, seen_id: seen.seen_id, fields: seen.fields }
  await expect(t.as(admin).call(restoreHistory, { body })).rejects.toMatchObject({ code: 'history_moved_on' })
  await expect(t.as(admin).call(restoreHistory, { body: { ...body, fields: ['Editor; drop'] } })).rejects.toMatchObject(
    { status: 422 },
  )
  expect(await restore(admin, { change_id })).toEqual(['editor shipments.view'])
  expect((await history(admin))[0]).toEqual([
    'Ada Lane',
    'Taken from Editor: Open Shipments',
    expect.stringMatching(/^The change of /),
  ])

  // A super admin reads it and switches for kinds of portals alone; the own role is nobody's to restore.
  const visitor = { ...root, portal, token: await t.make.session(root.id, portal, 'super_admin') }
  expect((await preview(visitor, { change_id: await newest(visitor) })).lines).toMatchObject([
    { reason: 'Super admins change permissions for kinds of portals. An admin of this portal can restore it.' },
  ])
  await t.platform((tx) =>
    tx
      .insertInto('portal_permissions')
      .values({ portal_id: portal.id, role: 'portal_admin', permission: 'reviews.delete', is_allowed: false })
      .execute(),
  )
  const own = await preview(admin, { change_id: await newest(admin) })
  expect(own).toMatchObject({ fields: [], lines: [{ reason: 'You cannot give or take this permission.' }] })
  await expect(
    t
      .as(admin)
      .call(restoreHistory, { body: { ...of, change_id: await newest(admin), seen_id: own.seen_id, fields: [] } }),
  ).rejects.toMatchObject({ code: 'nothing_to_restore' })

  const elsewhere = await t.make.person('portal_admin')
  expect(await history(elsewhere, { part: 'editor' })).toEqual([])
  await expect(preview(elsewhere, { change_id })).rejects.toMatchObject({ status: 404 })
  for (const role of ['manager', 'instructor', 'learner'] as const) {
    const person = await t.make.person(role, { portal })
    await expect(t.as(person).call(showPastState, { query: { ...of, on: addDays(TODAY, -1) } })).rejects.toMatchObject(
      FORBIDDEN,
    )
  }
  // The outside mark of a manager is a change of the person.
  const manager = await t.make.person('manager', { portal })
  const before = await history(admin)
  await t.as(admin).call(setOutside, {
    params: { role: 'manager' },
    body: { user_id: manager.id, portal_id: portal.id, is_outside: true },
  })
  expect(await history(admin)).toEqual(before)
})

test('the export asks for what the list asks for: who may not open roles or people gets no file of them (HIS-009, HIS-020)', async () => {
  const { portal } = await setUp()
  const admin = await t.make.person('portal_admin', { portal })
  await t.platform((tx) =>
    tx
      .insertInto('portal_permissions')
      .values(
        (['permissions.view', 'users.view'] as const).map((permission) => ({
          portal_id: portal.id,
          role: 'portal_admin' as const,
          permission,
          is_allowed: false,
        })),
      )
      .execute(),
  )
  const statusOf = async (query: string) =>
    (await t.request(admin, { method: 'GET', url: `/api/v1/history/export?${query}` })).statusCode
  expect(await statusOf('kind=roles')).toBe(403)
  expect(await statusOf(`kind=person&user_id=${admin.id}`)).toBe(403)
  expect(await statusOf('kind=settings')).toBe(200)
})
