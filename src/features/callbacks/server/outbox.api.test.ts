import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCertificates } from '#features/certificates/contract.ts'
import { updateRoles } from '#features/users/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { callingBack, LOCAL } from '../../../../tests/callbacks/calling-back.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import {
  deleteCallback,
  showCallback,
  showCourseCallbacks,
  updateCallback,
  updateCourseCallbacks,
} from '../contract.ts'
import { EVENT_TYPES, type EventType } from '../rules/events.ts'
import { forgetOld, tellExpired } from './jobs.ts'

const t = testApp({ env: LOCAL })
const make = enrolling(t)
const calls = callingBack(t)
const certificates = certificateMakers(t)

const DAY = 86_400_000
const later = (ms: number) => new Date(Date.now() + ms)
const addPerson = (admin: TestPerson) => t.make.person('learner', { portal: admin.portal })
const school = async (events: EventType[] = ['user.created']) => {
  const admin = await t.make.person('portal_admin')
  return { admin, hr: await calls.connected(admin, { events }) }
}
const typesOf = (messages: readonly { type: string }[]) => messages.map(({ type }) => type)

test('what is taken back was never told, and a portal hears nothing of another one (INT-023)', async () => {
  const { admin, hr } = await school([...EVENT_TYPES])
  const elsewhere = await school([...EVENT_TYPES])
  const { id } = await addPerson(admin)
  await t.app.db
    .withPortal(admin.portal.id, async (tx) => {
      await tx.updateTable('portal_users').set({ last_name: 'Wrong' }).where('user_id', '=', id).execute()
      throw new Error('taken back')
    })
    .catch(() => null)
  await calls.deliver()
  expect(hr.system.messages()).toMatchObject([{ type: 'user.created', data: { id, roles: ['learner'] } }])
  expect(elsewhere.hr.system.received).toEqual([])
})

test('a process that dies while it sends loses nothing: another one sends it again under its id (INT-018, INT-024)', async () => {
  const { admin, hr } = await school()
  await addPerson(admin)
  // As it leaves it: the lane is taken and the message is being sent.
  await t.platform(async (tx) => {
    await tx
      .updateTable('callbacks')
      .set({ lease: randomUUID(), lease_until: later(60_000) })
      .where('id', '=', hr.id)
      .execute()
    await tx.updateTable('callback_deliveries').set({ status: 'PENDING' }).where('callback_id', '=', hr.id).execute()
  })
  expect(await calls.deliver()).toBe(0)
  expect(await calls.deliver(later(61_000))).toBe(1)
  expect(hr.system.messages()).toMatchObject([{ type: 'user.created', number: 1 }])
})

test('two processes at once send each message once, those of a record in their order (INT-023)', async () => {
  const { admin, hr } = await school([...EVENT_TYPES])
  const person = await addPerson(admin)
  for (let turn = 0; turn < 6; turn++)
    await t.platform((tx) =>
      tx
        .updateTable('portal_users')
        .set({ city: `City ${turn}` })
        .where('user_id', '=', person.id)
        .execute(),
    )
  const counts = await Promise.all([calls.deliver(), calls.deliver(), calls.deliver()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(7)
  expect(hr.system.messages().map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('a callback that was off, or is told about something else, shows a gap (INT-028)', async () => {
  const { admin, hr } = await school(['user.created', 'user.updated'])
  const person = await addPerson(admin)
  const save = (values: object) =>
    t.as(admin).call(updateCallback, {
      params: { id: hr.id },
      body: { name: hr.name, url: hr.url, events: ['user.created', 'user.updated'], ...values },
    })
  const move = (city: string) =>
    t.platform((tx) => tx.updateTable('portal_users').set({ city }).where('user_id', '=', person.id).execute())
  await save({ is_active: false })
  await move('Akron')
  await save({ is_active: true })
  await move('Boston')
  await save({ name: 'Another name' })
  await move('Canton')
  await calls.deliver()
  expect(hr.system.messages().map(({ number, data }) => [number, data.city])).toEqual([
    [1, null],
    [3, 'Boston'],
    [4, 'Canton'],
  ])
})

test('a deleted callback is not called any more, not even with what waits, and is forgotten a day later (INT-019)', async () => {
  const { admin, hr } = await school()
  await addPerson(admin)
  await t.as(admin).call(deleteCallback, { params: { id: hr.id } })
  await addPerson(admin)
  expect(await calls.deliver()).toBe(0)
  const rows = () =>
    t.platform((tx) => tx.selectFrom('callback_deliveries').select('id').where('callback_id', '=', hr.id).execute())
  await forgetOld(t.app.db, later(DAY / 2))
  expect(await rows()).toHaveLength(1)
  await forgetOld(t.app.db, later(DAY + 60_000))
  expect(await rows()).toEqual([])
})

test('the log forgets messages after 90 days (INT-027)', async () => {
  const { admin, hr } = await school()
  await addPerson(admin)
  const count = async () => {
    const { data } = await t.as(admin).call(showCallback, { params: { id: hr.id } })
    return data.waiting_count
  }
  await forgetOld(t.app.db, later(89 * DAY))
  expect(await count()).toBe(1)
  await forgetOld(t.app.db, later(91 * DAY))
  expect(await count()).toBe(0)
})

test('a course chooses its callbacks, which hear of it and of no other (BLD-036)', async () => {
  const { portal, admin, course, course_id } = await make.school()
  const other = await make.course(portal)
  const events: EventType[] = ['enrollment.created']
  const hr = await calls.connected(admin, { events, is_for_all_courses: false })
  const everything = await calls.connected(admin, { events })
  const params = { slug: course.slug }
  const used = (data: readonly { id: number; is_used: boolean }[]) =>
    data.filter(({ is_used: isUsed }) => isUsed).map(({ id }) => id)
  expect(used((await t.as(admin).call(showCourseCallbacks, { params })).data)).toEqual([everything.id])
  const saved = await t.as(admin).call(updateCourseCallbacks, { params, body: { callback_ids: [hr.id] } })
  expect(used(saved.data).toSorted()).toEqual([hr.id, everything.id].toSorted())
  for (const id of [course_id, other.id]) await make.enroll(admin, id, await make.learner(portal))
  await calls.deliver()
  expect(hr.system.messages().map(({ data }) => data.course_id)).toEqual([course_id])
  expect(everything.system.received).toHaveLength(2)
  const foreign = await school()
  const body = { callback_ids: [foreign.hr.id] }
  await expect(t.as(admin).call(updateCourseCallbacks, { params, body })).rejects.toMatchObject({ status: 422 })
})

test('certificates are told when they are issued and once when they expire, not those that were revoked (INT-023)', async () => {
  const at = await certificates.school()
  const hr = await calls.connected(at.admin, { events: ['certificate.issued', 'certificate.expired'] })
  const [one, other] = [
    await certificates.graduate(at, { valid_months: 1 }),
    await certificates.graduate(at, { valid_months: 1 }),
  ]
  const users_courses = [one.related_id, other.related_id]
  const { data } = await t.as(at.admin).call(createCertificates, { body: { users_courses } })
  await t.platform((tx) =>
    tx
      .updateTable('certificates')
      .set({ revoked_at: new Date(), revoke_reason: 'Mixed up' })
      .where('id', '=', data[1]?.id ?? 0)
      .execute(),
  )
  expect(await tellExpired(t.app.db, later(20 * DAY))).toBe(0)
  expect(await tellExpired(t.app.db, later(40 * DAY))).toBe(1)
  expect(await tellExpired(t.app.db, later(41 * DAY))).toBe(0)
  await calls.deliver(later(41 * DAY))
  expect(typesOf(hr.system.messages()).toSorted()).toEqual([
    'certificate.expired',
    'certificate.issued',
    'certificate.issued',
  ])
})

test('a message about a person names their roles, and one follows a change of roles or e-mail in each of their portals (INT-023)', async () => {
  const [here, there] = [await school(['user.created', 'user.updated']), await school(['user.updated'])]
  const person = await addPerson(here.admin)
  await t.make.role(person.id, there.admin.portal, 'learner')
  await t.as(here.admin).call(updateRoles, {
    params: { id: person.id },
    body: { portal_id: here.admin.portal.id, role_ids: ['learner', 'manager'] },
  })
  await t.platform((tx) =>
    tx.updateTable('users').set({ email: 'renamed@example.com' }).where('id', '=', person.id).execute(),
  )
  await calls.deliver()
  const last = (messages: readonly { data: object }[]) => messages.at(-1)?.data
  expect(here.hr.system.messages()[0]).toMatchObject({ type: 'user.created', data: { roles: ['learner'] } })
  expect(last(here.hr.system.messages())).toMatchObject({ email: 'renamed@example.com', roles: ['learner', 'manager'] })
  expect(last(there.hr.system.messages())).toMatchObject({ email: 'renamed@example.com', roles: ['learner'] })
})
