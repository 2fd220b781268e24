import { expect, test } from 'vitest'
import { createRequirement, savePlaces } from '#features/compliance/contract.ts'
import { listNotifications } from '#features/notifications/contract.ts'
import { addDays, addMonthsToDay, dayOf, formatDay, momentIn } from '#kernel/format/day.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import * as contract from '../contract.ts'
import { runDay } from './jobs.ts'

const ZONE = 'America/New_York'
const TODAY = dayOf(new Date(), ZONE)
const COMPLETED = addDays(TODAY, -30)
const END = addMonthsToDay(COMPLETED, 12)

const t = testApp()
const make = enrolling(t)

const runOn = (day: string) => runDay(t.app.db, t.app.services, momentIn(`${day}T10:00`, ZONE))

/** A portal with credits that requires a course once and its refresher every 12 months, with 20 days of grace; people have completed it. */
const world = async (people: number) => {
  const portal = await t.make.portal({ time_zone: ZONE })
  const admin = await t.make.person('portal_admin', { portal })
  const [initial, refresher] = [await make.course(portal), await make.course(portal)]
  await make.plan(portal, 9)
  const joined_at = momentIn(`${addDays(TODAY, -500)}T09:00`, ZONE)
  const learners: TestPerson[] = []
  for (let n = 0; n < people; n += 1) learners.push(await make.learner(portal, { joined_at }))
  await t.as(admin).call(savePlaces, {
    body: { user_ids: learners.map(({ id }) => id), from_day: addDays(TODAY, -400), job: 'Responder' },
  })
  const { data: requirement } = await t.as(admin).call(createRequirement, {
    body: {
      ...{ kind: 'course', course_id: initial.id, from_day: addDays(TODAY, -400), title: 'HAZWOPER' },
      ...{ jobs: ['Responder'], valid_months: 12, grace_days: 20, refresher_course_ids: [refresher.id] },
    } as never,
  })
  const complete = (user_id: number, course_id: number, day: string) =>
    t.platform(async (tx) => {
      const { id } = await tx
        .insertInto('enrollments')
        .values({
          ...{ portal_id: portal.id, user_id, course_id, role: 'learner', status: PROGRESS.in_progress },
          ...{ created_at: momentIn(`${day}T09:00`, ZONE), expires_at: new Date('2100-01-01T00:00:00Z') },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('enrollments')
        .set({ completed_at: momentIn(`${day}T12:00`, ZONE), access: 'expired', status: PROGRESS.finished })
        .where('id', '=', id)
        .execute()
    })
  for (const { id } of learners) await complete(id, initial.id, COMPLETED)
  const open = (who: TestPerson) =>
    t.platform(async (tx) =>
      (
        await tx
          .selectFrom('enrollments')
          .select(['id', 'course_id', 'due_at'])
          .where('portal_id', '=', portal.id)
          .where('user_id', '=', who.id)
          .where('completed_at', 'is', null)
          .where('ended_at', 'is', null)
          .orderBy('id')
          .execute()
      ).map(({ course_id, due_at }) => [
        course_id === initial.id ? 'initial' : 'refresher',
        due_at && dayOf(due_at, ZONE),
      ]),
    )
  const renew = (days_before: number) =>
    t.as(admin).call(contract.saveRenewal, {
      params: { id: requirement.id },
      body: { is_automatic: true, days_before },
    })
  const remaining = async () => (await make.numbers(portal)).remaining
  return { portal, admin, initial, refresher, learners, requirement, complete, open, renew, remaining }
}

const newsOf = async ({ portal }: { portal: { id: number } }, who: TestPerson) => {
  const bell = (await t.as(who).call(listNotifications)).data
    .filter(({ kind }) => kind === 'recertification')
    .map(({ text }) => text)
  const mails = await t.platform((tx) =>
    tx
      .selectFrom('mails')
      .select('text')
      .where('portal_id', '=', portal.id)
      .where('to_email', '=', who.email)
      .where('template', '=', 'recertification')
      .orderBy('id')
      .execute(),
  )
  return { bell, mails: mails.map(({ text }) => text.replace(/\s+/g, ' ')) }
}

test('the next enrollment is in the refresher while it counts, once for people in either course, and in the initial course after the grace (CMP-030, CMP-042)', async () => {
  const made = await world(4)
  const [ada, ben, cai, dee] = made.learners as [TestPerson, TestPerson, TestPerson, TestPerson]
  await made.renew(30)
  // Ben is in the initial course again, and Cai in the refresher: both renew it.
  await make.enroll(made.admin, made.initial.id, ben)
  await make.enroll(made.admin, made.refresher.id, cai)
  const before = await made.remaining()
  await Promise.all([runOn(addDays(END, -30)), runOn(addDays(END, -30))])
  await runOn(addDays(END, -29))
  expect(await made.open(ada)).toEqual([['refresher', END]])
  expect([await made.open(ben), await made.open(cai)].map((all) => all.map(([course]) => course))).toEqual([
    ['initial'],
    ['refresher'],
  ])
  expect(await made.open(dee)).toEqual([['refresher', END]])
  expect(await made.remaining()).toBe(before - 2)
  // Dee finishes it: the end moves, and nothing is due.
  await t.platform((tx) =>
    tx
      .updateTable('enrollments')
      .set({ completed_at: momentIn(`${addDays(END, -5)}T12:00`, ZONE), access: 'expired', status: PROGRESS.finished })
      .where('user_id', '=', dee.id)
      .where('completed_at', 'is', null)
      .execute(),
  )
  await runOn(addDays(END, 20))
  expect(await made.open(ada)).toEqual([['refresher', END]])
  // The grace is over: the refresher that runs renews nothing anymore.
  await runOn(addDays(END, 21))
  await runOn(addDays(END, 22))
  expect(await made.open(ada)).toEqual([
    ['refresher', END],
    ['initial', null],
  ])
  expect((await made.open(cai)).map(([course]) => course)).toEqual(['refresher', 'initial'])
  expect((await made.open(ben)).map(([course]) => course)).toEqual(['initial'])
  expect([await made.open(dee), await made.remaining()]).toEqual([[], before - 4])
  expect(await make.check()).toEqual([])
})

test('somebody in grace is enrolled in the refresher, due on the last day on which it counts (CMP-042)', async () => {
  const made = await world(1)
  await made.renew(0)
  await runOn(addDays(END, 3))
  expect(await made.open(made.learners[0] as TestPerson)).toEqual([['refresher', addDays(END, 20)]])
})

test('reminders name and lead to the course that renews it, and the forecast counts it (CMP-032, CMP-038, CMP-043, CMP-046)', async () => {
  const made = await world(2)
  const [ada, ben] = made.learners as [TestPerson, TestPerson]
  await make.enroll(made.admin, made.refresher.id, ben)
  await runOn(addDays(END, -30))
  await runOn(addDays(END, 30))
  const { rows } = {
    rows: await t.platform((tx) =>
      tx
        .selectFrom('courses')
        .select(['id', 'title', 'slug'])
        .where('id', 'in', [made.initial.id, made.refresher.id])
        .execute(),
    ),
  }
  const [initial, refresher] = [made.initial, made.refresher].map(({ id }) => rows.find((row) => row.id === id))
  const news = await newsOf(made, ada)
  expect(news.bell).toEqual([
    `It was valid until ${formatDay(END, 'long')}. Renew it now with ${initial?.title}.`,
    `Renew it by ${formatDay(END, 'long')} with ${refresher?.title}.`,
  ])
  expect(news.mails[0]).toContain(`Take the refresher ${refresher?.title} to renew it`)
  expect(news.mails[0]).toContain(formatDay(addDays(END, 20), 'long'))
  expect(news.mails[0]).toContain(`/course/${refresher?.slug}`)
  expect(news.mails[1]).toContain(`A refresher is no longer enough. Take ${initial?.title} again`)
  expect(news.mails[1]).toContain(`/course/${initial?.slug}`)
  expect((await newsOf(made, ben)).mails[0]).toContain(`You are already enrolled in ${refresher?.title}.`)

  const { data } = await t.as(made.admin).call(contract.showForecast, { query: {} })
  // Ben is in the refresher, so Ada alone needs a seat in it; nobody needs the initial course.
  expect(data.courses).toMatchObject([{ id: made.refresher.id, seats: 1, to_buy: 0 }])
  expect(data.courses[0]?.by_month[data.months.indexOf(END.slice(0, 7))]).toBe(1)
  const late = await make.learner(made.portal, { joined_at: momentIn(`${addDays(TODAY, -500)}T09:00`, ZONE) })
  await t.as(made.admin).call(savePlaces, {
    body: { user_ids: [late.id], from_day: addDays(TODAY, -400), job: 'Responder' },
  })
  await made.complete(late.id, made.initial.id, addDays(TODAY, -450))
  const after = (await t.as(made.admin).call(contract.showForecast, { query: {} })).data
  expect(after.courses.map(({ id, seats }) => [id, seats]).sort()).toEqual(
    [
      [made.initial.id, 1],
      [made.refresher.id, 1],
    ].sort(),
  )
  const { data: renewals } = await t.as(made.admin).call(contract.listRenewals)
  expect(renewals).toMatchObject([{ course: { id: made.initial.id }, refreshers: [{ id: made.refresher.id }] }])
})
