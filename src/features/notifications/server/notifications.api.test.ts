import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import {
  listNotifications,
  readAllNotifications,
  readNotification,
  showCourseMails,
  updateCourseMails,
} from '../contract.ts'
import { isMailOn, notify } from './api.ts'

const t = testApp()

const notifyPerson = (person: TestPerson, amount: number, more: object = {}) =>
  t.app.db.withPortal(person.portal.id, (tx) =>
    notify(
      tx,
      { portal: { id: person.portal.id, origin: 'http://x' } as never, now: new Date('2031-05-01T10:00:00Z') },
      {
        user_id: person.id,
        kind: 'credits_received',
        data: { course_title: 'Ladders', amount, link: '/courses/managers/ladders' },
        ...more,
      },
    ),
  )
const mailsTo = (email: string) =>
  t.platform((tx) => tx.selectFrom('mails').select('template').where('to_email', '=', email).execute())
const course = async (person: TestPerson) =>
  t.platform((tx) =>
    tx
      .insertInto('courses')
      .values({ portal_id: person.portal.id, slug: `c-${person.id}`, title: 'Ladders' })
      .returning(['id', 'slug'])
      .executeTakeFirstOrThrow(),
  )

test('a notification has its fields and is first in the person’s list, page by page (RTM-010, RTM-011, API-012)', async () => {
  const person = await t.make.person('manager')
  for (const amount of [1, 2, 3]) await notifyPerson(person, amount)
  const api = t.as(person)
  const first = await api.call(listNotifications, { query: { per_page: 2 } })
  expect(first.data[0]).toEqual({
    id: expect.any(Number),
    kind: 'credits_received',
    title: 'You received 3 credits',
    text: 'They are for Ladders.',
    link: '/courses/managers/ladders',
    read_at: null,
    created_at: '2031-05-01T10:00:00.000Z',
  })
  expect(first.data.map(({ title }) => title)).toEqual(['You received 3 credits', 'You received 2 credits'])
  expect(first.meta.unread_count).toBe(3)
  const second = await api.call(listNotifications, { query: { per_page: 2, cursor: first.meta.next_cursor ?? '' } })
  expect(second.data.map(({ title }) => title)).toEqual(['You received 1 credit'])
  expect(second.meta.next_cursor).toBeNull()
})

test('reading one and reading all; the first time of reading stays (RTM-011)', async () => {
  const person = await t.make.person('learner')
  const [one] = [await notifyPerson(person, 1), await notifyPerson(person, 2)]
  const api = t.as(person)
  const { data } = await api.call(readNotification, { params: { id: one as number } })
  expect(data.read_at).toEqual(expect.any(String))
  const again = await api.call(readNotification, { params: { id: one as number } })
  expect(again.data.read_at).toBe(data.read_at)
  const unread = await api.call(listNotifications, { query: { is_read: 'false' } as never })
  expect([unread.data.length, unread.meta.unread_count]).toEqual([1, 1])
  expect((await api.call(readAllNotifications)).data.unread_count).toBe(0)
  expect((await api.call(listNotifications)).meta.unread_count).toBe(0)
})

test('nobody sees another person’s notifications, or those in another portal (RTM-011, API-021)', async () => {
  const person = await t.make.person('learner')
  const other = await t.make.person('portal_admin', { portal: person.portal })
  const id = (await notifyPerson(person, 1)) as number
  await expect(t.as(other).call(readNotification, { params: { id } })).rejects.toMatchObject({ status: 404 })
  expect((await t.as(other).call(listNotifications)).data).toEqual([])
  await t.as(other).call(readAllNotifications)
  const elsewhere = await t.make.portal()
  await t.make.role(person.id, elsewhere, 'learner')
  const there = { ...person, portal: elsewhere, token: await t.make.session(person.id, elsewhere, 'learner') }
  expect((await t.as(there).call(listNotifications)).data).toEqual([])
  await expect(t.as(there).call(readNotification, { params: { id } })).rejects.toMatchObject({ status: 404 })
  expect((await t.as(person).call(listNotifications)).meta.unread_count).toBe(1)
})

test('the same key notifies once and e-mails once (RTM-009)', async () => {
  const person = await t.make.person('learner')
  expect(await notifyPerson(person, 1, { key: 'due:1' })).toEqual(expect.any(Number))
  expect(await notifyPerson(person, 1, { key: 'due:1' })).toBeNull()
  expect(await notifyPerson(person, 1, { key: 'due:2' })).toEqual(expect.any(Number))
  expect((await t.as(person).call(listNotifications)).data).toHaveLength(2)
})

test('a notification is undone with its transaction (RTM-009)', async () => {
  const person = await t.make.person('learner')
  const failing = t.app.db.withPortal(person.portal.id, async (tx) => {
    await notify(
      tx,
      { portal: { id: person.portal.id } as never, now: new Date() },
      { user_id: person.id, kind: 'order_completed', data: { order_id: 1, number: '1' } },
    )
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect((await t.as(person).call(listNotifications)).data).toEqual([])
})

test('the e-mails of a course are switched by kind, and are on by default (RTM-013, RTM-014)', async () => {
  const admin = await t.make.person('portal_admin')
  const learner = await t.make.person('learner', { portal: admin.portal })
  const { id, slug } = await course(admin)
  const api = t.as(admin)
  const before = (await api.call(showCourseMails, { params: { slug } })).data
  expect(before.map(({ kind }) => kind)).toEqual([
    'enrolled',
    'invitation',
    'due_date_near',
    'assignment_graded',
    'certificate_issued',
  ])
  expect(before.every((row) => row.is_mail_on)).toBe(true)
  const change = (is_mail_on: boolean) =>
    api.call(updateCourseMails, { params: { slug }, body: { kinds: [{ kind: 'assignment_graded', is_mail_on }] } })
  const grade = () =>
    t.app.db.withPortal(admin.portal.id, (tx) =>
      notify(
        tx,
        { portal: { id: admin.portal.id } as never, now: new Date() },
        {
          user_id: learner.id,
          kind: 'assignment_graded',
          data: { assignment_title: 'Essay', score: 80, is_passed: true, link: '/x' },
          mail: {
            to: learner.email,
            course_id: id,
            template: 'graded',
            data: {
              first_name: 'Lena',
              course_title: 'Ladders',
              assignment_title: 'Essay',
              score: 80,
              is_passed: true,
              comment: null,
              link: 'http://x.example.com/',
            },
          },
        },
      ),
    )
  const off = await change(false)
  expect(off.data.filter((row) => !row.is_mail_on).map(({ kind }) => kind)).toEqual(['assignment_graded'])
  await grade()
  expect(await mailsTo(learner.email)).toEqual([])
  expect((await t.as(learner).call(listNotifications)).data).toHaveLength(1)
  await change(true)
  await grade()
  expect(await mailsTo(learner.email)).toEqual([{ template: 'graded' }])
  const isOn = (kind: 'enrolled') => t.platform((tx) => isMailOn(tx, admin.portal.id, id, kind))
  expect(await isOn('enrolled')).toBe(true)
})
