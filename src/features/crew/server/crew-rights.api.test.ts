import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { learning } from '../../../../tests/learning.ts'
import * as contract from '../contract.ts'

const t = testApp()
const make = learning(t)

const setUp = async () => {
  const { course, person, related_id } = await make.learner([['Text']])
  const at = { portal_id: course.portal.id, course_id: course.id }
  const admin = await t.make.person('portal_admin', { portal: course.portal })
  const instructor = await t.make.person('instructor', { portal: course.portal })
  await t.platform((tx) =>
    tx
      .insertInto('course_instructors')
      .values({ ...at, user_id: instructor.id })
      .execute(),
  )
  const open = { course_id: course.id, title: 'SCBA practice', place: '', tasks: ['Don'] }
  const { data: session } = await t.as(instructor).call(contract.openCrewSession, { body: open })
  const params = { id: session.id }
  const send = async (who: typeof admin, values: object) => {
    const body = { entries: [{ id: randomUUID(), at: new Date().toISOString(), ...values }] } as never
    return (await t.as(who).call(contract.addCrewEntries, { params, body })).data
  }
  return { course, person, related_id, admin, instructor, params, send }
}

test('nobody signs off their own tasks, by correction neither (CRW-010, ERR-197)', async () => {
  const { related_id, admin, instructor, params, send } = await setUp()
  await t.platform((tx) =>
    tx.updateTable('enrollments').set({ user_id: admin.id }).where('id', '=', related_id).execute(),
  )
  await send(admin, { kind: 'arrived', related_id, typed_name: 'Me' })
  const signed = await send(admin, { kind: 'task', task: 0, related_id })
  expect(signed.results[0]?.code).toBe('crew_own_task')
  const body = { id: randomUUID(), related_id, kind: 'task' as const, task: 0, is_so: true, reason: 'Saw it' }
  await expect(t.as(admin).call(contract.correctCrewSession, { params, body })).rejects.toMatchObject({
    code: 'crew_own_task',
  })
  await t.as(instructor).call(contract.correctCrewSession, { params, body })
})

test('an instructor reads and corrects nothing of learners assigned to somebody else (CRW-001, ROL-027)', async () => {
  const { course, related_id, admin, instructor, params, send } = await setUp()
  const curator = await t.make.person('instructor', { portal: course.portal })
  await t.platform((tx) =>
    tx.updateTable('enrollments').set({ curator_id: curator.id }).where('id', '=', related_id).execute(),
  )
  await send(admin, { kind: 'arrived', related_id, typed_name: 'Ana' })
  const { data } = await t.as(instructor).call(contract.showCrewSession, { params })
  const body = { id: randomUUID(), related_id, kind: 'arrived' as const, task: null, is_so: false, reason: 'No' }
  await expect(t.as(instructor).call(contract.correctCrewSession, { params, body })).rejects.toMatchObject({
    code: 'crew_not_enrolled',
  })
  expect(data).toMatchObject({ arrived: 0, roster: [] })
  await t.as(admin).call(contract.correctCrewSession, { params, body })
  expect((await t.as(instructor).call(contract.showCrewSession, { params })).data.corrections).toEqual([])
  await t.as(instructor).call(contract.closeCrewSession, { params })
  const { data: closed } = await t.as(admin).call(contract.showCrewSession, { params })
  expect(closed).toMatchObject({ roster: [{ related_id }], corrections: [{ reason: 'No' }] })
})

test('each task of a session is there once (CRW-002)', async () => {
  const { course, admin } = await setUp()
  const body = { course_id: course.id, title: 'Twice', place: '', tasks: ['Don', 'Don'] }
  await expect(t.as(admin).call(contract.openCrewSession, { body })).rejects.toMatchObject({
    status: 422,
    errors: { tasks: ['List each task once.'] },
  })
})
