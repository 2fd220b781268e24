import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { finishCourse } from '#features/progress/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { testApp } from '../../../../tests/api.ts'
import { singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import { examTaking } from '../../../../tests/taking.ts'
import * as contract from '../contract.ts'

const TODAY = dayOf(new Date(), 'America/New_York')
const MINUTE = 60_000
const VISITS = ['0199a000-0000-7000-8000-000000000001', '0199a000-0000-7000-8000-000000000002'] as const

const t = testApp()
const { make, taking, right, at } = examTaking(t)
const play = scormPlay(t)
type Who = Pick<Awaited<ReturnType<typeof make.learner>>, 'person' | 'related_id'> & { course: { id: number } }
type Item = { type: string; id: number }

const VERSION = { from_day: addDays(TODAY, -30), title: 'Four hours', source: 'Letter of Oct 11 1994', minutes: 10 }
const require = async (who: Who, kind: contract.RuleKind, body: object = {}) => {
  const admin = await t.make.person('portal_admin', { portal: who.person.portal })
  return t
    .as(admin)
    .call(contract.createTradeRule, { body: { ...VERSION, kind, course_ids: [who.course.id], ...body } })
}

const report = async (who: Who, item: Item, visit: string = VISITS[0]) =>
  (
    await t.as(who.person).call(contract.reportSeatTime, {
      body: { related_id: who.related_id, item_type: item.type as contract.SeatItemType, item_id: item.id, visit },
    })
  ).data

/** As if the last report of the person were this old. */
const wait = (who: Who, seconds: number) =>
  t.platform((tx) =>
    sql`update seat_clocks set at = at - make_interval(secs => ${seconds}) where user_id = ${who.person.id}`.execute(
      tx,
    ),
  )

const spend = (who: Who, item: Item, minutes: number) =>
  t.platform((tx) =>
    sql`
      insert into seat_times as s (portal_id, enrollment_id, item_type, item_id, day, user_id, course_id, milliseconds)
      values (${who.person.portal.id}, ${who.related_id}, ${item.type}, ${item.id}, ${TODAY}::date, ${who.person.id},
        ${who.course.id}, ${minutes * MINUTE})
      on conflict (portal_id, enrollment_id, item_type, item_id, day) do update
        set milliseconds = s.milliseconds + excluded.milliseconds`.execute(tx),
  )

const QUESTIONS = { attempts_number: 3, pools: [{ questions: 2 }] }
const REACHED = { status: 422, code: 'day_limit_reached' }

describe('time in tests and packages', () => {
  test('counts in exams, knowledge checks, assignments and packages by the one clock of a person (TRD-060, TRD-064, TRD-065)', async () => {
    const who = await taking(QUESTIONS, [
      { type: 'survey', pools: [{ questions: 1 }] },
      'Assignment',
      'ScormModule',
      ['Text'],
    ])
    await require(who, 'course_time')
    let counted = 0
    for (const entry of who.course.outline.slice(0, 4)) {
      expect((await report(who, entry)).item, entry.type).toBeNull()
      await wait(who, 20)
      const after = (await report(who, entry)).course?.counted ?? 0
      expect(after - counted, entry.type).toBeGreaterThanOrEqual(20_000)
      counted = after
    }
    // A text beside the exam takes the clock over, so the same seconds count once.
    const text = who.course.outline[4]?.items[0] as Item
    await report(who, who.exam)
    await wait(who, 20)
    expect((await report(who, text, VISITS[1])).course?.counted).toBe(counted)
    await wait(who, 20)
    expect((await report(who, who.exam)).course?.counted).toBe(counted)
    const { rows } = await t.platform((tx) =>
      sql<{ item_type: string }>`
        select item_type from seat_times where enrollment_id = ${who.related_id} order by item_type`.execute(tx),
    )
    expect(rows.map(({ item_type }) => item_type)).toEqual(['Assignment', 'Exam', 'ScormModule', 'Survey'])
    const cloud = { type: 'CloudScormModule', id: 1 }
    await expect(report(who, cloud)).rejects.toMatchObject({ status: 422 })
  })

  test('an exam that has the id of a text gives the text no time (TRD-060, TRD-062)', async () => {
    const who = await taking(QUESTIONS)
    const text = who.course.outline[1]?.items[0] as Item
    await require(who, 'item_time')
    await spend(who, { type: 'Exam', id: text.id }, 30)
    expect((await report(who, text)).item).toMatchObject({ asked: 10 * MINUTE, counted: 0 })
  })

  test('counts toward the course unless a version says that it does not (TRD-062, TRD-066)', async () => {
    const who = await taking(QUESTIONS, [])
    await require(who, 'course_time')
    await spend(who, who.exam, 10)
    await who.start()
    await right(who, at(who, 0))
    const passed = (await right(who, at(who, 1))).data
    expect(passed.finished).toMatchObject({ result: 'passed', course: { status: 5 } })

    const other = await taking(QUESTIONS, [])
    await require(other, 'course_time', { counts_tests: false })
    await spend(other, other.exam, 60)
    await other.start()
    await right(other, at(other, 0))
    // The exam is not held back, and the course is.
    expect((await right(other, at(other, 1))).data.finished).toMatchObject({ result: 'passed', course: { status: 1 } })
    const complete = t.as(other.person).call(finishCourse, {
      params: { slug: other.course.slug },
      body: { related_id: other.related_id },
    })
    await expect(complete).rejects.toMatchObject({ status: 422, code: 'seat_time_missing' })
  })
})

describe('a day whose limit is reached', () => {
  test('lets a running exam end, and begins no other (TRD-063, ERR-179)', async () => {
    const who = await taking({ ...QUESTIONS, passing_score: 100 }, [])
    await require(who, 'day_limit', { minutes: 60 })
    await who.start()
    await spend(who, who.exam, 60)
    await report(who, who.exam)
    await wait(who, 20)
    expect(await report(who, who.exam)).toMatchObject({
      day: { asked: 60 * MINUTE, counted: 60 * MINUTE },
      continues_on: addDays(TODAY, 1),
    })
    // Opening the page again goes on with the attempt.
    expect((await who.start()).data.progress.resume_at).toBe(1)
    await right(who, at(who, 0))
    const { finished } = (await who.give(at(who, 1).id, at(who, 1).wrong.slice(0, 1))).data
    expect(finished).toMatchObject({ result: 'failed', score: 50 })
    await expect(who.start()).rejects.toMatchObject(REACHED)
    expect((await who.show()).data).toMatchObject({ exam_tries: { attempts: 1 }, remaining_attempts: 2 })
  })

  test('begins an exam whose time does not count, and counts reading alone (TRD-062, TRD-063)', async () => {
    const who = await taking(QUESTIONS)
    const text = who.course.outline[1]?.items[0] as Item
    await require(who, 'day_limit', { minutes: 60, counts_tests: false })
    await spend(who, who.exam, 500)
    expect((await report(who, text)).day).toMatchObject({ counted: 0 })
    await spend(who, text, 60)
    expect(await report(who, text)).toMatchObject({ continues_on: addDays(TODAY, 1) })
    expect(await report(who, who.exam)).toMatchObject({ day: null, continues_on: null })
    await wait(who, 20)
    expect((await report(who, who.exam)).day).toBeNull()
    expect((await who.start()).data.status).toBe(1)
  })

  test('lets a package that runs go on, and begins no other (TRD-063, ERR-179)', async () => {
    const module = await play.aModule(singleSco())
    const who = { person: module.learner, related_id: module.related_id, course: module.course }
    const item = { type: 'ScormModule', id: module.module_id }
    await t.platform((tx) => sql`update courses set publication_status = 2 where id = ${module.course.id}`.execute(tx))
    await require(who, 'day_limit', { minutes: 60 })
    await spend(who, item, 60)
    await expect(play.start(module)).rejects.toMatchObject(REACHED)
    await t.platform((tx) =>
      sql`update seat_times set milliseconds = 0 where enrollment_id = ${who.related_id}`.execute(tx),
    )
    await play.start(module)
    await spend(who, item, 60)
    const running = await play.start(module)
    expect(running.launch).toBe(2)
    const { ack } = await running.send([
      running.next(running.outline[0]?.identifier ?? '', 'finish', { 'cmi.core.lesson_status': 'completed' }),
    ])
    expect(ack).toBe(1)
  })

  test('the page of a package tells the player that it is used, where somebody learns (TRD-061)', async () => {
    const module = await play.aModule(singleSco())
    const { call } = await play.start(module)
    const { body } = await call('GET', 'player')
    expect(body).toMatch(/<script defer src="\.\.\/-\/use\.js\?v=[\w-]+"><\/script>/)
    expect((await call('GET', /\.\.\/-\/use\.js\?v=[\w-]+/.exec(body)?.[0] ?? '')).body).toContain("type: 'used'")
  })
})

test('an answer says whether tests count, for the day and the course alone (TRD-062)', async () => {
  const who = await taking(QUESTIONS)
  const of = async (kind: contract.RuleKind, body: object = {}) =>
    (await require(who, kind, { counts_tests: false, ...body })).data.versions[0]?.counts_tests
  expect(await of('day_limit')).toBe(false)
  expect(await of('course_time')).toBe(false)
  expect(await of('item_time')).toBe(true)
  expect(await of('hands_on', { minutes: null, tasks: ['Don'] })).toBe(true)
  expect((await require(who, 'course_time')).data.versions[0]?.counts_tests).toBe(true)
})
