import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { examTaking } from '../../../../tests/taking.ts'
import { giveExtraTime } from '../contract.ts'
import { GRACE_MS, LATE_MS } from '../rules/time-limit.ts'
import { endOverdueAttempts } from './end-attempt.ts'

const MINUTE = 60_000
// Sessions begin by the database clock: the days that pass in these tests must not end them.
let clock = Date.now() - 100 * 24 * 60 * MINUTE
const t = testApp({ now: () => new Date(clock) })
const { make, taking, right, wrong, at, attemptsOf, journalOf } = examTaking(t)

const pass = (ms: number) => {
  clock += ms
}
const portalById = async (id: number) =>
  ({ id, origin: 'http://portal.example.com', setting: { default_certificate_logo: null } }) as never
const sweep = (by = portalById) =>
  endOverdueAttempts({ progress: t.app.services.progress, portalById: by }, t.app.db, new Date(clock))

/** A learner in an exam with four questions and twenty minutes, with the lease from its start. */
const timed = async (spec: Parameters<typeof taking>[0] = {}, others: Parameters<typeof taking>[1] = [['Text']]) => {
  const who = await taking({ time_limit_minutes: 20, passing_score: 50, pools: [{ questions: 4 }], ...spec }, others)
  const { data } = await who.start()
  const { lease } = data.progress
  if (lease === null) throw new Error('no lease')
  return { ...who, lease, begun: clock }
}
const over = { status: 422, code: 'exam_time_over', message: 'The time for this exam is over' }

describe('a time limit', () => {
  test('is shown before the start, and runs by the server clock across reloads (EXM-031, EXM-032, EXM-018)', async () => {
    const who = await taking({ time_limit_minutes: 20, pools: [{ questions: 2 }] })
    expect((await who.show()).data).toMatchObject({
      time_limit_minutes: 20,
      extra_minutes: 0,
      progress: { ends_at: null, milliseconds_left: null, is_time_over: false, lease: null },
    })
    const begun = clock
    const ends_at = new Date(begun + 20 * MINUTE).toISOString()
    expect((await who.start()).data.progress).toMatchObject({ ends_at, milliseconds_left: 20 * MINUTE })
    pass(5 * MINUTE + 1)
    await right(who, at(who, 0))
    for (const { data } of [await who.show(), await who.start()])
      expect(data.progress).toMatchObject({ ends_at, milliseconds_left: 15 * MINUTE - 1, resume_at: 2 })
  })

  test('of a running attempt stays as it was when the attempt began (EXM-031)', async () => {
    const who = await timed()
    await t.platform((tx) =>
      tx.updateTable('exams').set({ time_limit_minutes: 1 }).where('id', '=', who.exam.id).execute(),
    )
    pass(19 * MINUTE)
    await right(who, at(who, 0))
    expect((await who.show()).data).toMatchObject({ time_limit_minutes: 1, progress: { milliseconds_left: MINUTE } })
  })

  test('is absent if none is set, and so is an end (EXM-031)', async () => {
    const who = await taking({ pools: [{ questions: 2 }] })
    const { data } = await who.start()
    expect(data).toMatchObject({ time_limit_minutes: null, progress: { ends_at: null, milliseconds_left: null } })
    pass(LATE_MS * 3)
    await sweep()
    expect((await right(who, at(who, 0))).data).toMatchObject({ next_question: 2 })
  })
})

describe('the end of the time', () => {
  test('ends an attempt with the answers it has, as of its end, even if no page is open (EXM-033, EXM-013)', async () => {
    const who = await timed({ passing_score: 60, attempts_number: 1 })
    await right(who, at(who, 0))
    await right(who, at(who, 1))
    pass(20 * MINUTE + GRACE_MS)
    expect(await sweep()).toBe(0)
    pass(1)
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    const ends_at = new Date(who.begun + 20 * MINUTE)
    expect(await attemptsOf(who)).toMatchObject([
      { status: 3, score: 50, answered_count: 2, finished_at: ends_at, is_time_over: true },
    ])
    expect((await who.show()).data).toMatchObject({
      status: 3,
      can_start: false,
      remaining_attempts: 0,
      progress: { questions: [], lease: null, attempts: [{ is_time_over: true }] },
    })
    expect(await make.stored(who.related_id)).toMatchObject([{ item_type: 'Exam', status: 3 }])
  })

  test('can be a success, which completes the course once (EXM-033, LRN-021)', async () => {
    const who = await timed({}, [])
    await right(who, at(who, 0))
    await right(who, at(who, 1))
    pass(30 * MINUTE)
    const counts = await Promise.all([sweep(), sweep(), sweep(), who.finish().catch(() => null)])
    expect(counts.filter((count) => count === 1).length).toBeLessThanOrEqual(1)
    expect(await attemptsOf(who)).toMatchObject([{ status: 2, score: 50, is_time_over: true }])
    expect(await make.enrollment(who.related_id)).toMatchObject({ status: 5 })
  })

  test('is shown at once and stops all work; finishing ends the attempt as of its end (EXM-033)', async () => {
    const who = await timed({ attempts_number: 3 })
    await wrong(who, at(who, 0))
    pass(20 * MINUTE)
    expect((await who.show()).data).toMatchObject({
      can_start: false,
      progress: { is_time_over: true, questions: [], resume_at: null, lease: null, milliseconds_left: 0 },
    })
    pass(GRACE_MS + 1)
    await expect(right(who, at(who, 1))).rejects.toMatchObject(over)
    expect(await journalOf(who)).toHaveLength(1)
    const ends = await Promise.all([who.finish(), who.finish()])
    for (const { data } of ends) expect(data.finished).toMatchObject({ status: 3, score: 0 })
    expect(await attemptsOf(who)).toMatchObject([
      { finished_at: new Date(who.begun + 20 * MINUTE), is_time_over: true },
    ])
    expect((await who.show()).data).toMatchObject({ can_start: true, remaining_attempts: 2 })
  })

  test('a start after it ends the attempt and begins none (EXM-033)', async () => {
    const who = await timed({ attempts_number: 3 })
    pass(40 * MINUTE)
    expect((await who.start()).data).toMatchObject({
      status: 3,
      can_start: true,
      exam_tries: { attempts: 1, status: 3 },
    })
    expect((await who.start()).data).toMatchObject({ exam_tries: { attempts: 2, status: 1 } })
  })

  test('an answer on its way still counts; answering everything ends the attempt as usual (EXM-033, EXM-011)', async () => {
    const who = await timed()
    await right(who, at(who, 0))
    pass(20 * MINUTE + GRACE_MS)
    expect((await right(who, at(who, 1))).data).toMatchObject({ answered_count: 2, finished: { status: 2, score: 50 } })
    const before = await timed()
    for (const question of before.questions) await right(before, question)
    expect(await attemptsOf(before)).toMatchObject([{ status: 2, is_time_over: false, finished_at: new Date(clock) }])
  })

  test('one attempt that cannot be ended delays no other, and is ended by the next run (EXM-033)', async () => {
    const [poor, fine] = [await timed(), await timed()]
    pass(30 * MINUTE)
    const broken = async (id: number) => {
      if (id === poor.course.portal.id) throw new Error('the process died here')
      return portalById(id)
    }
    await expect(sweep(broken)).rejects.toThrow(AggregateError)
    expect(await attemptsOf(poor)).toMatchObject([{ status: 1 }])
    expect(await attemptsOf(fine)).toMatchObject([{ status: 3 }])
    expect(await sweep()).toBe(1)
    expect(await attemptsOf(poor)).toMatchObject([{ status: 3 }])
  })

  test('it finishes a knowledge check, and also ends an exam that was removed from its course (EXM-013, EXM-033)', async () => {
    const check = await timed({ type: 'survey' })
    const removed = await timed()
    await make.remove(removed.exam)
    pass(30 * MINUTE)
    expect(await sweep()).toBe(2)
    expect(await attemptsOf(check)).toMatchObject([{ status: 5, score: 0 }])
    expect((await check.show()).data.progress.questions).toHaveLength(4)
    expect(await attemptsOf(removed)).toMatchObject([{ status: 3, is_time_over: true }])
  })
})

describe('answers that were kept without a connection', () => {
  const late = (who: Awaited<ReturnType<typeof timed>>, minutes: number) => ({
    lease: who.lease,
    elapsed_ms: minutes * MINUTE,
  })

  test('count if they were given before the end, even in an attempt that has already ended (EXM-034)', async () => {
    const who = await timed({ passing_score: 75 })
    await right(who, at(who, 0))
    pass(60 * MINUTE)
    await sweep()
    expect(await attemptsOf(who)).toMatchObject([{ status: 3, score: 25 }])
    pass(LATE_MS - 41 * MINUTE)
    const first = (await right(who, at(who, 1), late(who, 12))).data
    expect(first).toMatchObject({
      answered_count: 2,
      next_question: null,
      finished: { status: 3, score: 50, course: null },
    })
    const second = (await right(who, at(who, 2), late(who, 20))).data
    expect(second.finished).toMatchObject({ status: 2, score: 75, course: { status: 1, progress: 50 } })
    expect((await wrong(who, at(who, 3), late(who, 19))).data.finished).toMatchObject({ status: 2, score: 75 })
    expect(await journalOf(who)).toMatchObject([
      { arrived_at: null },
      { answered_at: new Date(who.begun + 12 * MINUTE), arrived_at: new Date(clock) },
      { answered_at: new Date(who.begun + 20 * MINUTE) },
      { answered_at: new Date(who.begun + 19 * MINUTE) },
    ])
    expect((await who.show()).data).toMatchObject({ status: 2, score: 75, exam_tries: { attempts: 1, status: 2 } })
  })

  test('end an attempt that nothing has ended yet (EXM-034)', async () => {
    const who = await timed()
    pass(25 * MINUTE)
    expect((await right(who, at(who, 0), late(who, 3))).data.finished).toMatchObject({ status: 3, score: 25 })
    expect(await attemptsOf(who)).toMatchObject([{ status: 3, finished_at: new Date(who.begun + 20 * MINUTE) }])
    expect((await right(who, at(who, 1), late(who, 3))).data.finished).toMatchObject({ status: 2, score: 50 })
  })

  test('count once, however often and however many at once they arrive (EXM-034, EXM-019)', async () => {
    const who = await timed()
    pass(25 * MINUTE)
    const outcome = late(who, 3)
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => right(who, at(who, 0), outcome)),
      right(who, at(who, 1), outcome),
      sweep(),
    ])
    expect(answers).toHaveLength(10)
    expect(await attemptsOf(who)).toMatchObject([{ status: 2, answered_count: 2, correct_count: 2, score: 50 }])
    expect((await right(who, at(who, 0), outcome)).data.finished).toMatchObject({ status: 2, score: 50 })
    await expect(wrong(who, at(who, 0), outcome)).rejects.toMatchObject({ status: 422, code: 'invalid' })
    expect(await journalOf(who)).toHaveLength(2)
  })

  test('do not count if given after the end, sent a day late, or without a lease for this attempt (EXM-034)', async () => {
    const who = await timed()
    const other = await timed()
    pass(30 * MINUTE)
    const [payload = '', signature = ''] = who.lease.split('.')
    const forged = Buffer.from(
      JSON.stringify([who.course.portal.id, (await attemptsOf(who))[0]?.id, clock + MINUTE]),
    ).toString('base64url')
    const tries: [object, object][] = [
      [{ lease: who.lease, elapsed_ms: 20 * MINUTE + 1 }, over],
      [{ lease: who.lease }, over],
      [{ elapsed_ms: 1 }, over],
      [{ lease: `${forged}.${signature}`, elapsed_ms: 1 }, over],
      [{ lease: `${payload}.${signature}.`, elapsed_ms: 1 }, over],
      [{ lease: 'nonsense', elapsed_ms: 1 }, over],
      [{ lease: other.lease, elapsed_ms: 1 }, over],
      [
        { lease: who.lease, elapsed_ms: -1 },
        { status: 422, errors: { elapsed_ms: ['Please enter a value of at least 0.'] } },
      ],
    ]
    for (const [outcome, refusal] of tries) await expect(right(who, at(who, 0), outcome)).rejects.toMatchObject(refusal)
    pass(LATE_MS)
    await expect(right(who, at(who, 0), late(who, 3))).rejects.toMatchObject(over)
    expect(await journalOf(who)).toEqual([])
    expect(await attemptsOf(who)).toMatchObject([{ status: 1, answered_count: 0 }])
  })

  test('belong to the attempt in their lease, even if another has begun since, and can pass the exam (EXM-034)', async () => {
    const who = await timed({ attempts_number: 3 })
    pass(30 * MINUTE)
    await sweep()
    const again = (await who.start()).data
    expect(again).toMatchObject({ status: 1, exam_tries: { attempts: 2 } })
    await right(who, at(who, 0), late(who, 3))
    expect((await who.show()).data).toMatchObject({ status: 1, progress: { resume_at: 1 } })
    await right(who, at(who, 1), late(who, 4))
    expect(await attemptsOf(who)).toMatchObject([
      { number: 1, status: 2, answered_count: 2 },
      { number: 2, status: 1, answered_count: 0 },
    ])
    expect((await who.show()).data).toMatchObject({
      status: 2,
      can_start: false,
      progress: { resume_at: null, questions: [] },
    })
    pass(60 * MINUTE)
    await sweep()
    expect((await who.show()).data).toMatchObject({ status: 2, result: 'passed' })
  })

  test('do not count in an attempt that the learner finished or that was reset (EXM-034, EXM-023)', async () => {
    const who = await timed({ attempts_number: 3 })
    await who.finish()
    await expect(right(who, at(who, 0), late(who, 0))).rejects.toMatchObject({ code: 'exam_already_finished' })
    const reset = await timed()
    await t.platform((tx) =>
      tx
        .updateTable('exam_attempts')
        .set({ reset_at: new Date(clock), reset_by: reset.person.id })
        .where('enrollment_id', '=', reset.related_id)
        .execute(),
    )
    await expect(right(reset, at(reset, 0), late(reset, 0))).rejects.toMatchObject({
      message: 'Please start the exam first.',
    })
  })
})

describe('extra time', () => {
  const give = async (who: Awaited<ReturnType<typeof taking>>, minutes: number, by?: Parameters<typeof t.as>[0]) => {
    const admin = by ?? (await t.make.person('course_admin', { portal: who.course.portal }))
    return t
      .as(admin)
      .call(giveExtraTime, { params: { examId: who.exam.id }, body: { related_id: who.related_id, minutes } })
  }

  test('lets the running attempt and every later one end later, and is logged (EXM-035)', async () => {
    const who = await timed({ attempts_number: 3 })
    const { data } = await give(who, 10)
    expect(data).toMatchObject({ extra_minutes: 10, attempts: [{ time_limit_minutes: 20, extra_minutes: 10 }] })
    pass(25 * MINUTE)
    expect(await sweep()).toBe(0)
    await right(who, at(who, 0))
    pass(6 * MINUTE)
    expect(await sweep()).toBe(1)
    expect((await who.show()).data).toMatchObject({ extra_minutes: 10, time_limit_minutes: 20 })
    expect((await who.start()).data.progress).toMatchObject({ milliseconds_left: 30 * MINUTE })
    const logged = await t.platform((tx) =>
      tx.selectFrom('activity_logs').select(['action', 'changes']).where('action', '=', 'exam.extra-time').execute(),
    )
    expect(logged).toMatchObject([{ changes: { related_id: who.related_id, minutes: 10 } }])
  })

  test('that is taken back counts from the next attempt on: nobody loses time they were promised (EXM-035)', async () => {
    const who = await timed({ attempts_number: 3 })
    await give(who, 10)
    expect((await give(who, 0)).data).toMatchObject({ extra_minutes: 0, attempts: [{ extra_minutes: 10 }] })
    expect((await who.show()).data.progress).toMatchObject({ milliseconds_left: 30 * MINUTE })
    await who.finish()
    expect((await who.start()).data.progress).toMatchObject({ milliseconds_left: 20 * MINUTE })
  })

  test('does not reopen an ended attempt, and lets saved answers count up to the new end (EXM-035, EXM-034)', async () => {
    const who = await timed()
    await give(who, 10)
    pass(45 * MINUTE)
    await give(who, 60)
    expect((await who.show()).data.progress).toMatchObject({ is_time_over: true })
    await right(who, at(who, 0), { lease: who.lease, elapsed_ms: 29 * MINUTE })
    expect(await attemptsOf(who)).toMatchObject([{ status: 3, answered_count: 1, is_time_over: true }])
  })

  test('is given by graders to learners within their reach, in whole minutes up to one day (EXM-035, ROL-037)', async () => {
    const who = await timed()
    for (const [minutes, text] of [
      [-1, 'Please enter a value of at least 0.'],
      [1441, 'Please enter a value of no more than 1440.'],
      [1.5, 'Please enter a whole number.'],
    ] as const)
      await expect(give(who, minutes)).rejects.toMatchObject({ status: 422, errors: { minutes: [text] } })
    await expect(give(who, 5, who.person)).rejects.toMatchObject({ status: 403 })
    const stranger = await t.make.person('instructor', { portal: who.course.portal })
    await expect(give(who, 5, stranger)).rejects.toMatchObject({ status: 404 })
    const elsewhere = await t.make.person('course_admin')
    await expect(give(who, 5, elsewhere)).rejects.toMatchObject({ status: 404 })
    expect((await who.show()).data).toMatchObject({ extra_minutes: 0, progress: { milliseconds_left: 20 * MINUTE } })
  })
})
