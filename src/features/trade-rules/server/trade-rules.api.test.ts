import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { completeEnrollment, finishCourse, listLearnerModules } from '#features/progress/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { testApp } from '../../../../tests/api.ts'
import { ownCourse } from '../../../../tests/own-course.ts'
import * as contract from '../contract.ts'

const ZONE = 'America/New_York'
const TODAY = dayOf(new Date(), ZONE)
const ago = (days: number) => addDays(TODAY, -days)
const MINUTE = 60_000
const VISITS = ['0199a000-0000-7000-8000-000000000001', '0199a000-0000-7000-8000-000000000002'] as const

const t = testApp()
const { make, itemAt, start, finish, show } = ownCourse(t)
type Learner = Awaited<ReturnType<typeof make.learner>>
type Item = { type: string; id: number }

const adminOf = ({ person }: Learner) => t.make.person('portal_admin', { portal: person.portal })
type Admin = Awaited<ReturnType<typeof adminOf>>

const VERSION = { from_day: ago(30), title: 'Four hours', source: 'Letter of Oct 11 1994', minutes: 10 }
const require = async (admin: Admin, kind: contract.RuleKind, who: Learner, body: object = {}) =>
  (
    await t
      .as(admin)
      .call(contract.createTradeRule, { body: { ...VERSION, kind, course_ids: [who.course.id], ...body } })
  ).data

const report = async (who: Learner, item: Item, values: { visit?: string; is_end?: boolean } = {}) =>
  (
    await t.as(who.person).call(contract.reportSeatTime, {
      body: {
        ...{ related_id: who.related_id, item_type: item.type as contract.SeatItemType, item_id: item.id },
        ...{ visit: VISITS[0], ...values },
      },
    })
  ).data

/** As if the last report of the person were this old. */
const wait = (who: Learner, seconds: number) =>
  t.platform((tx) =>
    sql`update seat_clocks set at = at - make_interval(secs => ${seconds}) where user_id = ${who.person.id}`.execute(
      tx,
    ),
  )

/** Time that counted on a day. */
const spend = (who: Learner, item: Item, minutes: number, day = TODAY) =>
  t.platform((tx) =>
    sql`
      insert into seat_times as s (portal_id, enrollment_id, item_type, item_id, day, user_id, course_id, milliseconds)
      values (${who.person.portal.id}, ${who.related_id}, ${item.type}, ${item.id}, ${day}::date, ${who.person.id},
        ${who.course.id}, ${minutes * MINUTE})
      on conflict (portal_id, enrollment_id, item_type, item_id, day) do update
        set milliseconds = s.milliseconds + excluded.milliseconds`.execute(tx),
  )

const countedIn = async (who: Learner) =>
  (await t.as(who.person).call(contract.showSeatTime, { query: { related_id: who.related_id } })).data.course
    ?.counted ?? 0

describe('rules', () => {
  test('have versions that nobody changes, each with its source and days (TRD-001, TRD-002, TRD-003, TRD-018, TRD-019, TRD-023)', async () => {
    const who = await make.learner([['Text']])
    const admin = await adminOf(who)
    const url = 'https://example.com/letter'
    const { id } = await require(admin, 'item_time', who, { source_url: url, item_ids: [itemAt(who.course, 0, 0).id] })
    const change = (body: object) =>
      t.as(admin).call(contract.addTradeRuleVersion, {
        params: { id },
        body: { ...VERSION, course_ids: [who.course.id], ...body },
      })
    await change({ from_day: ago(10), until_day: ago(5), minutes: 20, title: 'Twenty' })
    const ended = (await t.as(admin).call(contract.listTradeRules)).data
    expect(ended).toMatchObject([
      {
        id,
        kind: 'item_time',
        title: 'Twenty',
        current_id: null,
        versions: [
          { from_day: ago(30), source: VERSION.source, source_url: url, item_ids: [itemAt(who.course, 0, 0).id] },
          { from_day: ago(10), until_day: ago(5), minutes: 20, courses: [{ id: who.course.id }] },
        ],
      },
    ])
    const { data: running } = await change({ from_day: TODAY, minutes: 30 })
    expect(running.current_id).toBe(running.versions[2]?.id)
    expect((await change({ from_day: TODAY, is_retired: true })).data.current_id).toBeNull()
    for (const statement of [
      sql`update trade_rule_versions set minutes = 1`,
      sql`delete from trade_rule_versions`,
      sql`delete from trade_rule_courses`,
    ])
      await expect(t.platform((tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
    const { data: options } = await t
      .as(admin)
      .call(contract.showTradeRuleOptions, { query: { course_id: who.course.id } })
    expect(options.courses).toContainEqual({ value: String(who.course.id), label: expect.any(String) })
    expect(options.items).toEqual([{ value: String(itemAt(who.course, 0, 0).id), label: '1. Module Text Info' }])
    const rows = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select('action')
        .where('portal_id', '=', who.person.portal.id)
        .where('action', 'like', 'trade-rule.%')
        .orderBy('id')
        .execute(),
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'trade-rule.create',
      'trade-rule.update',
      'trade-rule.update',
      'trade-rule.retire',
    ])
  })

  test('name published courses of the portal, items of these, a source, and days in order (TRD-001, TRD-019)', async () => {
    const [who, elsewhere] = [await make.learner([['Text']]), await make.learner([['Text']])]
    const admin = await adminOf(who)
    for (const [field, body] of [
      ['course_ids', { course_ids: [elsewhere.course.id] }],
      ['course_ids', { course_ids: [] }],
      ['item_ids', { item_ids: [itemAt(elsewhere.course, 0, 0).id] }],
      ['until_day', { until_day: ago(31) }],
      ['minutes', { minutes: 601 }],
      ['minutes', { minutes: 0 }],
      ['source', { source: '' }],
      ['source_url', { source_url: 'no link' }],
    ] as const)
      await expect(require(admin, 'item_time', who, body), field).rejects.toMatchObject({
        status: 422,
        errors: { [field]: [expect.any(String)] },
      })
  })
})

describe('seat time', () => {
  test('is what the server saw pass between two reports of a visit (TRD-007, TRD-008, TRD-010, TRD-021)', async () => {
    const who = await make.learner([['Text', 'Text']])
    await require(await adminOf(who), 'course_time', who)
    const [first, second] = [itemAt(who.course, 0, 0), itemAt(who.course, 0, 1)]
    expect((await report(who, first)).course).toMatchObject({ asked: 10 * MINUTE, counted: 0 })
    await wait(who, 20)
    const one = (await report(who, first)).course?.counted ?? 0
    expect(one).toBeGreaterThanOrEqual(20_000)
    expect(await countedIn(who)).toBe(one)

    // A longer silence, another item, and another window count nothing.
    await wait(who, 61)
    expect((await report(who, first)).course?.counted).toBe(one)
    await wait(who, 20)
    expect((await report(who, second)).course?.counted).toBe(one)
    await wait(who, 20)
    expect((await report(who, second, { visit: VISITS[1] })).course?.counted).toBe(one)

    // The last report of a visit counts, and what comes after it begins again.
    await wait(who, 20)
    const two = (await report(who, second, { visit: VISITS[1], is_end: true })).course?.counted ?? 0
    expect(two).toBeGreaterThanOrEqual(one + 20_000)
    expect((await report(who, second, { visit: VISITS[1] })).course?.counted).toBe(two)
  })

  test('is counted neither without a rule, nor for a locked item, nor for somebody else (TRD-010, TRD-021, TRD-022)', async () => {
    const who = await make.learner([['Text', 'Text']], { course: { is_sequential: true } })
    const item = itemAt(who.course, 0, 0)
    await report(who, item)
    await wait(who, 20)
    await report(who, item)
    const stored = () =>
      t.platform((tx) =>
        tx.selectFrom('seat_times').select('item_id').where('enrollment_id', '=', who.related_id).execute(),
      )
    expect(await stored()).toEqual([])
    const admin = await adminOf(who)
    await require(admin, 'course_time', who)
    await expect(report(who, itemAt(who.course, 0, 1))).rejects.toMatchObject({ status: 403 })
    const other = await t.make.person('learner', { portal: who.person.portal })
    await expect(report({ ...who, person: other }, item)).rejects.toMatchObject({ status: 404 })
    await expect(t.as(other).call(contract.listTradeRules)).rejects.toMatchObject({ status: 403 })
    await expect(report({ ...who, person: admin }, item)).rejects.toMatchObject({ status: 403 })
    expect(await stored()).toEqual([])
  })
})

describe('what a rule stops', () => {
  test('an item with less than its least time, of which the longest counts (TRD-005, TRD-006, TRD-011, ERR-178)', async () => {
    const who = await make.learner([['Text', 'Text']])
    const admin = await adminOf(who)
    const [first, second] = [itemAt(who.course, 0, 0), itemAt(who.course, 0, 1)]
    // What was done before stays done.
    await finish(who, second)
    await require(admin, 'item_time', who)
    await require(admin, 'item_time', who, { minutes: 12, item_ids: [first.id] })
    expect((await show(who)).data.has_rules).toBe(true)
    await start(who, first)
    await spend(who, first, 11)
    await expect(finish(who, first)).rejects.toMatchObject({
      status: 422,
      code: 'seat_time_missing',
      message: expect.stringContaining('You need 1 minute more in this item'),
    })
    expect((await make.stored(who.related_id)).find(({ item_id }) => item_id === first.id)).toMatchObject({ status: 1 })
    expect((await finish(who, second)).data.status).toBe(5)
    await spend(who, first, 1)
    expect((await finish(who, first)).data).toMatchObject({ status: 5, course_status: 5 })
  })

  test('a course with less than its least time, which stays open with everything done (TRD-012, ERR-178)', async () => {
    const who = await make.learner([['Text']])
    const item = itemAt(who.course, 0, 0)
    await require(await adminOf(who), 'course_time', who)
    expect((await finish(who, item)).data).toMatchObject({ status: 5, course_status: 1, progress: 100 })
    expect(await make.enrollment(who.related_id)).toMatchObject({ status: 1, items_done: 1, completed_at: null })
    const { meta } = await t
      .as(who.person)
      .call(listLearnerModules, { params: { slug: who.course.slug }, query: { related_id: who.related_id } })
    expect(meta).toMatchObject({ can_finish: true, status: 1 })
    const complete = () =>
      t.as(who.person).call(finishCourse, { params: { slug: who.course.slug }, body: { related_id: who.related_id } })
    await expect(complete()).rejects.toMatchObject({ status: 422, code: 'seat_time_missing' })
    await spend(who, item, 10)
    expect((await complete()).data).toMatchObject({ status: 5, progress: 100 })
  })

  test('nobody who may edit enrollments and gives a reason (TRD-014)', async () => {
    const who = await make.learner([['Text']])
    const admin = await adminOf(who)
    await require(admin, 'course_time', who)
    const { data } = await t
      .as(admin)
      .call(completeEnrollment, { params: { id: who.related_id }, body: { reason: 'Four hours in the classroom' } })
    expect(data.status).toBe(5)
  })

  test('a day whose limit is reached, in all courses of the rule together (TRD-005, TRD-013, ERR-179)', async () => {
    const who = await make.learner([['Text', 'Text']])
    const admin = await adminOf(who)
    const course = await make.course(who.person.portal, [['Text']])
    const second = { ...who, course, related_id: await make.enroll(who.person, course) }
    await require(admin, 'day_limit', who, { minutes: 60, course_ids: [who.course.id, course.id] })
    const item = itemAt(who.course, 0, 0)
    await spend(who, item, 500, ago(1))
    await spend(second, itemAt(course, 0, 0), 40)
    await spend(who, item, 19)
    expect((await finish(who, item)).data.status).toBe(5)
    await spend(who, item, 1)
    const next = itemAt(who.course, 0, 1)
    await report(who, next)
    await wait(who, 20)
    expect(await report(who, next)).toMatchObject({
      day: { asked: 60 * MINUTE, counted: 60 * MINUTE },
      continues_on: addDays(TODAY, 1),
    })
    await expect(finish(who, next)).rejects.toMatchObject({
      status: 422,
      code: 'day_limit_reached',
      message: expect.stringContaining('You reached the limit of 1 hour a day.'),
    })
    // It can still be opened and read.
    expect((await start(who, next)).data.status).toBe(1)
  })

  test('only those who enrolled since, if it is for new enrollments (TRD-004)', async () => {
    const who = await make.learner([['Text', 'Text']])
    await t.platform((tx) =>
      tx
        .updateTable('enrollments')
        .set({ created_at: new Date(`${ago(40)}T17:00:00Z`) })
        .where('id', '=', who.related_id)
        .execute(),
    )
    const admin = await adminOf(who)
    await require(admin, 'item_time', who, { is_for_new: true })
    expect((await finish(who, itemAt(who.course, 0, 0))).data.status).toBe(5)
    await require(admin, 'item_time', who, { is_for_new: true, from_day: ago(40) })
    await expect(finish(who, itemAt(who.course, 0, 1))).rejects.toMatchObject({ code: 'seat_time_missing' })
  })
})

test('a dry run says whom a version would touch, and writes nothing (TRD-017, TRD-020)', async () => {
  const who = await make.learner([['Text', 'Text']])
  const admin = await adminOf(who)
  const done = await t.make.person('learner', { portal: who.person.portal })
  const completed = await make.enroll(done, who.course, { completed_at: new Date(), status: 5, access: 'expired' })
  const { id } = await require(admin, 'course_time', who)
  await spend(who, itemAt(who.course, 0, 0), 25)
  await spend(who, itemAt(who.course, 0, 0), 90, ago(3))
  const run = async (body: object) =>
    (
      await t.as(admin).call(contract.dryRunTradeRule, {
        body: { ...VERSION, kind: 'course_time', course_ids: [who.course.id], from_day: TODAY, ...body },
      })
    ).data
  const longer = await run({ rule_id: id, minutes: 240 })
  expect(longer).toMatchObject({ on: TODAY, learners: 1, touched: 1, has_more: false })
  expect(longer.rows).toMatchObject([
    { related_id: who.related_id, user_id: who.person.id, missing_before: 0, missing_after: 125 },
  ])
  expect(longer.rows.map(({ related_id }) => related_id)).not.toContain(completed)
  expect(await run({ rule_id: id, minutes: 60 })).toMatchObject({ touched: 0, rows: [] })
  expect(await run({ rule_id: id, minutes: 240, is_for_new: true, from_day: addDays(TODAY, 1) })).toMatchObject({
    on: addDays(TODAY, 1),
    touched: 0,
  })
  expect((await run({ kind: 'day_limit', minutes: 60 })).rows).toMatchObject([{ stopped_before: 0, stopped_after: 1 }])
  expect((await run({ kind: 'item_time', minutes: 5 })).rows).toMatchObject([{ missing_before: 0, missing_after: 5 }])
  await expect(run({ rule_id: 999_999_999 })).rejects.toMatchObject({ status: 404 })
  expect((await t.as(admin).call(contract.listTradeRules)).data).toMatchObject([{ id, versions: [{ minutes: 10 }] }])
})
