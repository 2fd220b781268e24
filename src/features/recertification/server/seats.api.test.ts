import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRequirement, savePlaces } from '#features/compliance/contract.ts'
import { lockEnrollments, takeAway } from '#features/enrollments/server/api.ts'
import { addDays, addMonthsToDay, dayOf, momentIn } from '#kernel/format/day.ts'
import { PROGRESS, PUBLICATION } from '#kernel/product/statuses.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import * as contract from '../contract.ts'
import { runDay } from './jobs.ts'

const ZONE = 'America/New_York'
const TODAY = dayOf(new Date(), ZONE)

const t = testApp()
const make = enrolling(t)

const runOn = (day: string, hour = '10:00') => runDay(t.app.db, t.app.services, momentIn(`${day}T${hour}`, ZONE))

/** A portal with credits that requires a course every 12 months; its people completed it on a day, and are on a manager's team. */
const world = async (credits: number, people = 2) => {
  const portal = await t.make.portal({ time_zone: ZONE })
  const admin = await t.make.person('portal_admin', { portal })
  const manager = await t.make.person('manager', { portal })
  const course = await make.course(portal)
  if (credits > 0) await make.plan(portal, credits)
  const joined_at = momentIn(`${addDays(TODAY, -500)}T09:00`, ZONE)
  const learners: TestPerson[] = []
  for (let n = 0; n < people; n += 1) learners.push(await make.learner(portal, { joined_at }))
  await t.as(admin).call(savePlaces, {
    body: { user_ids: learners.map(({ id }) => id), from_day: addDays(TODAY, -400), team_id: manager.id },
  })
  const { data: requirement } = await t.as(admin).call(createRequirement, {
    body: {
      ...{ kind: 'course', course_id: course.id, from_day: addDays(TODAY, -400), title: 'Ladder Safety' },
      ...{ roles: ['learner'], valid_months: 12 },
    } as never,
  })
  const completed = addDays(TODAY, -30)
  for (const { id: user_id } of learners)
    await t.platform(async (tx) => {
      const { id } = await tx
        .insertInto('enrollments')
        .values({
          ...{ portal_id: portal.id, user_id, course_id: course.id, role: 'learner', status: PROGRESS.in_progress },
          ...{ created_at: momentIn(`${completed}T09:00`, ZONE), expires_at: new Date('2100-01-01T00:00:00Z') },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('enrollments')
        .set({ completed_at: momentIn(`${completed}T12:00`, ZONE), access: 'expired', status: PROGRESS.finished })
        .where('id', '=', id)
        .execute()
    })
  const renew = (body: { is_automatic: boolean; days_before: number }, who = admin) =>
    t.as(who).call(contract.saveRenewal, { params: { id: requirement.id }, body })
  return { portal, admin, manager, course, learners, renew, end: addMonthsToDay(completed, 12) }
}
type World = Awaited<ReturnType<typeof world>>

/** The enrollments of people after the one that they completed. */
const next = ({ portal, course }: World, who: TestPerson) =>
  t.platform((tx) =>
    tx
      .selectFrom('enrollments')
      .select(['id', 'ended_at', 'due_at'])
      .where('portal_id', '=', portal.id)
      .where('course_id', '=', course.id)
      .where('user_id', '=', who.id)
      .where('completed_at', 'is', null)
      .orderBy('id')
      .execute(),
  )
const mailsOf = ({ portal }: World) =>
  t.platform(async (tx) =>
    (
      await tx
        .selectFrom('mails')
        .select(['to_email', 'subject'])
        .where('portal_id', '=', portal.id)
        .where('template', '=', 'recertification-team')
        .where('subject', 'not like', '%expires soon%')
        .orderBy('id')
        .execute()
    ).map(({ to_email, subject }) => `${to_email} ${subject}`),
  )
const remaining = async ({ portal }: World) => (await make.numbers(portal)).remaining

test('people are enrolled once from the chosen day on with a credit of the portal, unless they are in the course; a failure gets the next try, an unenrollment opens the chain again, and after three tries managers and admins decide (CMP-035, CMP-036)', async () => {
  const made = await world(9)
  const [ada, ben] = made.learners as [TestPerson, TestPerson]
  const at = (days: number) => runOn(addDays(made.end, -days))
  // Off until somebody switches it on.
  await at(50)
  expect(await next(made, ada)).toEqual([])
  const { data } = await made.renew({ is_automatic: true, days_before: 40 })
  expect(data).toMatchObject([{ title: 'Ladder Safety', is_automatic: true, days_before: 40 }])
  await at(41)
  expect(await next(made, ada)).toEqual([])
  // Ben's manager was faster.
  await make.enroll(made.admin, made.course.id, ben)
  await Promise.all([at(40), at(40)])
  await at(39)
  const [first, ...others] = await next(made, ada)
  expect([others, await next(made, ben), await remaining(made)]).toEqual([[], [expect.anything()], 7])
  expect(first?.due_at && dayOf(first.due_at, ZONE)).toBe(made.end)

  // It is taken away without progress: the credit comes back, and the chain is open again.
  await make.run(made.portal, async (tx, ctx) =>
    takeAway(tx, ctx, await lockEnrollments(tx, ctx, [first?.id as number]), 'unenrolled'),
  )
  expect(await remaining(made)).toBe(8)
  await at(38)
  const second = (await next(made, ada)).find(({ ended_at }) => ended_at === null)
  expect([second?.id === first?.id, await remaining(made)]).toEqual([false, 7])

  // Failed twice: another try each time up to three, then people decide, and hear of it once.
  for (const day of [37, 36, 35]) {
    await t.platform((tx) =>
      tx
        .updateTable('enrollments')
        .set({ status: PROGRESS.failed, items_done: 1 })
        .where('user_id', '=', ada.id)
        .where('completed_at', 'is', null)
        .where('ended_at', 'is', null)
        .execute(),
    )
    await at(day)
  }
  expect([(await next(made, ada)).length, await remaining(made)]).toEqual([3, 6])
  const news = 'Ladder Safety could not be renewed automatically for 1 person'
  expect((await mailsOf(made)).sort()).toEqual([`${made.admin.email} ${news}`, `${made.manager.email} ${news}`].sort())
  expect(await make.check()).toEqual([])
})

test('where credits do not suffice, those whose end comes first are enrolled, and manager and admins hear of the others once; with new credits they are enrolled (CMP-037)', async () => {
  const made = await world(1)
  await made.renew({ is_automatic: true, days_before: 30 })
  const at = (days: number) => runOn(addDays(made.end, -days))
  await at(30)
  await at(29)
  const counts = async () =>
    (await Promise.all(made.learners.map((who) => next(made, who)))).map(({ length }) => length)
  expect([(await counts()).sort(), await remaining(made)]).toEqual([[0, 1], 0])
  const news = 'No credits left to renew Ladder Safety for 1 person'
  expect((await mailsOf(made)).sort()).toEqual([`${made.admin.email} ${news}`, `${made.manager.email} ${news}`].sort())
  const { rows } = await t.platform((tx) =>
    sql<{ step: string }>`select step from recertification_steps
      where portal_id = ${made.portal.id} and step like 'seat%'`.execute(tx),
  )
  expect(rows).toEqual([{ step: 'seat_1' }])
  await make.plan(made.portal, 5)
  const publish = (publication_status: number) =>
    t.platform((tx) => tx.updateTable('courses').set({ publication_status }).where('id', '=', made.course.id).execute())
  await publish(PUBLICATION.archived)
  for (const days of [28, 27]) await at(days)
  expect([(await counts()).sort(), await remaining(made)]).toEqual([[0, 1], 5])
  expect((await mailsOf(made)).slice(2).sort()).toEqual(
    [made.admin, made.manager].map(({ email }) => `${email} Ladder Safety could not be renewed for 1 person`).sort(),
  )
  await publish(PUBLICATION.published)
  await at(26)
  expect([await counts(), await remaining(made)]).toEqual([[1, 1], 4])
  expect(await make.check()).toEqual([])
})

test('switching it on works at once, and only those who may enroll people switch it (CMP-035)', async () => {
  const made = await world(5, 1)
  await expect(made.renew({ is_automatic: true, days_before: 30 }, made.manager)).rejects.toMatchObject({ status: 403 })
  await made.renew({ is_automatic: true, days_before: 180 })
  // The end is 11 months away.
  await t.app.jobs.drain()
  expect(await next(made, made.learners[0] as TestPerson)).toEqual([])
  await t.platform((tx) =>
    sql`insert into training_requirement_terms (portal_id, requirement_id, from_day, title, roles, valid_months, created_at)
      select portal_id, requirement_id, ${TODAY}::date, title, roles, 3, now() from training_requirement_terms
      where portal_id = ${made.portal.id}`.execute(tx),
  )
  await made.renew({ is_automatic: true, days_before: 180 })
  await t.app.jobs.drain()
  expect(await next(made, made.learners[0] as TestPerson)).toHaveLength(1)
})

test('the forecast counts what runs out and what is missing by month and team, less the credits in stock; managers see their team and their own credits (CMP-038)', async () => {
  const made = await world(1)
  await make.learner(made.portal)
  const { data } = await t.as(made.admin).call(contract.showForecast, { query: {} })
  const month = made.end.slice(0, 7)
  expect(data.months).toHaveLength(12)
  expect(data.courses).toMatchObject([
    {
      ...{ id: made.course.id, seats: 3, in_stock: 0, to_buy: 2, is_for_sale: false },
      teams: [
        { id: made.manager.id, seats: 2 },
        { id: null, name: 'No team', seats: 1 },
      ],
    },
  ])
  const [course] = data.courses
  expect(course?.by_month[data.months.indexOf(month)]).toBe(2)
  expect(course?.by_month[0]).toBe(1)
  const holder = { kind: 'manager', course_id: made.course.id, user_id: made.manager.id } as const
  await make.buy(made.portal, holder, 1)
  const theirs = (await t.as(made.manager).call(contract.showForecast, { query: {} })).data
  expect(theirs).toMatchObject({ general_credits: 0, courses: [{ seats: 2, in_stock: 1, to_buy: 1 }] })
  const team = (await t.as(made.admin).call(contract.showForecast, { query: { team_id: made.manager.id } })).data
  expect(team.courses).toMatchObject([{ seats: 2, to_buy: 1 }])
  // Somebody who is in the course already needs no seat.
  await make.enroll(made.admin, made.course.id, made.learners[0] as TestPerson)
  expect((await t.as(made.admin).call(contract.showForecast, { query: {} })).data.courses).toMatchObject([
    { seats: 2, in_stock: 0, to_buy: 2 },
  ])
})
