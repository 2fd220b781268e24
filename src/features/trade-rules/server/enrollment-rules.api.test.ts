import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as crew from '#features/crew/contract.ts'
import { confirmPresence, openExam } from '#features/proctoring/contract.ts'
import { completeEnrollment } from '#features/progress/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { testApp } from '../../../../tests/api.ts'
import { ownCourse } from '../../../../tests/own-course.ts'
import { examTaking } from '../../../../tests/taking.ts'
import * as contract from '../contract.ts'

const t = testApp()
const { make, itemAt } = ownCourse(t)
const { taking, right } = examTaking(t)
const TODAY = dayOf(new Date(), 'America/New_York')
const ago = (days: number) => addDays(TODAY, -days)
const MINUTE = 60_000

test('staff see by rule what is asked, what counts and what is missing, the same as the learner; others see nothing (TRD-076)', async () => {
  const who = await make.learner([['Text', 'Text']])
  const { course, person, related_id } = who
  const portal = course.portal
  const admin = await t.make.person('portal_admin', { portal, first_name: 'Ruth', last_name: 'Watch' })
  const shown = async (by = admin) =>
    (await t.as(by).call(contract.showEnrollmentRules, { params: { id: related_id } })).data
  expect(await shown()).toEqual({ on: TODAY, is_completed: false, rules: [] })

  const body = { source: '15 TAC § 84.40', from_day: ago(30), course_ids: [course.id] }
  const add = (values: object) => t.as(admin).call(contract.createTradeRule, { body: { ...body, ...values } as never })
  const first = await add({ kind: 'course_time', title: 'An hour', minutes: 60 })
  const second = { ...body, title: 'Two hours', minutes: 120, source_url: 'https://example.com/rule' }
  await t.as(admin).call(contract.addTradeRuleVersion, {
    params: { id: first.data.id },
    body: { ...second, from_day: ago(2) },
  })
  await add({ kind: 'day_limit', title: 'Six hours a day', minutes: 360 })
  const [reading, more] = [itemAt(course, 0, 0), itemAt(course, 0, 1)]
  await add({ kind: 'item_time', title: 'Ten minutes each', minutes: 10, item_ids: [reading.id] })
  await add({ kind: 'hands_on', title: 'Practice', tasks: ['Don an SCBA', 'Check the gauge'] })
  await add({ kind: 'course_time', title: 'Later', minutes: 600, from_day: addDays(TODAY, 3) })
  const at = { portal_id: portal.id, enrollment_id: related_id, course_id: course.id, user_id: person.id }
  await t.platform(async (tx) => {
    for (const [item, day, minutes] of [
      [reading, ago(1), 3],
      [reading, TODAY, 1],
      [more, TODAY, 20],
    ] as const)
      await tx
        .insertInto('seat_times')
        .values({ ...at, item_type: 'Text', item_id: item.id, day: day as never, milliseconds: minutes * MINUTE })
        .execute()
  })
  const { data: session } = await t.as(admin).call(crew.openCrewSession, {
    body: { course_id: course.id, title: 'Yard day', tasks: ['Don an SCBA'] },
  })
  const entry = () => ({ id: randomUUID(), at: new Date().toISOString(), related_id })
  const entries = [
    { ...entry(), kind: 'arrived', typed_name: 'Ana Yard' },
    { ...entry(), kind: 'task', task: 0 },
  ]
  await t.as(admin).call(crew.addCrewEntries, { params: { id: session.id }, body: { entries: entries as never } })

  const facts = await shown()
  expect(facts).toMatchObject({ on: TODAY, is_completed: false })
  expect(facts.rules).toMatchObject([
    {
      ...{ kind: 'course_time', title: 'Two hours', from_day: ago(2), source_url: second.source_url },
      ...{ is_missing: true, time: { asked: 120 * MINUTE, counted: 24 * MINUTE, missing: 96 * MINUTE } },
    },
    { kind: 'day_limit', is_missing: false, time: { asked: 360 * MINUTE, counted: 21 * MINUTE, missing: 0 } },
    {
      ...{ kind: 'item_time', is_missing: true, time: null, items_asked: 1 },
      items_missing: [
        {
          item_id: reading.id,
          title: expect.any(String),
          asked: 10 * MINUTE,
          counted: 4 * MINUTE,
          missing: 6 * MINUTE,
        },
      ],
    },
    {
      ...{ kind: 'hands_on', is_missing: true },
      tasks: [
        { task: 'Don an SCBA', signed_at: expect.any(String), signed_by: 'Ruth Watch' },
        { task: 'Check the gauge', signed_at: null, signed_by: null },
      ],
    },
  ])
  const { data: own } = await t.as(person).call(contract.showSeatTime, {
    query: { related_id, item_type: 'Text', item_id: reading.id },
  })
  const [inCourse, ofDay, inItems, handsOn] = facts.rules
  expect(own.course?.counted).toBe(inCourse?.time?.counted)
  expect(own.day?.counted).toBe(ofDay?.time?.counted)
  expect(own.item?.counted).toBe(inItems?.items_missing[0]?.counted)
  expect(own.tasks).toMatchObject(handsOn?.tasks ?? [])

  // Those who cannot open the enrollment.
  const missing = { status: 404 }
  const instructor = await t.make.person('instructor', { portal })
  const elsewhere = await t.make.person('portal_admin')
  for (const other of [instructor, elsewhere]) await expect(shown(other)).rejects.toMatchObject(missing)
  await expect(shown(person)).rejects.toMatchObject({ status: 403 })

  // A completed course shows what was asked on that day, and no limit of today.
  await t.as(admin).call(completeEnrollment, { params: { id: related_id }, body: { reason: 'Seen in class' } })
  const after = await shown()
  expect(after).toMatchObject({ on: TODAY, is_completed: true })
  expect(after.rules.map(({ kind, is_missing }) => [kind, is_missing])).toEqual([
    ['course_time', true],
    ['item_time', false],
    ['hands_on', true],
  ])
})

test('staff see which exams need a proctor, and whose confirmation is missing (TRD-076)', async () => {
  const who = await taking({ pools: [{ questions: 1 }] }, [])
  const portal = who.course.portal
  const admin = await t.make.person('portal_admin', { portal, first_name: 'Ruth', last_name: 'Watch' })
  await t.as(admin).call(contract.createTradeRule, {
    body: {
      ...{ kind: 'proctored_exam', title: 'On site', source: '49 CFR 380.503', from_day: ago(3) },
      course_ids: [who.course.id],
    },
  })
  const exams = async () => {
    const { data } = await t.as(admin).call(contract.showEnrollmentRules, { params: { id: who.related_id } })
    return data.rules.map(({ is_missing, exams: [exam] }) => ({ is_missing, ...exam }))
  }
  expect(await exams()).toMatchObject([{ is_missing: true, state: 'to_pass', proctor: null }])
  const { data } = await t.as(admin).call(openExam, {
    body: { related_id: who.related_id, exam_id: who.exam.id, place: 'Denver yard', identity_check: 'License' },
  })
  await who.start()
  for (const question of who.questions) await right(who, question)
  expect(await exams()).toMatchObject([
    { is_missing: true, exam_id: who.exam.id, state: 'not_confirmed', proctor: 'Ruth Watch', confirmed_at: null },
  ])
  await t.as(admin).call(confirmPresence, { params: { id: data.id } })
  expect(await exams()).toMatchObject([
    { is_missing: false, state: 'confirmed', proctor: 'Ruth Watch', confirmed_at: expect.any(String) },
  ])
})
