import { expect, test } from 'vitest'
import { listUsers, showUser, updateUser } from '#features/accounts/contract.ts'
import { showAccess } from '#features/enrollments/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { exportCalls } from '../../../../tests/exports.ts'
import { FORBIDDEN, MISSING, peopleOf } from '../../../../tests/people.ts'
import * as contract from '../contract.ts'
import { forgetNames } from './former-names.ts'

const now = new Date('2026-05-01T12:00:00Z')
const t = testApp({ now: () => now })
const { setUp, course, enroll, profileOf } = peopleOf(t)
const { csv } = exportCalls(t)

/** A learner with a completed course who was taken out of their only portal. */
const left = async () => {
  const world = await setUp()
  const { portal, learner, api } = world
  const course_id = await course(portal)
  await enroll(portal, course_id, learner.id, { completed_at: new Date('2026-04-01T12:00:00Z'), status: 2 })
  const { id: related_id } = await t.platform((tx) =>
    tx.selectFrom('enrollments').select('id').where('user_id', '=', learner.id).executeTakeFirstOrThrow(),
  )
  await api.call(contract.deleteUser, { params: { id: learner.id } })
  return { ...world, course_id, related_id, params: { id: learner.id } }
}

test('a former member is found by status, shows their training, and cannot be changed (USR-081, USR-011)', async () => {
  const { actor, api, portal, learner, params, related_id } = await left()
  expect((await api.call(listUsers)).data.map(({ id }) => id)).toEqual([actor.id])
  for (const status of ['active', 'blocked'] as const)
    expect((await api.call(listUsers, { query: { status } })).data.map(({ id }) => id)).not.toContain(learner.id)
  expect((await api.call(listUsers, { query: { status: 'left' } })).data).toMatchObject([
    { id: learner.id, left_at: now.toISOString(), roles: [] },
  ])
  const { data } = await api.call(showUser, { params })
  expect(data).toMatchObject({
    first_name: 'Pat',
    username: null,
    membership: { left_at: now.toISOString(), can_change: false, roles: [], tags: [] },
  })
  expect(data.email).toMatch(/@deleted\.invalid$/)
  expect((await api.call(contract.showTraining, { params })).data).toMatchObject({ completed: 1 })
  expect((await api.call(contract.listUserCourses, { params })).data).toMatchObject([{ id: related_id, progress: 0 }])
  const { reasons } = (await api.call(showAccess, { params: { id: related_id } })).data
  expect(reasons.map(({ code }) => code)).toContain('not_a_member')
  expect((await csv(actor, '/users/all-user-export?status=left')).map(({ Status }) => Status)).toEqual(['Left'])

  const changes = [
    api.call(updateUser, { params, body: { first_name: 'Else' } }),
    api.call(contract.updateRoles, { params, body: { role_ids: ['manager'], portal_id: portal.id } }),
    api.call(contract.updateUserTags, { params, body: { tag_ids: [] } }),
    api.call(contract.createNote, { params, body: { text: 'Gone.' } }),
    api.call(contract.updateBlockStatus, { params, body: { is_blocked: true } }),
    api.call(contract.listUserTags, { params }),
  ]
  await Promise.all(changes.map((change) => expect(change).rejects.toMatchObject(MISSING)))
})

test('only people who manage everyone see former members, in their own portal (USR-081, USR-040)', async () => {
  const { portal, params, course_id } = await left()
  const manager = await t.make.person('manager', { portal })
  await enroll(portal, course_id, manager.id, { role: 'manager' })
  expect((await t.as(manager).call(listUsers, { query: { status: 'left' } })).data).toEqual([])
  await expect(t.as(manager).call(showUser, { params })).rejects.toMatchObject(MISSING)
  await expect(t.as(manager).call(contract.showTraining, { params })).rejects.toMatchObject(MISSING)
  const elsewhere = await t.make.person('portal_admin')
  await expect(t.as(elsewhere).call(showUser, { params })).rejects.toMatchObject(MISSING)
  const clerk = await t.make.person('accounting', { portal })
  await expect(t.as(clerk).call(listUsers, { query: { status: 'left' } })).rejects.toMatchObject(FORBIDDEN)
})

test('the name is deleted with the last training record that needs it (USR-011, LEG-008)', async () => {
  const { portal, learner } = await left()
  const forget = (at: string) => t.platform((tx) => forgetNames(tx, new Date(at)))
  await forget('2031-03-31T00:00:00Z')
  expect((await profileOf(learner.id, portal)).first_name).toBe('Pat')
  expect(await forget('2031-04-02T00:00:00Z')).toBeGreaterThan(0)
  expect(await profileOf(learner.id, portal)).toMatchObject({ first_name: 'Former', last_name: 'user' })
  expect(await forget('2031-04-02T00:00:00Z')).toBe(0)
})
