import { describe, expect, test } from 'vitest'
import { updateUser } from '#features/accounts/contract.ts'
import { updateSettings } from '#features/portals/contract.ts'
import { logActivity, NO_REQUEST } from '#platform/db/activity.ts'
import { testApp } from '../../../../tests/api.ts'
import { exportCalls } from '../../../../tests/exports.ts'
import { listActivity, listOwnActivity } from '../contract.ts'

const t = testApp()
const { csv } = exportCalls(t)

test('a person’s own activity is listed newest first, page by page, without anyone else’s (REP-005, REP-007, REP-012)', async () => {
  const person = await t.make.person('learner')
  const other = await t.make.person('portal_admin', { portal: person.portal })
  const rename = (who: typeof person, city: string) =>
    t.as(who).call(updateUser, { params: { id: who.id }, body: { city } })
  for (const city of ['Boston', 'Salem', 'Lowell']) await rename(person, city)
  await rename(other, 'Lynn')
  const api = t.as(person)
  const cityOf = (changes: Record<string, unknown> | null | undefined) =>
    (changes?.city as { to: string } | undefined)?.to
  const first = await api.call(listOwnActivity, { query: { per_page: 2 } })
  expect(first.data[0]).toEqual({
    id: expect.any(Number),
    user_id: person.id,
    portal_id: person.portal.id,
    action: 'user.update',
    subject_type: 'user',
    subject_id: person.id,
    changes: { city: { from: 'Salem', to: 'Lowell' } },
    address: expect.any(String),
    is_impersonated: false,
    created_at: expect.any(String),
    text: 'Changed your own profile',
    changed: [{ field: 'City', from: 'Salem', to: 'Lowell' }],
  })
  const second = await api.call(listOwnActivity, { query: { per_page: 2, cursor: first.meta.next_cursor ?? '' } })
  expect(second.data.map(({ changes }) => cityOf(changes))).toEqual(['Boston'])
  expect(second.meta.next_cursor).toBeNull()
  const oldest = await api.call(listOwnActivity, { query: { per_page: 1, sort: 'created_at' } })
  expect(cityOf(oldest.data[0]?.changes)).toBe('Boston')
})

test('actions by someone impersonating this person are marked (AUT-021, REP-012)', async () => {
  const person = await t.make.person('learner')
  const admin = await t.make.person('super_admin', { portal: person.portal })
  await t.platform((tx) =>
    tx
      .insertInto('activity_logs')
      .values({ portal_id: person.portal.id, user_id: person.id, impersonator_id: admin.id, action: 'order.create' })
      .execute(),
  )
  const { data } = await t.as(person).call(listOwnActivity)
  expect(data).toMatchObject([{ action: 'order.create', is_impersonated: true }])
})

test('the log of the portal says in sentences who did what, with the values before and after (ROL-060, REP-013, REP-014)', async () => {
  const admin = await t.make.person('portal_admin', { first_name: 'Ada', last_name: 'Lane' })
  const { portal } = admin
  const ben = await t.make.person('manager', { portal, first_name: 'Ben', last_name: 'Ross' })
  await t.as(admin).call(updateSettings, { body: { time_zone: 'America/Chicago', has_blog: true } })
  await t.as(admin).call(updateSettings, { body: { time_zone: 'America/Denver', has_blog: true } })
  const log = (values: Record<string, unknown>) =>
    t.platform((tx) =>
      tx
        .insertInto('activity_logs')
        .values({ portal_id: portal.id, ...values } as never)
        .execute(),
    )
  const { id: course_id } = await t.platform((tx) =>
    tx
      .insertInto('courses')
      .values({ portal_id: portal.id, slug: 'ladders', title: 'Ladder Safety' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await log({
    user_id: admin.id,
    action: 'credits.give',
    topic: 'money',
    subject_type: 'course',
    subject_id: course_id,
    changes: JSON.stringify({ from: 'portal', amount: 5, user_id: ben.id }),
  })
  const chief = await t.make.person('super_admin', { portal, first_name: 'Sue', last_name: 'Perr' })
  await log({
    user_id: ben.id,
    impersonator_id: chief.id,
    action: 'user.update',
    topic: 'people',
    subject_type: 'user',
    subject_id: ben.id,
  })
  const { data } = await t.as(admin).call(listActivity)
  expect(data.map(({ text }) => text)).toEqual([
    'Sue Perr, working as Ben Ross, changed their own profile',
    'Ada Lane gave 5 credits to Ben Ross for Ladder Safety',
    'Ada Lane changed the portal settings',
    'Ada Lane changed the portal settings',
  ])
  // A value that was saved unchanged is not a change.
  expect(data[2]?.changed).toEqual([{ field: 'Time zone', from: 'America/Chicago', to: 'America/Denver' }])
  expect(data[0]).toMatchObject({ is_impersonated: true, impersonator: { id: chief.id }, actor: { id: ben.id } })
})

describe('the log of the portal', () => {
  test('is filtered by subject, by person and by days in the portal’s time zone, page by page (REP-009, REP-014, PRT-078)', async () => {
    const admin = await t.make.person('portal_admin', { first_name: 'Ada', last_name: 'Lane' })
    const { portal } = admin
    const ben = await t.make.person('manager', { portal, first_name: 'Ben', last_name: 'Ross' })
    const entries = [
      ['session.start', ben.id, '2026-03-02T04:30:00Z'],
      ['order.refund', admin.id, '2026-03-02T05:30:00Z'],
      ['order.refund', admin.id, '2026-03-03T04:59:59Z'],
      ['assignment.grade', ben.id, '2026-03-03T05:00:00Z'],
    ] as const
    await t.platform(async (tx) => {
      for (const [action, user_id, created_at] of entries)
        await logActivity(
          tx,
          {
            portal: { id: portal.id },
            viewer: { user_id } as never,
            now: new Date(created_at),
            request: NO_REQUEST,
          },
          { action },
        )
    })
    const actions = async (query: object) =>
      (await t.as(admin).call(listActivity, { query: query as never })).data.map(({ action }) => action)
    expect(await actions({ topic: 'money' })).toEqual(['order.refund', 'order.refund'])
    expect(await actions({ topic: 'grades' })).toEqual(['assignment.grade'])
    expect(await actions({ search: 'ben ro' })).toEqual(['assignment.grade', 'session.start'])
    // March 2 in New York.
    expect(await actions({ date_from: '2026-03-02', date_to: '2026-03-02' })).toEqual(['order.refund', 'order.refund'])
    const first = await t.as(admin).call(listActivity, { query: { per_page: 3 } })
    const rest = await t.as(admin).call(listActivity, { query: { per_page: 3, cursor: first.meta.next_cursor ?? '' } })
    expect(rest.data.map(({ action }) => action)).toEqual(['session.start'])
    const rows = await csv(admin, '/activity-logs/export?topic=money')
    expect(rows.map((row) => row['What happened'])).toEqual([
      'Ada Lane requested a refund of $0.00 for an order',
      'Ada Lane requested a refund of $0.00 for an order',
    ])
  })

  test.each([
    'sub_admin',
    'course_admin',
    'accounting',
    'manager',
    'instructor',
    'editor',
    'partner',
    'learner',
  ] as const)('is closed to %s (ROL-060)', async (role) => {
    const person = await t.make.person(role)
    for (const url of ['/activity-logs', '/activity-logs/export'])
      expect((await t.request(person, { method: 'GET', url: `/api/v1${url}` })).statusCode).toBe(403)
  })

  test('shows nothing of another portal (REP-009, API-021)', async () => {
    const admin = await t.make.person('portal_admin')
    const elsewhere = await t.make.person('portal_admin')
    await t.as(elsewhere).call(updateSettings, { body: { has_blog: true } })
    expect((await t.as(admin).call(listActivity)).data).toEqual([])
  })
})

test('entries of another portal stay there (REP-007, API-021)', async () => {
  const person = await t.make.person('learner')
  const elsewhere = await t.make.portal()
  await t.platform((tx) =>
    tx
      .insertInto('activity_logs')
      .values({ portal_id: elsewhere.id, user_id: person.id, action: 'order.create' })
      .execute(),
  )
  expect((await t.as(person).call(listOwnActivity)).data).toEqual([])
})
