import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../../tests/api.ts'
import { examTaking } from '../../../../../tests/taking.ts'
import { showOfflineCourse } from '../../../offline/contract.ts'
import { createTradeRule } from '../../../trade-rules/contract.ts'
import { showExamProgress } from '../../contract.ts'
import { leaseExam, returnExamLease, returnUnusedLease, sendLeasedAttempt } from '../../contract-leases.ts'
import { purgeBefore } from '../../rules/leases.ts'
import { purgeQuestions } from './lease-store.ts'

let now = new Date('2026-03-01T08:00:00Z')
const t = testApp({ now: () => now })
const { make, taking, at, right, attemptsOf } = examTaking(t)
const on = (day: string) => {
  now = new Date(`2026-03-${day}:00Z`)
}
type Taking = Awaited<ReturnType<typeof taking>>

const allow = (who: Taking) =>
  t.platform((tx) => tx.updateTable('exams').set({ allows_offline: true }).where('id', '=', who.exam.id).execute())
const sea = async (...args: Parameters<typeof taking>) => {
  on('01T08:00')
  const who = await taking(...args)
  await allow(who)
  return who
}
const api = (who: Taking) => t.as(who.person)
const take = async (who: Taking, id: string = crypto.randomUUID()) =>
  (await api(who).call(leaseExam, { params: who.args.params, body: { ...who.args.body, id } })).data
const giveBack = (who: Taking, id: string) =>
  api(who).call(returnExamLease, { params: { ...who.args.params, leaseId: id }, query: who.args.body })
const send = async (
  who: Taking,
  leaseId: string,
  [from, to]: [string, string],
  answers: { question_id: number; answer_ids: number[]; answered_at?: string }[],
) =>
  (
    await api(who).call(sendLeasedAttempt, {
      params: { ...who.args.params, leaseId },
      body: {
        ...who.args.body,
        started_at: `2026-03-${from}:00Z`,
        finished_at: `2026-03-${to}:00Z`,
        answers: answers.map(({ answered_at = from, ...answer }) => ({
          ...answer,
          answered_at: `2026-03-${answered_at}:00Z`,
          milliseconds: 5000,
        })),
      },
    })
  ).data
const rights = (who: Taking) => who.questions.map(({ id, correct }) => ({ question_id: id, answer_ids: correct }))

describe('exams taken along by lease', () => {
  test('the device gets the questions without what is right, the same ones again, and no attempt begins (OFF-016, EXM-006)', async () => {
    const who = await sea({ attempts_number: 1, pools: [{ questions: 3 }] })
    const id = crypto.randomUUID()
    const [lease, again] = await Promise.all([take(who, id), take(who, id)])
    expect(again).toEqual(lease)
    expect(lease.expires_at).toBe(new Date('2026-03-31T08:00:00Z').toISOString())
    expect(lease.questions.map((question) => question.id)).toEqual(who.questions.map((question) => question.id))
    expect(JSON.stringify(lease)).not.toMatch(/is_correct|Because|explanation/)
    expect(await attemptsOf(who)).toEqual([])
    const { data } = await who.show()
    expect(data).toMatchObject({ taken_along: { id }, can_start: false, remaining_attempts: 1, status: 4 })
  })

  test('one device holds it at a time; taken back, it can be started with a connection (OFF-018, ERR-222)', async () => {
    const who = await sea({ pools: [{ questions: 1 }] })
    const both = await Promise.allSettled([take(who), take(who)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const held = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))[0]
    expect(both.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { status: 409, code: 'exam_taken_along' },
    })
    await expect(who.start()).rejects.toMatchObject({ status: 409, code: 'exam_taken_along' })
    await giveBack(who, held?.id ?? '')
    await giveBack(who, held?.id ?? '')
    expect((await who.start()).data.status).toBe(1)
    await expect(take(who)).rejects.toMatchObject({ status: 422, code: 'exam_open' })
    const other = await sea({ pools: [{ questions: 1 }] })
    await expect(giveBack(other, held?.id ?? '')).rejects.toMatchObject({ status: 404 })
    await expect(take(who, held?.id ?? '')).rejects.toMatchObject({ status: 404 })
  })

  test('only what its author allows, without a proctor, and in no course that counts time (OFF-017, EXM-039, ERR-221, ERR-223)', async () => {
    on('01T08:00')
    const who = await taking({ pools: [{ questions: 1 }] })
    await expect(take(who)).rejects.toMatchObject({ status: 422, code: 'exam_not_offline' })
    await allow(who)
    const admin = await t.make.person('portal_admin', { portal: who.person.portal })
    const rule = { title: 'Rule', source: 'Law', from_day: '2026-01-01' }
    const offer = async () =>
      (
        await api(who).call(showOfflineCourse, {
          params: { slug: who.course.slug },
          query: { related_id: who.related_id },
        })
      ).data.items[0]
    expect(await offer()).toMatchObject({ reason: null, lease_id: null })
    await t.as(admin).call(createTradeRule, {
      body: { ...rule, kind: 'proctored_exam', course_ids: [who.course.id] },
    })
    expect(await offer()).toMatchObject({ reason: 'exam_proctor' })
    await expect(take(who)).rejects.toMatchObject({ status: 422, code: 'exam_not_offline' })
    const timed = await sea({ pools: [{ questions: 1 }] })
    const other = await t.make.person('portal_admin', { portal: timed.person.portal })
    await t
      .as(other)
      .call(createTradeRule, { body: { ...rule, kind: 'course_time', minutes: 10, course_ids: [timed.course.id] } })
    await expect(take(timed)).rejects.toMatchObject({ status: 422, code: 'course_counts_time' })
  })

  test('what is sent counts once, graded as ever, with what staff need to know (OFF-019, OFF-020, EXM-013, EXM-028)', async () => {
    const who = await sea({ passing_score: 60, pools: [{ questions: 3 }] })
    const { id } = await take(who)
    on('09T08:00')
    const answers = rights(who).slice(0, 2)
    const sent = await Promise.all([1, 2, 3].map(() => send(who, id, ['03T10:00', '03T11:00'], answers)))
    expect(sent).toEqual(
      [1, 2, 3].map(() => ({ outcome: 'counts', status: 2, score: 66, answered_count: 2, questions_count: 3 })),
    )
    expect(await attemptsOf(who)).toHaveLength(1)
    const { data } = await who.show()
    expect(data).toMatchObject({
      status: 2,
      taken_along: null,
      uncounted: null,
      progress: { attempts: [{ number: 1, score: 66, is_offline: true }] },
    })
    expect((await who.course_status()).progress).toBe(50)
    const admin = await t.make.person('portal_admin', { portal: who.person.portal })
    const graded = await t.as(admin).call(showExamProgress, { params: who.args.params, query: who.args.body })
    expect(graded.data.attempts[0]).toMatchObject({
      started_at: '2026-03-03T10:00:00.000Z',
      finished_at: '2026-03-03T11:00:00.000Z',
      offline: { received_at: '2026-03-09T08:00:00.000Z', outcome: 'counts', is_clock_off: false },
      questions: [{ is_correct: true, milliseconds: 5000 }, { is_correct: true }, { answer_ids: null }],
    })
    await giveBack(who, id)
    expect((await send(who, id, ['03T10:00', '03T11:00'], [])).score).toBe(66)
  })

  test.each([
    ['taken back', 'returned', async (who: Taking, id: string) => void (await giveBack(who, id))],
    ['too late', 'expired', async () => on('31T08:01')],
    [
      'after access ended',
      'no_access',
      async (who: Taking) => {
        await t.platform((tx) =>
          tx
            .updateTable('enrollments')
            .set({ expires_at: new Date('2026-03-02T00:00:00Z') })
            .where('id', '=', who.related_id)
            .execute(),
        )
      },
    ],
  ] as const)('an attempt that arrives %s is kept and does not count (OFF-019)', async (_name, outcome, change) => {
    const who = await sea({ attempts_number: 2, pools: [{ questions: 2 }] })
    const { id } = await take(who)
    on('05T08:00')
    await change(who, id)
    expect(await send(who, id, ['03T10:00', '03T11:00'], rights(who))).toMatchObject({ outcome, score: 100 })
    expect(await send(who, id, ['03T10:00', '03T11:00'], rights(who))).toMatchObject({ outcome, score: 100 })
    expect(await attemptsOf(who)).toMatchObject([{ score: 100, reset_at: now }])
    const admin = await t.make.person('portal_admin', { portal: who.person.portal })
    const graded = await t.as(admin).call(showExamProgress, { params: who.args.params, query: who.args.body })
    expect(graded.data).toMatchObject({ status: 4, remaining_attempts: 2, attempts: [{ offline: { outcome } }] })
    if (outcome === 'no_access') return
    expect((await who.show()).data).toMatchObject({ status: 4, uncounted: { outcome }, can_start: true })
    // With a connection it goes on as if nothing had been.
    await who.start()
    await right(who, at(who, 0))
    expect((await right(who, at(who, 1))).data.finished).toMatchObject({ result: 'passed' })
    expect((await who.show()).data.uncounted).toBeNull()
  })

  test('an expired lease lets the exam start elsewhere, and another device take it along (OFF-018)', async () => {
    const who = await sea({ pools: [{ questions: 1 }] })
    const first = await take(who)
    on('31T08:01')
    const second = await take(who)
    expect(second.id).not.toBe(first.id)
    expect(await send(who, first.id, ['30T08:00', '30T09:00'], [])).toMatchObject({ outcome: 'expired', score: 0 })
    expect((await who.show()).data.taken_along).toMatchObject({ id: second.id })
    expect(await send(who, second.id, ['31T08:01', '31T08:01'], rights(who))).toMatchObject({ outcome: 'counts' })
  })

  test('past the limit answers do not count, and the attempt ends with it; a clock that cannot be is shown (OFF-020)', async () => {
    const who = await sea({ time_limit_minutes: 30, passing_score: 100, pools: [{ questions: 2 }] })
    const { id, minutes } = await take(who)
    expect(minutes).toBe(30)
    on('05T08:00')
    const [one, two] = rights(who)
    if (!one || !two) throw new Error('no questions')
    const late = { ...two, answered_at: '03T10:31' }
    expect(await send(who, id, ['03T10:00', '03T12:00'], [one, late])).toMatchObject({
      status: 3,
      score: 50,
      answered_count: 1,
    })
    const attempts = await attemptsOf(who)
    expect(attempts).toMatchObject([{ is_time_over: true, finished_at: new Date('2026-03-03T10:30:00Z') }])
    const again = await take(who)
    await send(who, again.id, ['09T10:00', '09T10:10'], [one])
    const admin = await t.make.person('portal_admin', { portal: who.person.portal })
    const graded = await t.as(admin).call(showExamProgress, { params: who.args.params, query: who.args.body })
    expect(graded.data.attempts[0]).toMatchObject({
      started_at: '2026-03-05T08:00:00.000Z',
      offline: { is_clock_off: true, device_started_at: '2026-03-09T10:00:00.000Z' },
    })
  })

  test('answers to other questions, and to one twice, change nothing (OFF-019)', async () => {
    const who = await sea({ pools: [{ questions: 2 }] })
    const { id } = await take(who)
    const [one] = rights(who)
    if (!one) throw new Error('no question')
    for (const answers of [[one, one], [{ ...one, question_id: 999_999 }], [{ ...one, answer_ids: [999_999] }]])
      await expect(send(who, id, ['01T08:00', '01T08:00'], answers)).rejects.toMatchObject({ status: 422 })
    expect(await attemptsOf(who)).toEqual([])
    expect((await who.show()).data.taken_along).toMatchObject({ id })
  })

  test('a locked exam can be taken along; it counts in its turn only (OFF-016, OFF-019)', async () => {
    on('01T08:00')
    const who = await make.learner([['Text'], { pools: [{ questions: 1 }] }])
    await t.platform((tx) =>
      tx.updateTable('courses').set({ is_sequential: true }).where('id', '=', who.course.id).execute(),
    )
    const exam = who.course.outline[1]
    if (!exam) throw new Error('no exam')
    const args = { params: { examId: exam.id }, body: { related_id: who.related_id } }
    const questions = who.course.questions.get(exam.id) ?? []
    const taken = { ...who, exam, args, questions } as never as Taking
    await allow(taken)
    const { id } = await take(taken)
    expect(await send(taken, id, ['01T08:00', '01T08:00'], rights(taken))).toMatchObject({ outcome: 'locked' })
  })

  test('an attempt asks what the lease asked, whatever became of the pool (OFF-016)', async () => {
    const who = await sea({ pools: [{ questions: 2 }] })
    const { id } = await take(who)
    await t.platform((tx) =>
      tx.updateTable('questions').set({ deleted_at: now }).where('id', '=', at(who, 0).id).execute(),
    )
    expect(await send(who, id, ['01T08:00', '01T08:00'], rights(who))).toMatchObject({ score: 100, questions_count: 2 })
  })

  test('the questions go with the attempt that has them, or long after the end, and what comes even later is not found (OFF-022)', async () => {
    on('01T08:00')
    const [sent, late] = [await sea({ pools: [{ questions: 1 }] }), await sea({ pools: [{ questions: 1 }] })]
    const questionsOf = async (id: string) =>
      (
        await t.platform((tx) =>
          tx.selectFrom('exam_leases').select('questions').where('id', '=', id).executeTakeFirstOrThrow(),
        )
      ).questions
    const [done, left] = [await take(sent), await take(late)]
    const first = await send(sent, done.id, ['01T08:00', '01T08:00'], rights(sent))
    expect(await questionsOf(done.id)).toEqual([])
    expect(await send(sent, done.id, ['01T08:00', '01T08:00'], rights(sent))).toEqual(first)

    const expires = new Date(left.expires_at).getTime()
    const purge = (days: number) =>
      t.platform((tx) => purgeQuestions(tx, purgeBefore(new Date(expires + days * 86_400_000))))
    await purge(179)
    expect(await questionsOf(left.id)).toHaveLength(1)
    expect(await purge(181)).toBeGreaterThan(0)
    expect(await purge(181)).toBe(0)
    expect(await questionsOf(left.id)).toEqual([])
    await expect(send(late, left.id, ['01T08:00', '01T08:00'], rights(late))).rejects.toMatchObject({ status: 404 })
    expect(await attemptsOf(late)).toEqual([])
  })
})

describe('exams given back by the id of their lease alone', () => {
  const giveUnused = (from: Parameters<typeof t.as>[0], leaseId: string) =>
    t.as(from).call(returnUnusedLease, { params: { leaseId } })
  type Discard = { who: Taking; id: string; remoteAddress?: string; headers?: Record<string, string> }
  const discard = ({ who, id, ...options }: Discard) =>
    t.request(who.person.portal, { method: 'DELETE', url: `/api/v1/exam-leases/${id}`, ...options })
  const endOf = (id: string) =>
    t.platform((tx) =>
      tx.selectFrom('exam_leases').select(['ended_as', 'ended_at']).where('id', '=', id).executeTakeFirst(),
    )
  const held = { ended_as: null, ended_at: null }
  const refused = { status: 404, code: 'not_found' }

  test('without a session it is given back, once of two calls at once, and starts elsewhere right away (OFF-023)', async () => {
    const who = await sea({ attempts_number: 1, pools: [{ questions: 1 }] })
    const { portal } = who.person
    const { id } = await take(who)
    await expect(who.start()).rejects.toMatchObject({ status: 409, code: 'exam_taken_along' })
    const both = await Promise.allSettled([giveUnused(portal, id), giveUnused(portal, id)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: { data: { id } } }])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused })
    expect(await endOf(id)).toEqual({ ended_as: 'returned', ended_at: now })
    expect((await who.show()).data).toMatchObject({ taken_along: null, can_start: true, remaining_attempts: 1 })
    on('02T08:00')
    await expect(giveUnused(portal, id)).rejects.toMatchObject(refused)
    expect(await endOf(id)).toEqual({ ended_as: 'returned', ended_at: new Date('2026-03-01T08:00:00Z') })
    expect((await who.start()).data.status).toBe(1)
  })

  test.each(['super_admin', 'portal_admin', 'accounting', 'course_admin', 'instructor', 'manager', 'learner'] as const)(
    'the id alone decides, also when it comes from a signed-in %s (OFF-023)',
    async (role) => {
      const who = await sea({ pools: [{ questions: 1 }] })
      const { id } = await take(who)
      const other = await t.make.person(role, { portal: who.person.portal })
      await expect(giveUnused(other, crypto.randomUUID())).rejects.toMatchObject(refused)
      expect(await endOf(id)).toEqual(held)
      await giveUnused(other, id)
      expect(await endOf(id)).toMatchObject({ ended_as: 'returned' })
    },
  )

  test('another portal, and an id that is none, change nothing (OFF-023)', async () => {
    const [who, foreign] = [await sea({ pools: [{ questions: 1 }] }), await sea({ pools: [{ questions: 1 }] })]
    const { id } = await take(who)
    await expect(giveUnused(foreign.person.portal, id)).rejects.toMatchObject(refused)
    await expect(giveUnused(foreign.person, id)).rejects.toMatchObject(refused)
    await expect(giveUnused(who.person.portal, 'none')).rejects.toMatchObject({ status: 422 })
    expect(await endOf(id)).toEqual(held)
    expect((await discard({ who, id, headers: { 'x-xsrf-token': 'wrong' } })).statusCode).toBe(419)
    expect(await endOf(id)).toEqual(held)
  })

  test('an unknown id and those that give nothing back get the same answer, and a network that tries out ids is stopped (OFF-023, API-020)', async () => {
    const who = await sea({ pools: [{ questions: 1 }] })
    const { id } = await take(who)
    const [guessing, other] = ['203.0.113.7', '203.0.113.8']
    expect((await discard({ who, id, remoteAddress: other })).statusCode).toBe(200)
    const spent = await discard({ who, id, remoteAddress: other })
    const next = await take(who)
    const answers = []
    for (let guess = 0; guess < 31; guess++)
      answers.push(await discard({ who, id: crypto.randomUUID(), remoteAddress: guessing }))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(30).fill(404), 429])
    expect(answers[0]?.json()).toEqual(spent.json())
    expect((await discard({ who, id: next.id, remoteAddress: guessing })).statusCode).toBe(429)
    expect(await endOf(next.id)).toEqual(held)
    expect((await discard({ who, id: next.id, remoteAddress: other })).statusCode).toBe(200)
  })

  test('what has begun and was sent stays counted, and what has expired stays so (OFF-023)', async () => {
    const who = await sea({ pools: [{ questions: 1 }] })
    const { id } = await take(who)
    expect(await send(who, id, ['01T08:00', '01T08:00'], rights(who))).toMatchObject({ outcome: 'counts' })
    const before = await endOf(id)
    await expect(giveUnused(who.person.portal, id)).rejects.toMatchObject(refused)
    expect(await endOf(id)).toEqual(before)
    expect((await who.show()).data).toMatchObject({ status: 2, uncounted: null })

    const late = await sea({ pools: [{ questions: 1 }] })
    const lease = await take(late)
    on('31T08:01')
    await expect(giveUnused(late.person.portal, lease.id)).rejects.toMatchObject(refused)
    expect(await endOf(lease.id)).toEqual(held)
  })

  test('an attempt that arrives at the same moment counts, or was given back before (OFF-023)', async () => {
    const who = await sea({ pools: [{ questions: 1 }] })
    const { id } = await take(who)
    const [sent, given] = await Promise.allSettled([
      send(who, id, ['01T08:00', '01T08:00'], rights(who)),
      giveUnused(who.person.portal, id),
    ])
    if (sent.status === 'rejected') throw sent.reason
    expect(sent.value.outcome).toBe(given.status === 'fulfilled' ? 'returned' : 'counts')
    expect(await endOf(id)).toMatchObject({ ended_as: given.status === 'fulfilled' ? 'returned' : 'used' })
  })
})
