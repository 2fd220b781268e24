import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { grade } from '#features/assignments/contract.ts'
import * as crew from '#features/crew/contract.ts'
import { completeEnrollment, finishCourse, listLearnerModules } from '#features/progress/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import type { OutlineSpec } from '../../../../tests/learning.ts'
import { multipart } from '../../../../tests/multipart.ts'
import { ownCourse } from '../../../../tests/own-course.ts'
import { singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import { examTaking } from '../../../../tests/taking.ts'
import * as contract from '../contract.ts'

const t = testApp()
const { make, itemAt, entryAt, finish } = ownCourse(t)
const { taking, right } = examTaking(t)
const play = scormPlay(t)
const TODAY = dayOf(new Date(), 'America/New_York')
const TASKS = ['Don an SCBA', 'Check the gauge']
const VERSION = { from_day: addDays(TODAY, -30), title: 'Practice', source: 'Site agreement', tasks: TASKS }

type Who = { person: TestPerson; course: { id: number; slug: string; portal: TestPortal }; related_id: number }

/** A rule that asks for two tasks, an open session with them, and the learner checked in. */
const practice = async (who: Who, body: object = {}) => {
  const admin = await t.make.person('portal_admin', { portal: who.course.portal })
  const { data: rule } = await t.as(admin).call(contract.createTradeRule, {
    body: { ...VERSION, kind: 'hands_on', course_ids: [who.course.id], ...body },
  })
  const open = async (tasks: string[] = TASKS) => {
    const values = { course_id: who.course.id, title: 'Yard day', tasks }
    const { data: session } = await t.as(admin).call(crew.openCrewSession, { body: values })
    await send(session.id, [{ kind: 'arrived', typed_name: 'Ana Yard' }])
    return session.id
  }
  const send = async (id: number, entries: object[]) => {
    const at = new Date().toISOString()
    const made = entries.map((entry) => ({ id: randomUUID(), at, related_id: who.related_id, ...entry }))
    const { data } = await t.as(admin).call(crew.addCrewEntries, { params: { id }, body: { entries: made as never } })
    expect(data.results.map(({ code, outcome }) => code ?? outcome)).toEqual(entries.map(() => 'recorded'))
  }
  const sign = (id: number, ...tasks: number[]) =>
    send(
      id,
      tasks.map((task) => ({ kind: 'task', task })),
    )
  const correct = (id: number, task: number, is_so: boolean) =>
    t.as(admin).call(crew.correctCrewSession, {
      params: { id },
      body: { id: randomUUID(), related_id: who.related_id, kind: 'task', task, is_so, reason: 'A mistake' },
    })
  return { admin, rule, open, sign, correct }
}

const standing = async ({ person, related_id }: Who) =>
  (await t.as(person).call(contract.showSeatTime, { query: { related_id } })).data
const complete = ({ person, course, related_id }: Who) =>
  t.as(person).call(finishCourse, { params: { slug: course.slug }, body: { related_id } })
const statusOf = ({ related_id }: Who) => make.enrollment(related_id)

/** Each way in which the last item of a course can be done. */
const WAYS: Record<string, () => Promise<Who & { finish: () => Promise<unknown> }>> = {
  'its last item': async () => {
    const who = await make.learner([['Text']])
    return { ...who, finish: () => finish(who, itemAt(who.course, 0, 0)) }
  },
  'an exam': async () => {
    const who = await taking({ pools: [{ questions: 1 }] }, [])
    return {
      ...who,
      finish: async () => {
        await who.start()
        for (const question of who.questions) await right(who, question)
      },
    }
  },
  'an assignment that is graded': async () => {
    const who = await make.learner(['Assignment' satisfies OutlineSpec])
    const admin = await t.make.person('portal_admin', { portal: who.course.portal })
    const { id } = entryAt(who.course, 0)
    return {
      ...who,
      finish: async () => {
        const { payload, headers } = await multipart({ related_id: String(who.related_id), text: 'My plan' })
        const url = `/api/v1/learner/assignments/${id}/learner-response`
        expect((await t.request(who.person, { method: 'POST', url, payload, headers })).statusCode).toBe(200)
        await t.as(admin).call(grade, {
          params: { assignmentId: id },
          body: { related_id: who.related_id, score: 100, comment: null },
        })
      },
    }
  },
  'a SCORM package': async () => {
    const module = await play.aModule(singleSco())
    await t.platform((tx) =>
      tx.updateTable('courses').set({ publication_status: 2 }).where('id', '=', module.course.id).execute(),
    )
    const course = { id: module.course.id, slug: module.course.slug, portal: module.author.portal }
    return {
      ...{ person: module.learner, course, related_id: module.related_id },
      finish: async () => {
        const player = await play.start(module)
        const passed = { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '100' }
        await player.send([player.next('golf', 'begin'), player.next('golf', 'data', passed)])
      },
    }
  },
}

describe('a course whose tasks are not signed off', () => {
  test.each(Object.entries(WAYS))(
    'is not completed by %s, nor by its learner, and completes by itself with the last sign-off (TRD-030, TRD-031, TRD-032, TRD-034, ERR-204)',
    async (_, way) => {
      const who = await way()
      const { open, sign } = await practice(who)
      await who.finish()
      expect(await statusOf(who)).toMatchObject({ status: 1, completed_at: null })
      const { meta } = await t
        .as(who.person)
        .call(listLearnerModules, { params: { slug: who.course.slug }, query: { related_id: who.related_id } })
      expect(meta).toMatchObject({ can_finish: true, progress: 100 })
      const session = await open()
      await sign(session, 1)
      await expect(complete(who)).rejects.toMatchObject({
        status: 422,
        code: 'hands_on_missing',
        message: expect.stringContaining('sign off in this course: Don an SCBA. Your work is saved.'),
      })
      expect((await standing(who)).tasks).toMatchObject([
        { task: 'Don an SCBA', title: 'Practice', source: 'Site agreement', signed_at: null, signed_by: null },
        { task: 'Check the gauge', signed_at: expect.any(String), signed_by: expect.any(String) },
      ])
      await sign(session, 0)
      expect(await statusOf(who)).toMatchObject({ status: 5, completed_at: expect.any(Date), completed_by: null })
      // What applied on the day of its completion is still shown.
      expect((await standing(who)).tasks.map(({ signed_at }) => signed_at === null)).toEqual([false, false])
      expect((await complete(who)).data).toMatchObject({ status: 5 })
    },
  )

  test('is completed by its last item where the sign-offs came first (TRD-031)', async () => {
    const who = await make.learner([['Text']])
    const { open, sign } = await practice(who)
    await sign(await open(), 0, 1)
    expect(await statusOf(who)).toMatchObject({ completed_at: null })
    expect((await finish(who, itemAt(who.course, 0, 0))).data).toMatchObject({ course_status: 5 })
  })

  test('is completed once when the last item and the last sign-off come at the same time (TRD-032)', async () => {
    for (let round = 0; round < 4; round++) {
      const who = await make.learner([['Text']])
      const { open, sign } = await practice(who, { tasks: TASKS.slice(0, 1) })
      const sessions = [await open(), await open()]
      await Promise.all([finish(who, itemAt(who.course, 0, 0)), ...sessions.map((session) => sign(session, 0))])
      expect(await statusOf(who)).toMatchObject({ status: 5, completed_at: expect.any(Date) })
    }
  })

  test('waits for its least time too, and is then completed by its learner (TRD-012, TRD-032)', async () => {
    const who = await make.learner([['Text']])
    const { admin, open, sign } = await practice(who)
    const { id } = itemAt(who.course, 0, 0)
    const least = { ...VERSION, tasks: [], kind: 'course_time' as const, minutes: 10, course_ids: [who.course.id] }
    await t.as(admin).call(contract.createTradeRule, { body: least })
    await finish(who, itemAt(who.course, 0, 0))
    await sign(await open(), 0, 1)
    await expect(complete(who)).rejects.toMatchObject({ code: 'seat_time_missing' })
    const at = { portal_id: who.course.portal.id, enrollment_id: who.related_id, course_id: who.course.id }
    await t.platform((tx) =>
      tx
        .insertInto('seat_times')
        .values({
          ...at,
          user_id: who.person.id,
          item_type: 'Text',
          item_id: id,
          day: TODAY as never,
          milliseconds: 600_000,
        })
        .execute(),
    )
    expect((await complete(who)).data).toMatchObject({ status: 5 })
  })

  test('is completed by somebody who may edit enrollments and gives a reason (TRD-014)', async () => {
    const who = await make.learner([['Text']])
    const { admin } = await practice(who)
    const params = { id: who.related_id }
    const { data } = await t.as(admin).call(completeEnrollment, { params, body: { reason: 'Practice on paper' } })
    expect(data.status).toBe(5)
  })
})

describe('a sign-off', () => {
  test('that is taken back counts no more, one of another session stays, and what is completed stays so (TRD-031)', async () => {
    const who = await make.learner([['Text']])
    const { open, sign, correct } = await practice(who)
    await finish(who, itemAt(who.course, 0, 0))
    const [first, second] = [await open(), await open(['check the  GAUGE'])]
    await sign(first, 1)
    await sign(second, 0)
    await correct(first, 1, false)
    const isSigned = async () => (await standing(who)).tasks.map(({ signed_at }) => signed_at !== null)
    expect(await isSigned()).toEqual([false, true])
    await correct(second, 0, false)
    expect(await isSigned()).toEqual([false, false])
    await sign(first, 0)
    expect(await statusOf(who)).toMatchObject({ completed_at: null })
    // A correction that adds the last one completes the course as well.
    await correct(first, 1, true)
    expect(await statusOf(who)).toMatchObject({ status: 5 })
    await correct(first, 1, false)
    expect(await statusOf(who)).toMatchObject({ status: 5 })
  })

  test('completes neither a course without such a rule, nor one whose access is over (TRD-032)', async () => {
    const [ended, other] = [await make.learner([['Text']]), await make.learner([['Text'], ['Text']])]
    const late = await practice(ended)
    await finish(ended, itemAt(ended.course, 0, 0))
    await t.platform((tx) =>
      tx
        .updateTable('enrollments')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', ended.related_id)
        .execute(),
    )
    await late.sign(await late.open(), 0, 1)
    expect(await statusOf(ended)).toMatchObject({ completed_at: null })

    const least = await practice(other, { kind: 'course_time', tasks: [], minutes: 1, from_day: addDays(TODAY, 5) })
    await finish(other, itemAt(other.course, 0, 0))
    await make.remove(entryAt(other.course, 1))
    await least.sign(await least.open(), 0)
    expect(await statusOf(other)).toMatchObject({ completed_at: null })
  })
})

describe('a rule of hands-on tasks', () => {
  test('is for those who enrolled since, and ends with its version (TRD-003, TRD-004)', async () => {
    const who = await make.learner([['Text'], ['Text']])
    await practice(who, { is_for_new: true, from_day: addDays(TODAY, 1) })
    await practice(who, { until_day: addDays(TODAY, -1) })
    expect((await standing(who)).tasks).toEqual([])
    const { admin, rule } = await practice(who)
    expect((await standing(who)).tasks).toHaveLength(2)
    await t.as(admin).call(contract.addTradeRuleVersion, {
      params: { id: rule.id },
      body: { ...VERSION, from_day: TODAY, is_retired: true, course_ids: [who.course.id] },
    })
    await finish(who, itemAt(who.course, 0, 0))
    expect((await finish(who, itemAt(who.course, 1, 0))).data).toMatchObject({ course_status: 5 })
  })

  test('names 1 to 12 different tasks and no minutes, and measures no time (TRD-010, TRD-030)', async () => {
    const who = await make.learner([['Text']])
    const { rule } = await practice(who, { minutes: 30 })
    expect(rule.versions).toMatchObject([{ minutes: null, tasks: TASKS }])
    expect(await standing(who)).toMatchObject({ is_measured: false, course: null })
    for (const tasks of [[], ['Don', ' don '], [''], Array.from({ length: 13 }, (_, index) => `Task ${index}`)])
      await expect(practice(who, { tasks })).rejects.toMatchObject({ status: 422 })
    await expect(practice(who, { kind: 'course_time', tasks: [] })).rejects.toMatchObject({
      errors: { minutes: [expect.any(String)] },
    })
  })

  test('offers its tasks to those who open a session, and a dry run counts those that are missing (TRD-033, TRD-035)', async () => {
    const who = await make.learner([['Text']])
    const { admin, rule, open, sign } = await practice(who)
    await practice(who, { tasks: ['don an scba', 'Doff'], is_for_new: true, from_day: addDays(TODAY, -5) })
    const { data } = await t.as(admin).call(crew.showCrewOptions)
    const option = data.courses.find(({ value }) => value === String(who.course.id))
    expect(option?.tasks).toEqual([...TASKS, 'Doff'])
    await sign(await open(), 0)
    const run = (body: object) =>
      t.as(admin).call(contract.dryRunTradeRule, {
        body: { ...VERSION, kind: 'hands_on', from_day: TODAY, course_ids: [who.course.id], ...body },
      })
    expect((await run({ rule_id: rule.id, tasks: ['Don an SCBA', 'Winch', 'Spot'] })).data).toMatchObject({
      touched: 1,
      rows: [{ related_id: who.related_id, tasks_before: 2, tasks_after: 3, missing_after: 0 }],
    })
    expect((await run({ rule_id: rule.id, tasks: TASKS })).data).toMatchObject({ learners: 1, touched: 0 })
  })
})
