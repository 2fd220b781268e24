import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addInstructor } from '#features/courses/contract.ts'
import { setCurator } from '#features/enrollments/contract.ts'
import { askForProctor, showExamProgress } from '#features/exams/contract.ts'
import { finishCourse, finishModuleItem } from '#features/progress/contract.ts'
import * as rules from '#features/trade-rules/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { testApp } from '../../../../tests/api.ts'
import { examTaking } from '../../../../tests/taking.ts'
import * as contract from '../contract.ts'

const t = testApp()
const { make, taking, right, wrong, at, attemptsOf } = examTaking(t)
const TODAY = dayOf(new Date(), 'America/New_York')
const CHECKED = { place: 'Denver yard, classroom 2', identity_check: "Driver's license" }
const VERSION = { from_day: addDays(TODAY, -30), title: 'Exam with a proctor', source: '49 CFR 380.503' }

type Taking = Awaited<ReturnType<typeof taking>>

const addRule = async (who: Taking, body: object = {}) => {
  const admin = await t.make.person('portal_admin', {
    portal: who.course.portal,
    first_name: 'Ruth',
    last_name: 'Watch',
  })
  const { data } = await t.as(admin).call(rules.createTradeRule, {
    body: { ...VERSION, kind: 'proctored_exam', course_ids: [who.course.id], ...body },
  })
  return { admin, rule: data }
}

/** A learner before an exam of two questions for which a rule asks for a proctor. */
const proctored = async (exam: object = {}, body: object = {}) => {
  const who = await taking({ pools: [{ questions: 2 }], ...exam }, [])
  const { admin, rule } = await addRule(who, body)
  const open = (by = admin, values: object = {}) =>
    t.as(by).call(contract.openExam, {
      body: { related_id: who.related_id, exam_id: who.exam.id, ...CHECKED, ...values },
    })
  const shown = async (by = admin) => (await t.as(by).call(contract.listProctoring)).data
  const openingsOf = () =>
    t.platform((tx) =>
      tx.selectFrom('exam_openings').selectAll().where('enrollment_id', '=', who.related_id).orderBy('id').execute(),
    )
  const to = (id: number) => ({ params: { id } })
  return { ...who, who, admin, rule, open, shown, openingsOf, to }
}

const noticesOf = (userId: number) =>
  t.platform((tx) =>
    tx.selectFrom('notifications').select(['kind', 'title', 'text', 'link']).where('user_id', '=', userId).execute(),
  )

const NEEDED = { status: 422, code: 'proctor_needed' }

describe('an exam that needs a proctor', () => {
  test('a learner who asks for a proctor is heard once by the instructors, or by the curator alone (TRD-039, RTM-009)', async () => {
    const one = await proctored()
    const both: number[] = []
    for (const _ of [1, 2]) {
      const { id } = await t.make.person('instructor', { portal: one.course.portal })
      both.push(id)
      await t.as(one.admin).call(addInstructor, { params: { slug: one.course.slug }, body: { user_id: id } })
    }
    const [curator = 0, other = 0] = both
    const heard = { kind: 'proctor_asked', title: 'A learner waits for a proctor', link: '/proctoring' }
    await Promise.all([1, 2].map(() => t.as(one.person).call(askForProctor, one.args)))
    await t.as(one.person).call(askForProctor, one.args)
    for (const id of both) expect(await noticesOf(id)).toEqual([expect.objectContaining(heard)])
    await t.platform((tx) => tx.deleteFrom('exam_proctor_requests').execute())
    await t.platform((tx) => tx.deleteFrom('notifications').where('user_id', 'in', both).execute())
    await t.as(one.admin).call(setCurator, { params: { id: one.related_id }, body: { curator_id: curator } })
    await t.as(one.person).call(askForProctor, one.args)
    expect([await noticesOf(curator), await noticesOf(other)]).toEqual([[expect.objectContaining(heard)], []])
  })

  test('begins with an opening alone, once, and keeps who opened it, where and how they checked (TRD-037, TRD-038, TRD-039, TRD-040, TRD-045, ERR-200)', async () => {
    const one = await proctored({ passing_score: 100 })
    await expect(one.start()).rejects.toMatchObject(NEEDED)
    expect((await one.show()).data.proctor).toEqual({
      ...{ title: VERSION.title, source: VERSION.source, asked_at: null, opening: null },
    })
    expect(await one.shown()).toEqual({ waiting: [], openings: [] })
    await t.as(one.person).call(askForProctor, one.args)
    expect((await one.show()).data.proctor?.asked_at).toEqual(expect.any(String))
    expect((await one.shown()).waiting).toMatchObject([
      { related_id: one.related_id, exam: { id: one.exam.id }, title: VERSION.title, source: VERSION.source },
    ])

    const { data: opened } = await one.open()
    expect(opened).toMatchObject({ ...CHECKED, attempt: null, can_confirm: false, confirmed_at: null, incidents: [] })
    expect((await one.shown()).waiting).toEqual([])
    expect((await one.show()).data.proctor).toMatchObject({
      asked_at: null,
      opening: { opened_by: { display_name: 'Ruth Watch' }, place: CHECKED.place },
    })
    const { data: started } = await one.start()
    expect(started).toMatchObject({ proctor: null, progress: { questions: [{}, {}], resume_at: 1 } })
    // A start continues what runs, without another opening.
    expect((await one.start()).data.progress.attempts).toHaveLength(1)
    await wrong(one.who, at(one.who, 0))
    expect((await one.shown()).openings).toMatchObject([
      { id: opened.id, attempt: { number: 1, status: 1, answered_count: 1, questions_count: 2 } },
    ])
    await wrong(one.who, at(one.who, 1))
    // The opening is used up.
    await expect(one.start()).rejects.toMatchObject(NEEDED)
    expect(await attemptsOf(one.who)).toHaveLength(1)
    const { data } = await t
      .as(one.admin)
      .call(showExamProgress, { params: one.args.params, query: { related_id: one.related_id } })
    expect(data.attempts[0]?.proctor).toMatchObject({ ...CHECKED, opened_by: { display_name: 'Ruth Watch' } })
    await one.open()
    expect((await one.start()).data.progress.attempts).toHaveLength(2)
  })

  test('is opened once by two proctors at once, and taken once by two starts at once (TRD-040, TRD-041)', async () => {
    const one = await proctored()
    const other = await t.make.person('course_admin', { portal: one.course.portal })
    const openings = await Promise.allSettled([one.open(), one.open(other)])
    expect(openings.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(one.open()).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('already opened this'),
    })
    const starts = await Promise.all([one.start(), one.start(), one.start()])
    expect(starts.map(({ data }) => data.progress.attempts.length)).toEqual([1, 1, 1])
    const [attempt] = await attemptsOf(one.who)
    expect(await one.openingsOf()).toMatchObject([{ attempt_id: attempt?.id }])
  })

  test('does not begin after 30 minutes, nor after the opening was taken back; what has begun cannot be taken back (TRD-040, TRD-041, ERR-201)', async () => {
    const one = await proctored()
    const past = new Date(Date.now() - 1000)
    const first = await t.platform((tx) =>
      tx
        .insertInto('exam_openings')
        .values({
          ...{ portal_id: one.course.portal.id, enrollment_id: one.related_id, exam_id: one.exam.id, ...CHECKED },
          ...{ rule_version_id: one.rule.versions[0]?.id as number, opened_by: one.admin.id },
          ...{ opened_at: past, expires_at: past },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await expect(one.start()).rejects.toMatchObject(NEEDED)
    await expect(t.as(one.admin).call(contract.takeBackOpening, one.to(first.id))).rejects.toMatchObject({
      status: 409,
      code: 'opening_over',
    })
    const { data: second } = await one.open()
    await t.as(one.admin).call(contract.takeBackOpening, one.to(second.id))
    await expect(one.start()).rejects.toMatchObject(NEEDED)
    const { data: third } = await one.open()
    const both = await Promise.allSettled([
      one.start(),
      t.as(one.admin).call(contract.takeBackOpening, one.to(third.id)),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(
      (await one.openingsOf()).map(({ closed_by, attempt_id }) => [closed_by !== null, attempt_id !== null]),
    ).toEqual([[false, false], [true, false], both[0].status === 'fulfilled' ? [false, true] : [true, false]])
  })

  test('goes on where the rule begins meanwhile, and on another device (TRD-038)', async () => {
    const who = await taking({ pools: [{ questions: 2 }] }, [])
    await who.start()
    await addRule(who)
    const { data } = await who.start()
    expect(data).toMatchObject({ proctor: null, progress: { resume_at: 1 } })
    for (const question of who.questions) await right(who, question)
    // It began without a proctor, so that nobody has to confirm.
    expect(await make.enrollment(who.related_id)).toMatchObject({ status: 5 })
  })

  test('is one that a version names, never a knowledge check, and for new enrollments only those (TRD-004, TRD-037)', async () => {
    const named = await proctored({}, { item_ids: [] })
    const bad = { ...VERSION, kind: 'proctored_exam' as const, course_ids: [named.course.id], item_ids: [999_999] }
    await expect(t.as(named.admin).call(rules.createTradeRule, { body: bad })).rejects.toMatchObject({
      errors: { item_ids: ['Please choose exams of these courses.'] },
    })
    const { data } = await t.as(named.admin).call(rules.showTradeRuleOptions, { query: { course_id: named.course.id } })
    expect(data.exams).toEqual([{ value: String(named.exam.id), label: expect.stringContaining('Exam') }])
    for (const [exam, body] of [
      [{ type: 'survey' }, {}],
      [{}, { is_for_new: true, from_day: addDays(TODAY, 1) }],
      [{}, { until_day: addDays(TODAY, -1) }],
    ] as const) {
      const one = await proctored(exam, body)
      await expect(one.open()).rejects.toMatchObject({ status: 422 })
      await expect(t.as(one.person).call(askForProctor, one.args)).rejects.toMatchObject({ status: 422 })
      expect((await one.start()).data.progress.questions).toHaveLength(2)
    }
  })
})

describe('while an attempt runs and after it', () => {
  test('a proctor records incidents, and the course completes with their confirmation, not before (TRD-042, TRD-043, TRD-044, ERR-202)', async () => {
    const one = await proctored()
    const { data: opened } = await one.open()
    const text = 'Left the room for two minutes'
    const record = () => t.as(one.admin).call(contract.recordIncident, { ...one.to(opened.id), body: { text } })
    await expect(record()).rejects.toMatchObject({ status: 422 })
    await one.start()
    expect((await record()).data.incidents).toMatchObject([{ text, recorded_by: { display_name: 'Ruth Watch' } }])
    await expect(t.as(one.admin).call(contract.confirmPresence, one.to(opened.id))).rejects.toMatchObject({
      status: 422,
    })
    for (const question of one.questions) await right(one.who, question)
    expect(await make.enrollment(one.related_id)).toMatchObject({ status: 1, completed_at: null })
    await expect(
      t.as(one.person).call(finishCourse, { params: { slug: one.course.slug }, body: { related_id: one.related_id } }),
    ).rejects.toMatchObject({ status: 422, code: 'proctor_not_confirmed', message: expect.stringContaining('Exam') })
    const { data: standing } = await t
      .as(one.person)
      .call(rules.showSeatTime, { query: { related_id: one.related_id } })
    expect(standing.proctors).toMatchObject([{ title: VERSION.title, opened_by: 'Ruth Watch' }])
    expect((await one.show()).data).toMatchObject({
      proctor: null,
      progress: { attempts: [{ proctor: { confirmed_at: null } }] },
    })

    // Only who opened it says that they were there.
    const other = await t.make.person('portal_admin', { portal: one.course.portal })
    await expect(t.as(other).call(contract.confirmPresence, one.to(opened.id))).rejects.toMatchObject({ status: 403 })
    expect((await one.shown()).openings).toMatchObject([{ can_confirm: true }])
    const confirmed = await Promise.all(
      [1, 2].map(() => t.as(one.admin).call(contract.confirmPresence, one.to(opened.id))),
    )
    expect(confirmed.map(({ data }) => data.confirmed_at !== null)).toEqual([true, true])
    expect(await make.enrollment(one.related_id)).toMatchObject({ status: 5, completed_by: null })
    await expect(record()).rejects.toMatchObject({ status: 422 })
    expect((await one.shown()).openings).toEqual([])
    const log = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select('action')
        .where('action', 'like', 'proctoring%')
        .where('user_id', '=', one.admin.id)
        .orderBy('id')
        .execute(),
    )
    expect([...new Set(log.map(({ action }) => action))]).toEqual([
      'proctoring.open',
      'proctoring.incident',
      'proctoring.confirm',
    ])
  })

  test('the course completes once when its last item and the confirmation come at the same time (TRD-044)', async () => {
    for (let round = 0; round < 3; round++) {
      const who = await taking({ pools: [{ questions: 1 }] }, [['Text']])
      const { admin } = await addRule(who)
      const body = { related_id: who.related_id, exam_id: who.exam.id, ...CHECKED }
      const { data } = await t.as(admin).call(contract.openExam, { body })
      await who.start()
      await right(who, at(who, 0))
      const text = who.course.outline[1]?.items[0]
      if (!text) throw new Error('no text')
      await Promise.all([
        t.as(admin).call(contract.confirmPresence, { params: { id: data.id } }),
        t.as(who.person).call(finishModuleItem, {
          params: { itemType: text.type, itemId: text.id },
          body: { related_id: who.related_id },
        }),
      ])
      expect(await make.enrollment(who.related_id)).toMatchObject({ status: 5, completed_at: expect.any(Date) })
    }
  })

  test('a proctor ends the attempt with what was answered, which nobody answers any more (TRD-042)', async () => {
    const one = await proctored()
    const { data: opened } = await one.open()
    await one.start()
    await right(one.who, at(one.who, 0))
    const end = () => t.as(one.admin).call(contract.endProctoredExam, one.to(opened.id))
    expect((await end()).data).toMatchObject({
      ended_by: { display_name: 'Ruth Watch' },
      attempt: { status: 3, score: 50, answered_count: 1 },
    })
    await expect(right(one.who, at(one.who, 1))).rejects.toMatchObject({ code: 'exam_already_finished' })
    await expect(end()).rejects.toMatchObject({ code: 'exam_already_finished' })
    expect((await one.show()).data.progress.attempts[0]?.proctor?.ended_at).toEqual(expect.any(String))
    expect((await one.shown()).openings).toMatchObject([{ id: opened.id, can_confirm: true }])
  })

  test('the dry run counts the exams that are ahead with a proctor (TRD-047)', async () => {
    const one = await proctored({}, { from_day: addDays(TODAY, 5) })
    const { data } = await t.as(one.admin).call(rules.dryRunTradeRule, {
      body: { ...VERSION, kind: 'proctored_exam', course_ids: [one.course.id] },
    })
    expect(data.rows).toMatchObject([{ related_id: one.related_id, exams_before: 0, exams_after: 1 }])
  })
})

describe('rights', () => {
  test('instructors are proctors of their own learners, nobody of themselves, and nobody in the name of another person (TRD-040, TRD-048, ERR-203)', async () => {
    const one = await proctored()
    const instructor = await t.make.person('instructor', { portal: one.course.portal })
    const stranger = await t.make.person('instructor', { portal: one.course.portal })
    await t.platform((tx) =>
      tx
        .insertInto('course_instructors')
        .values({ portal_id: one.course.portal.id, course_id: one.course.id, user_id: instructor.id })
        .execute(),
    )
    await t.as(one.person).call(askForProctor, one.args)
    expect((await one.shown(stranger)).waiting).toEqual([])
    await expect(one.open(stranger)).rejects.toMatchObject({ status: 404 })
    await expect(one.open(one.person)).rejects.toMatchObject({ status: 403 })
    const foreign = await t.make.person('portal_admin')
    await expect(one.open(foreign)).rejects.toMatchObject({ status: 404 })
    expect((await one.shown(instructor)).waiting).toHaveLength(1)
    const { data } = await one.open(instructor)
    for (const call of [contract.takeBackOpening, contract.endProctoredExam, contract.confirmPresence])
      await expect(t.as(stranger).call(call, one.to(data.id))).rejects.toMatchObject({ status: 404 })
    await t.as(instructor).call(contract.takeBackOpening, one.to(data.id))
    // Somebody who acts as another person vouches for nothing.
    const acted = await t.make.person('portal_admin', { portal: one.course.portal })
    await t.platform((tx) =>
      tx.updateTable('sessions').set({ impersonator_id: one.admin.id }).where('user_id', '=', acted.id).execute(),
    )
    expect((await one.shown(acted)).openings).toEqual([])
    await expect(one.open(acted)).rejects.toMatchObject({ status: 403 })
    await expect(t.as(acted).call(contract.confirmPresence, one.to(data.id))).rejects.toMatchObject({ status: 403 })
    await t.platform((tx) =>
      tx.updateTable('enrollments').set({ user_id: one.admin.id }).where('id', '=', one.related_id).execute(),
    )
    await expect(one.open()).rejects.toMatchObject({ status: 422, code: 'own_proctor' })
  })
})

test('a start whose process dies leaves the opening for the next one (TRD-041)', async () => {
  const one = await proctored()
  await one.open()
  // A role sees and ends only its own connections.
  const { withPortal } = t.app.db
  const portalId = one.course.portal.id
  await withPortal(portalId, async (tx) => {
    await tx.selectFrom('exam_openings').select('id').where('enrollment_id', '=', one.related_id).forUpdate().execute()
    const dying = one.start().catch((error: unknown) => error)
    // What others do stands still within a transaction, so each look is one of its own.
    const waiting = () =>
      withPortal(portalId, async (look) => {
        const { rows } = await sql<{ pid: number }>`
          select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%exam_openings%'`.execute(
          look,
        )
        return rows[0]?.pid
      })
    await expect.poll(waiting, { timeout: 10_000 }).toBeDefined()
    await sql`select pg_terminate_backend(${await waiting()})`.execute(tx)
    expect(await dying).toBeInstanceOf(Error)
  })
  expect(await attemptsOf(one.who)).toEqual([])
  expect((await one.start()).data.progress.questions).toHaveLength(2)
  expect(await one.openingsOf()).toMatchObject([{ attempt_id: expect.any(Number) }])
})
