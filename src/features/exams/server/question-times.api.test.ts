import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { examTaking } from '../../../../tests/taking.ts'
import { keepQuestionTime, showExamProgress } from '../contract.ts'
import { endOverdueAttempts } from './end-attempt.ts'

const MINUTE = 60_000
// Sessions begin by the database clock: the days that pass in these tests must not end them.
let clock = Date.now() - 100 * 24 * 60 * MINUTE
const t = testApp({ now: () => new Date(clock) })
const { taking, right, at } = examTaking(t)

const pass = (ms: number) => {
  clock += ms
}
const sweep = () =>
  endOverdueAttempts(
    { progress: t.app.services.progress, portalById: async (id) => ({ id }) as never },
    t.app.db,
    new Date(clock),
  )

/** A learner in an exam with four questions and twenty minutes, with the lease from its start. */
const timed = async (spec: Parameters<typeof taking>[0] = {}, others: Parameters<typeof taking>[1] = [['Text']]) => {
  const who = await taking({ time_limit_minutes: 20, passing_score: 50, pools: [{ questions: 4 }], ...spec }, others)
  const { data } = await who.start()
  const { lease } = data.progress
  if (lease === null) throw new Error('no lease')
  return { ...who, lease, begun: clock }
}
const questionTimes = async (who: Awaited<ReturnType<typeof taking>>) => {
  const admin = await t.make.person('course_admin', { portal: who.course.portal })
  const args = { params: { examId: who.exam.id }, query: { related_id: who.related_id } }
  const { data } = await t.as(admin).call(showExamProgress, args)
  return data.attempts[0]?.questions.map(({ milliseconds }) => milliseconds)
}

test('the time spent on a question is the sum of all pages that showed it, each counted once however often it reports (EXM-036, EXM-037)', async () => {
  const who = await timed()
  pass(10 * MINUTE)
  const [phone, laptop] = [randomUUID(), randomUUID()]
  const [first, second] = [at(who, 0), at(who, 1)]
  for (const ms of [4000, 9000, 9000, 6000]) await who.look(first.id, phone, ms)
  await Promise.all(Array.from({ length: 6 }, () => who.look(first.id, laptop, 1500)))
  await right(who, first, { visit: laptop, milliseconds: 2000 })
  await who.look(second.id, phone, 700)
  expect(await questionTimes(who)).toEqual([11_000, 700, 0, 0])
  // The visit that an answer ends is sent with it, possibly again later, and the longest counts.
  await right(who, second, { visit: laptop, milliseconds: 5000 })
  expect(await questionTimes(who)).toEqual([11_000, 5700, 0, 0])
  for (const ms of [3000, 8000]) await who.look(second.id, laptop, ms)
  expect(await questionTimes(who)).toEqual([11_000, 8700, 0, 0])
})

test('the time spent on a question is accepted after the end too, and is never longer than the attempt (EXM-036)', async () => {
  const who = await timed()
  pass(2 * MINUTE)
  expect((await who.look(at(who, 0).id, randomUUID(), 5 * MINUTE)).data.milliseconds).toBe(2 * MINUTE)
  pass(60 * MINUTE)
  await sweep()
  const response = await who.look(at(who, 1).id, randomUUID(), 50 * MINUTE, { lease: who.lease })
  expect(response.data.milliseconds).toBe(20 * MINUTE)
  expect(await questionTimes(who)).toEqual([2 * MINUTE, 20 * MINUTE, 0, 0])
})

test('a time for another question or learner, and an invalid time, is refused (EXM-036)', async () => {
  const who = await timed()
  const other = await timed()
  const visit = randomUUID()
  await expect(who.look(at(other, 0).id, visit, 1)).rejects.toMatchObject({
    status: 422,
    errors: { question_id: ['Selected value is not valid'] },
  })
  await expect(who.look(at(who, 0).id, visit, -1)).rejects.toMatchObject({
    errors: { milliseconds: [expect.any(String)] },
  })
  await expect(who.look(at(who, 0).id, 'page', 1)).rejects.toMatchObject({ status: 422 })
  const before = await taking({ time_limit_minutes: 5 })
  await expect(before.look(at(before, 0).id, visit, 1)).rejects.toMatchObject({ status: 404 })
  const stranger = await t.make.person('learner', { portal: who.course.portal })
  await expect(
    t.as(stranger).call(keepQuestionTime, {
      params: who.args.params,
      body: { ...who.args.body, question_id: at(who, 0).id, visit, milliseconds: 1 },
    }),
  ).rejects.toMatchObject({ status: 404 })
  expect(await questionTimes(who)).toEqual([0, 0, 0, 0])
})
