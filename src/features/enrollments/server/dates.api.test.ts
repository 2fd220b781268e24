import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { FORBIDDEN, MISSING, peopleOf } from '../../../../tests/people.ts'
import { showAccess, updateEnrollmentDates } from '../contract.ts'

const now = new Date('2026-05-01T12:00:00Z')
const t = testApp({ now: () => now })
const { setUp, course, enroll } = peopleOf(t)

const enrolled = async (values: Record<string, unknown>) => {
  const world = await setUp()
  const course_id = await course(world.portal)
  await enroll(world.portal, course_id, world.learner.id, values)
  const { id } = await t.platform((tx) =>
    tx.selectFrom('enrollments').select('id').where('user_id', '=', world.learner.id).executeTakeFirstOrThrow(),
  )
  return { ...world, course_id, id, params: { id } }
}

test('a future start is moved to now, the end follows five years later, and access begins (USR-053, USR-021)', async () => {
  const { api, params } = await enrolled({ starts_at: new Date('2026-06-01T04:00:00Z'), access: 'pending' })
  expect((await api.call(showAccess, { params })).data).toMatchObject({ access: 'pending', can_work: false })
  // A moment that passed while the answer was on its way counts as now.
  const { data } = await api.call(updateEnrollmentDates, { params, body: { starts_at: '2026-05-01T11:59:00.000Z' } })
  expect(data).toMatchObject({ access: 'active', starts_at: '2026-05-01T12:00:00.000Z' })
  expect(data.expires_at.slice(0, 4)).toBe('2031')
  await expect(
    api.call(updateEnrollmentDates, { params, body: { starts_at: '2026-07-01T00:00:00.000Z' } }),
  ).rejects.toMatchObject({ errors: { starts_at: ['This enrollment has already started.'] } })
})

test('the due date is set, moved and removed, and is after the start (USR-053)', async () => {
  const { api, params } = await enrolled({})
  const set = async (due_at: string | null) =>
    (await api.call(updateEnrollmentDates, { params, body: { due_at } })).data.due_at
  expect(await set('2026-08-01T03:59:59.999Z')).toBe('2026-08-01T03:59:59.999Z')
  await expect(set('2025-08-01T00:00:00.000Z')).rejects.toMatchObject({
    errors: { due_at: ['Please choose a due date after the start.'] },
  })
  expect(await set(null)).toBeNull()
})

test('managers, other portals and other roles change no dates; the answer about access names who enrolled (USR-053, ROL-036, API-021)', async () => {
  const { api, portal, params, course_id, learner, actor } = await enrolled({})
  const body = { due_at: null }
  const manager = await t.make.person('manager', { portal })
  await expect(t.as(manager).call(updateEnrollmentDates, { params, body })).rejects.toMatchObject(FORBIDDEN)
  const elsewhere = await t.make.person('portal_admin')
  await expect(t.as(elsewhere).call(updateEnrollmentDates, { params, body })).rejects.toMatchObject(MISSING)
  await enroll(portal, course_id, manager.id, { role: 'manager' })
  const { id } = await t.platform((tx) =>
    tx.selectFrom('enrollments').select('id').where('user_id', '=', manager.id).executeTakeFirstOrThrow(),
  )
  await expect(api.call(updateEnrollmentDates, { params: { id }, body })).rejects.toMatchObject(MISSING)
  await t.platform((tx) =>
    tx
      .insertInto('enrollment_grants')
      .values({ portal_id: portal.id, enrollment_id: params.id, kind: 'manual', granted_by: actor.id })
      .execute(),
  )
  const { data } = await api.call(showAccess, { params })
  expect(data).toMatchObject({ course: { id: course_id }, curator: null, grants: [{ granter: expect.any(String) }] })
  expect(data.enrollment.user_id).toBe(learner.id)
})
