import { expect, test } from 'vitest'
import { listNotifications } from '#features/notifications/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { learning } from '../../../../tests/learning.ts'
import { tellDueDates } from './due-dates.ts'

const t = testApp()
const make = learning(t)
const school = enrolling(t)

const DUE = new Date('2031-05-10T12:00:00Z')
const before = (days: number) => new Date(DUE.getTime() - days * 86_400_000)
const portalById = async (id: number) =>
  ({ id, origin: 'http://portal.example.com', setting: { time_zone: 'America/New_York' } }) as never
const tell = (days: number) => tellDueDates(t.app.db, before(days), portalById)
const mailsTo = (email: string) =>
  t.platform((tx) => tx.selectFrom('mails').select(['template', 'subject']).where('to_email', '=', email).execute())
const titlesOf = async (person: Parameters<typeof t.as>[0]) =>
  (await t.as(person).call(listNotifications)).data.map(({ kind, title }) => [kind, title])

test('people are reminded of a due date a week and a day before, once each, by notification and by e-mail (RTM-009, RTM-012, RTM-015)', async () => {
  const { person, course } = await make.learner([['Text']], { enrollment: { due_at: DUE } })
  expect([
    await tell(9),
    await tell(6),
    await tell(6),
    await tell(3),
    await tell(1),
    await tell(0),
    await tell(-1),
  ]).toEqual([0, 1, 0, 0, 1, 0, 0])
  expect(await titlesOf(person)).toEqual([
    ['due_date_near', 'Due tomorrow'],
    ['due_date_near', 'Due in 6 days'],
  ])
  const mails = await mailsTo(person.email)
  expect(mails.map(({ template }) => template)).toEqual(['due-date-near', 'due-date-near'])
  expect(mails[0]?.subject).toMatch(/is due in 6 days$/)
  const [newest] = (await t.as(person).call(listNotifications)).data
  expect(newest?.link).toMatch(new RegExp(`^/courses/learner/${course.slug}/\\d+/overview$`))
})

test('a moved due date is announced again; one of a completed, ended or expired enrollment is not (RTM-015)', async () => {
  const moved = await make.learner([['Text']], { enrollment: { due_at: DUE } })
  for (const enrollment of [
    { due_at: DUE, completed_at: before(30) },
    { due_at: DUE, ended_at: before(30) },
    { due_at: DUE, expires_at: before(30) },
    { due_at: null },
  ])
    await make.learner([['Text']], { enrollment })
  expect(await tell(5)).toBe(1)
  await t.platform((tx) =>
    tx
      .updateTable('enrollments')
      .set({ due_at: new Date(DUE.getTime() + 86_400_000) })
      .where('user_id', '=', moved.person.id)
      .execute(),
  )
  expect(await tell(5)).toBe(1)
  expect((await titlesOf(moved.person)).map(([, title]) => title)).toEqual(['Due in 6 days', 'Due in 5 days'])
})

test('a course that sends no e-mail of a kind still sends the notification (RTM-013)', async () => {
  const { person, course } = await make.learner([['Text']], { enrollment: { due_at: DUE } })
  await t.platform((tx) =>
    tx
      .insertInto('course_mail_switches')
      .values({ portal_id: course.portal.id, course_id: course.id, kind: 'due_date_near', is_mail_on: false })
      .execute(),
  )
  await tell(2)
  expect(await titlesOf(person)).toEqual([['due_date_near', 'Due in 2 days']])
  expect(await mailsTo(person.email)).toEqual([])
})

test('an enrolled person is notified at once, and by e-mail unless the course sends none (RTM-009, RTM-013)', async () => {
  const { admin, course } = await school.school()
  const enroll = async () => {
    const person = await school.learner(admin.portal)
    await school.enroll(admin, course.id, person)
    await t.app.jobs.drain()
    return person
  }
  const first = await enroll()
  expect(await titlesOf(first)).toEqual([['enrolled', 'You are enrolled']])
  expect((await mailsTo(first.email)).map(({ template }) => template)).toEqual(['enrolled'])
  await t.platform((tx) =>
    tx
      .insertInto('course_mail_switches')
      .values({ portal_id: admin.portal.id, course_id: course.id, kind: 'enrolled', is_mail_on: false })
      .execute(),
  )
  const second = await enroll()
  expect(await titlesOf(second)).toEqual([['enrolled', 'You are enrolled']])
  expect(await mailsTo(second.email)).toEqual([])
})

test('on the evening before, it is due tomorrow in the portal’s time zone, even if it is due today in UTC (RTM-015, PRT-078)', async () => {
  const { person } = await make.learner([['Text']], { enrollment: { due_at: DUE } })
  await tellDueDates(t.app.db, new Date('2031-05-10T01:00:00Z'), portalById)
  expect(await titlesOf(person)).toEqual([['due_date_near', 'Due tomorrow']])
})
