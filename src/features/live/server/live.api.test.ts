import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { createEnrollments } from '../../enrollments/contract.ts'
import { broadcastingAuth } from '../contract.ts'

const t = testApp()
const make = enrolling(t)

/** The status with which a person is admitted to a channel or refused. */
const join = (who: TestPerson, channel: string) =>
  t
    .as(who)
    .call(broadcastingAuth, { body: { socket_id: '12.34', channel_name: `private-${channel}` } })
    .then(
      ({ auth }) => [200, auth.includes(':')],
      (error: { status: number; message: string }) => [error.status, error.message],
    )
const LET_IN = [200, true]
const REFUSED = [403, 'Authorization failed!']

test('a private channel admits the people it concerns and nobody else (AUT-017, RTM-003, ERR-110)', async () => {
  const { portal, admin, course_id } = await make.school()
  const [learner, other] = [await make.learner(portal), await make.learner(portal)]
  expect(await join(learner, `notifications.${learner.id}`)).toEqual(LET_IN)
  expect(await join(other, `notifications.${learner.id}`)).toEqual(REFUSED)
  expect(await join(admin, `notifications.${learner.id}`)).toEqual(REFUSED)
  expect(await join(admin, `enrolls.${course_id}`)).toEqual(LET_IN)
  expect(await join(learner, `enrolls.${course_id}`)).toEqual(REFUSED)
  expect(await join(admin, 'everything')).toEqual(REFUSED)
  const elsewhere = await make.school()
  expect(await join(admin, `enrolls.${elsewhere.course_id}`)).toEqual(REFUSED)
})

test('learners and authors of a course follow it, and nobody else does (VER-017)', async () => {
  const { portal, admin, course_id } = await make.school()
  const [learner, other] = [await make.learner(portal), await make.learner(portal)]
  const assign = { body: { course_id, role_id: 'learner' as const, user_ids: [learner.id] } }
  expect(await join(learner, `courses.${course_id}`)).toEqual(REFUSED)
  await t.as(admin).call(createEnrollments, assign)
  expect(await join(learner, `courses.${course_id}`)).toEqual(LET_IN)
  expect(await join(other, `courses.${course_id}`)).toEqual(REFUSED)
  expect(await join(admin, `courses.${course_id}`)).toEqual(LET_IN)
  const elsewhere = await make.school()
  expect(await join(elsewhere.admin, `courses.${course_id}`)).toEqual(REFUSED)
})

test('an instructor hears only about assigned courses, and a manager of a course only in person (RTM-003, ROL-027, ROL-036)', async () => {
  const { portal, admin, course_id } = await make.school()
  const instructor = await t.make.person('instructor', { portal })
  const manager = await t.make.person('manager', { portal })
  const foreign = await make.course(portal)
  const assign = (role_id: 'instructor' | 'manager', person: TestPerson) =>
    t.as(admin).call(createEnrollments, { body: { course_id, role_id, user_ids: [person.id] } })
  expect(await join(instructor, `enrolls.${course_id}`)).toEqual(REFUSED)
  await assign('instructor', instructor)
  await assign('manager', manager)
  expect(await join(instructor, `enrolls.${course_id}`)).toEqual(LET_IN)
  expect(await join(instructor, `enrolls.${foreign.id}`)).toEqual(REFUSED)
  expect(await join(manager, `enrolls.${course_id}`)).toEqual(REFUSED)
  expect(await join(manager, `notifications.${manager.id}`)).toEqual(LET_IN)
  expect(await join(manager, `invites.courses.${course_id}.managers.${manager.id}`)).toEqual(LET_IN)
})
