import { describe, expect, test } from 'vitest'
import { exportUsers, listUsers, updateUser } from '#features/accounts/contract.ts'
import { listUserActivity } from '#features/activity-logs/contract.ts'
import { createApiToken } from '#features/api-tokens/contract.ts'
import { type TestPortal, testApp } from '../../../../tests/api.ts'
import { FORBIDDEN, MISSING, peopleOf } from '../../../../tests/people.ts'
import * as contract from '../contract.ts'

const t = testApp()
const { setUp, course, enroll } = peopleOf(t)

const tag = (at: TestPortal, title: string) =>
  t.platform(
    async (tx) =>
      (
        await tx
          .insertInto('terms')
          .values({ portal_id: at.id, kind: 'tag', title, slug: title.toLowerCase() })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )

describe('several people at once (USR-051)', () => {
  test('people who may be changed are blocked, and the reason is given for the others (USR-051, USR-038)', async () => {
    const { actor, portal, learner, api } = await setUp('course_admin')
    const other = await t.make.person('learner', { portal })
    const above = await t.make.person('portal_admin', { portal, first_name: 'Una', last_name: 'Upstairs' })
    const body = { user_ids: [above.id, other.id, learner.id, other.id, actor.id], is_blocked: true }
    const { data } = await api.call(contract.updateManyBlockStatus, { body })
    expect(data.changed).toEqual([learner.id, other.id].sort((a, b) => a - b))
    expect(data.refused).toHaveLength(2)
    expect(data.refused).toContainEqual({
      user_id: above.id,
      display_name: 'Una Upstairs',
      message: 'You do not have enough permissions for this action',
    })
    const blocked = await api.call(listUsers, { query: { is_blocked: true } })
    expect(blocked.data.map(({ id }) => id).sort()).toEqual([learner.id, other.id].sort())
  })

  test('tags are added and removed, and the rest stay (USR-051, USR-030)', async () => {
    const { portal, learner, api } = await setUp()
    const other = await t.make.person('learner', { portal })
    const [vip, late, night] = [await tag(portal, 'VIP'), await tag(portal, 'Late'), await tag(portal, 'Night')]
    const set = { params: { id: learner.id }, body: { tag_ids: [late, night] } }
    await api.call(contract.updateUserTags, set)
    const body = { user_ids: [learner.id, other.id], add_tag_ids: [vip], remove_tag_ids: [late] }
    const { data } = await api.call(contract.updateManyTags, { body })
    expect(data).toEqual({ changed: [learner.id, other.id].sort((a, b) => a - b), refused: [] })
    const read = async (id: number) =>
      (await api.call(contract.listUserTags, { params: { id } })).data.map(({ title }) => title)
    expect(await read(learner.id)).toEqual(['Night', 'VIP'])
    expect(await read(other.id)).toEqual(['VIP'])
    expect((await api.call(contract.listTagsForPeople)).data.map(({ title }) => title)).toEqual([
      'Late',
      'Night',
      'VIP',
    ])
  })

  test('a foreign person or tag, or more than 200, is refused, and nothing is changed (USR-051, API-021)', async () => {
    const { portal, learner, api } = await setUp()
    const foreign = await t.make.person('learner')
    const theirs = await tag(foreign.portal, 'Theirs')
    const block = (user_ids: number[]) =>
      api.call(contract.updateManyBlockStatus, { body: { user_ids, is_blocked: true } })
    await expect(block([learner.id, foreign.id])).rejects.toMatchObject(MISSING)
    await expect(block(Array.from({ length: 201 }, (_, at) => at + 1))).rejects.toMatchObject({ status: 422 })
    expect((await api.call(listUsers, { query: { is_blocked: true } })).data).toEqual([])
    const body = { user_ids: [learner.id], add_tag_ids: [theirs] }
    await expect(api.call(contract.updateManyTags, { body })).rejects.toMatchObject({
      errors: { add_tag_ids: ['Selected value is not valid'] },
    })
    const nothing = { user_ids: [learner.id] }
    await expect(api.call(contract.updateManyTags, { body: nothing })).rejects.toMatchObject({
      errors: { add_tag_ids: ['Please choose at least one tag.'] },
    })
    const manager = await t.make.person('manager', { portal })
    const id = await course(portal)
    await enroll(portal, id, manager.id, { role: 'manager' })
    await enroll(portal, id, learner.id, { manager_id: manager.id })
    const own = await t.as(manager).call(contract.updateManyBlockStatus, { body: { ...nothing, is_blocked: true } })
    expect(own.data).toMatchObject({ changed: [], refused: [{ user_id: learner.id }] })
  })

  test('the export has only the selected people (USR-051, USR-034)', async () => {
    const { actor, portal, learner } = await setUp()
    const other = await t.make.person('learner', { portal })
    const answer = await t.request(actor, {
      method: 'GET',
      url: `/api/v1${exportUsers.path}?ids=${learner.id}`,
    })
    expect(answer.body).toContain(learner.email)
    expect(answer.body).not.toContain(other.email)
    const wrong = await t.request(actor, { method: 'GET', url: `/api/v1${exportUsers.path}?ids=1;2` })
    expect(wrong.statusCode).toBe(422)
  })
})

test('the list counts courses, shows the last activity, and filters by tag and dates; managers get neither figure (USR-009, USR-050, USR-040)', async () => {
  const { portal, learner, api } = await setUp()
  const [first, second] = [await course(portal, 'One'), await course(portal, 'Two')]
  await enroll(portal, first, learner.id)
  await enroll(portal, second, learner.id, { completed_at: new Date('2026-02-01T00:00:00Z'), access: 'expired' })
  const never = await t.make.person('learner', { portal })
  await t.platform((tx) => tx.deleteFrom('sessions').where('user_id', '=', never.id).execute())
  const { data } = await api.call(listUsers, { query: {} })
  const of = (id: number) => data.find((person) => person.id === id)
  expect(of(learner.id)).toMatchObject({ courses: { current: 1, completed: 1 }, last_active_at: expect.any(String) })
  expect(of(never.id)).toMatchObject({ courses: { current: 0, completed: 0 }, last_active_at: null })
  const late = await tag(portal, 'Late')
  await api.call(contract.updateUserTags, { params: { id: never.id }, body: { tag_ids: [late] } })
  expect((await api.call(listUsers, { query: { tag_id: late } })).data.map(({ id }) => id)).toEqual([never.id])
  await t.platform((tx) =>
    tx
      .updateTable('portal_users')
      .set({ joined_at: new Date('2025-03-01T04:59:59Z') })
      .where('user_id', '=', never.id)
      .execute(),
  )
  const joined = async (date_from: string, date_to: string) =>
    (await api.call(listUsers, { query: { date_from, date_to } })).data.map(({ id }) => id)
  // In New York it is still the last day of February.
  expect(await joined('2025-02-28', '2025-02-28')).toEqual([never.id])
  expect(await joined('2025-03-01', '2025-03-01')).toEqual([])
  const manager = await t.make.person('manager', { portal })
  await enroll(portal, first, manager.id, { role: 'manager' })
  await t.platform((tx) =>
    tx.updateTable('enrollments').set({ manager_id: manager.id }).where('user_id', '=', learner.id).execute(),
  )
  const [own] = (await t.as(manager).call(listUsers, { query: {} })).data
  expect(own).toMatchObject({ id: learner.id, courses: null, last_active_at: null })
})

test('super admins list the people of another portal, which its log shows; others get Not your portal (USR-056, USR-009)', async () => {
  const { actor, portal, learner } = await setUp()
  const root = await t.make.person('super_admin')
  const query = { portal_id: portal.id }
  const { data } = await t.as(root).call(listUsers, { query })
  expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([actor.id, learner.id]))
  const log = await t.platform((tx) =>
    tx
      .selectFrom('activity_logs')
      .select('action')
      .where('portal_id', '=', portal.id)
      .where('user_id', '=', root.id)
      .execute(),
  )
  expect(log).toEqual([{ action: 'portal.enter' }])
  const elsewhere = { portal_id: root.portal.id }
  await expect(t.as(actor).call(listUsers, { query: elsewhere })).rejects.toMatchObject({ code: 'not_your_portal' })
})

test('a person’s training figures, for managers only about their learners (USR-052, USR-040)', async () => {
  const { portal, learner, api } = await setUp()
  const ids = [await course(portal, 'A'), await course(portal, 'B'), await course(portal, 'C')] as const
  const manager = await t.make.person('manager', { portal })
  await enroll(portal, ids[0], manager.id, { role: 'manager' })
  await enroll(portal, ids[0], learner.id, { manager_id: manager.id, due_at: new Date('2026-01-02T00:00:00Z') })
  await enroll(portal, ids[1], learner.id, { due_at: new Date('2099-01-02T00:00:00Z') })
  await enroll(portal, ids[2], learner.id, { completed_at: new Date('2026-02-01T00:00:00Z'), access: 'expired' })
  const params = { id: learner.id }
  expect((await api.call(contract.showTraining, { params })).data).toEqual({
    current: 2,
    completed: 1,
    overdue: 1,
    valid_certificates: 0,
    expiring_certificates: 0,
    next_due_at: '2099-01-02T00:00:00.000Z',
    next_expiry_at: null,
  })
  expect((await t.as(manager).call(contract.showTraining, { params })).data).toMatchObject({ current: 1, completed: 0 })
  const list = async (query: object) =>
    (await api.call(contract.listUserCourses, { params, query: query as never })).data
  expect(await list({})).toHaveLength(3)
  expect((await list({}))[0]).toMatchObject({ progress: 0, curator: null, certificate: null, ended_at: null })
  await t.platform((tx) =>
    tx
      .updateTable('enrollments')
      .set({ ended_at: new Date(), access: 'expired' })
      .where('course_id', '=', ids[1])
      .execute(),
  )
  expect(await list({})).toHaveLength(2)
  expect(await list({ with_ended: 'true' })).toHaveLength(3)
  const stranger = await t.make.person('learner')
  await expect(api.call(contract.showTraining, { params: { id: stranger.id } })).rejects.toMatchObject(MISSING)
})

test('people who manage others see and revoke their tokens; managers and lower roles do not (USR-054, USR-040, USR-038)', async () => {
  const { portal, learner, api } = await setUp('course_admin')
  const other = await t.make.person('learner', { portal })
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const { data: token } = await t.as(learner).call(createApiToken, { body: { name: 'Payroll', expires_at } })
  const params = { id: learner.id }
  const { data } = await api.call(contract.listUserTokens, { params })
  expect(data).toMatchObject([{ id: token.id, name: 'Payroll', is_expired: false }])
  expect(JSON.stringify(data)).not.toContain(token.token)
  const manager = await t.make.person('manager', { portal })
  const id = await course(portal)
  await enroll(portal, id, manager.id, { role: 'manager' })
  await enroll(portal, id, learner.id, { manager_id: manager.id })
  await expect(t.as(manager).call(contract.listUserTokens, { params })).rejects.toMatchObject(FORBIDDEN)
  const above = await t.make.person('portal_admin', { portal })
  const { data: theirs } = await t.as(above).call(createApiToken, { body: { name: 'Books', expires_at } })
  const at = { id: above.id, tokenId: theirs.id }
  await expect(api.call(contract.deleteUserToken, { params: at })).rejects.toMatchObject(FORBIDDEN)
  await expect(
    api.call(contract.deleteUserToken, { params: { id: other.id, tokenId: token.id } }),
  ).rejects.toMatchObject(MISSING)
  await api.call(contract.deleteUserToken, { params: { id: learner.id, tokenId: token.id } })
  expect((await api.call(contract.listUserTokens, { params })).data).toEqual([])
})

test('a person’s activity is visible to people who read the activity log, in their portal (USR-055, ROL-060)', async () => {
  const { actor, portal, learner, api } = await setUp()
  await t.as(learner).call(updateUser, { params: { id: learner.id }, body: { first_name: 'Lea' } })
  const params = { id: learner.id }
  const { data } = await api.call(listUserActivity, { params })
  expect(data).toMatchObject([{ user_id: learner.id, action: 'user.update', is_impersonated: false }])
  const courseAdmin = await t.make.person('course_admin', { portal })
  await expect(t.as(courseAdmin).call(listUserActivity, { params })).rejects.toMatchObject(FORBIDDEN)
  const elsewhere = await t.make.person('portal_admin')
  await expect(t.as(elsewhere).call(listUserActivity, { params })).rejects.toMatchObject(MISSING)
  expect(actor.portal.id).toBe(portal.id)
})

test.each(['create', 'Create-Enrollment', 'import', 'managers', 'tags'])(
  'the username %s is reserved (USR-048)',
  async (username) => {
    const { learner, api } = await setUp()
    const body = { username }
    await expect(api.call(updateUser, { params: { id: learner.id }, body })).rejects.toMatchObject({
      status: 422,
      errors: { username: ['This username is reserved. Please choose another one.'] },
    })
  },
)
