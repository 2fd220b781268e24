import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createProgress, track } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { AppError } from '#kernel/errors.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { testApp } from '../../../../tests/api.ts'
import { countRoundTrips } from '../../../../tests/count-round-trips.ts'
import { elsewhere } from '../../../../tests/elsewhere.ts'
import { examTaking } from '../../../../tests/taking.ts'
import { answerOwnQuestion } from './actions/answer-question.ts'
import { finishOwnExam } from './actions/finish-exam.ts'
import { startOwnExam } from './actions/start-exam.ts'

const t = testApp()
const { taking, at, attemptsOf, journalOf } = examTaking(t)
const deps = { progress: createProgress(), secret: 'a secret of these tests' }

const QUESTIONS = 4
const anExam = (questions = QUESTIONS) => taking({ passing_score: 50, pools: [{ questions }] }, [['Text']])
type Taking = Awaited<ReturnType<typeof anExam>>

const contextOf = ({ person }: Taking): SignedIn =>
  ({
    portal: { id: person.portal.id },
    viewer: { user_id: person.id, current_role: 'learner' },
    now: new Date(),
  }) as unknown as SignedIn
const placeOf = (who: Taking) => ({ related_id: who.related_id, exam_id: who.exam.id })

const giving = (who: Taking, index: number, isRight = true) => {
  const { id: question_id, correct, wrong } = at(who, index)
  const answer = { ...placeOf(who), question_id, answer_ids: isRight ? correct : wrong.slice(0, 1) }
  return (tx: Tx) => answerOwnQuestion(deps, tx, contextOf(who), answer)
}

test('an answer takes two round trips including COMMIT, or one if the process knows the attempt; the last answer takes one more (EXM-011)', async () => {
  const who = await anExam(5)
  await who.start()
  const trips = (index: number, before?: number) =>
    countRoundTrips(t, who.person.portal.id, giving(who, index), async (tx) => {
      await track(tx, contextOf(who), who.related_id)
      if (before !== undefined) await giving(who, before)(tx)
    })
  expect(await trips(0)).toBe(2)
  expect(await trips(2, 1)).toBe(1)
  expect(await trips(4, 3)).toBe(2)
  const other = await anExam(1)
  await other.start()
  const knows = (tx: Tx) => track(tx, contextOf(other), other.related_id)
  expect(await countRoundTrips(t, other.person.portal.id, giving(other, 0), knows)).toBe(3)
  for (const each of [who, other]) expect(await attemptsOf(each)).toMatchObject([{ status: 2, score: 100 }])
})

test('an answer gets the same response and counts the same as if everything were read, whatever another process has done (EXM-011, EXM-018, EXM-019, EXM-023)', async () => {
  type Move = { work: 'answer' | 'finish' | 'start' | 'reset'; question: number; isRight: boolean; by: 'one' | 'other' }
  const MOVES = fc.array(
    fc.record<Move>({
      work: fc.constantFrom('answer', 'answer', 'answer', 'answer', 'answer', 'answer', 'start', 'finish', 'reset'),
      question: fc.nat(QUESTIONS - 1),
      isRight: fc.boolean(),
      by: fc.constantFrom('one', 'other'),
    }),
    { minLength: 8, maxLength: 14 },
  )
  const reset = (tx: Tx, who: Taking) =>
    tx
      .updateTable('exam_attempts')
      .set({ reset_at: new Date(), reset_by: who.person.id })
      .where('enrollment_id', '=', who.related_id)
      .where('reset_at', 'is', null)
      .execute()
  const run = async (db: Db, who: Taking, { work, question, isRight }: Move) => {
    const response = await db
      .withPortal<unknown>(who.person.portal.id, async (tx) => {
        if (work === 'answer') return (await giving(who, question, isRight)(tx)).data
        if (work === 'reset') return void (await reset(tx, who))
        const started = work === 'start' ? startOwnExam(deps, tx, contextOf(who), placeOf(who)) : undefined
        const { data } = await (started ?? finishOwnExam(deps.progress, tx, contextOf(who), placeOf(who)))
        return 'status' in data ? data.status : data
      })
      .catch(({ code, message }: AppError) => ({ code, message }))
    const attempts = (await attemptsOf(who)).map(({ id: _, finished_at, reset_at, ...rest }) => ({
      ...rest,
      isFinished: finished_at !== null,
      isReset: reset_at !== null,
    }))
    const withoutIds = (key: string, value: unknown) => (key.endsWith('id') ? null : value)
    return { response: JSON.stringify(response, withoutIds), attempts, journal: (await journalOf(who)).length }
  }
  await elsewhere(t, async (one) => {
    await elsewhere(t, async (other) => {
      await fc.assert(
        fc.asyncProperty(MOVES, async (moves) => {
          const [who, twin] = [await anExam(), await anExam()]
          await Promise.all([who.start(), twin.start()])
          for (const move of moves) {
            const response = await run(move.by === 'one' ? one : other, who, move)
            // A process that has never seen the attempt knows nothing.
            expect(response).toEqual(await elsewhere(t, (fresh) => run(fresh, twin, move)))
          }
        }),
        { numRuns: 4 },
      )
    })
  })
})

test('answers of two processes at once each count once, and end the attempt once (EXM-011, EXM-019)', async () => {
  const who = await anExam(20)
  await who.start()
  await elsewhere(t, async (one) => {
    await elsewhere(t, async (other) => {
      const give = (db: Db, index: number) => db.withPortal(who.person.portal.id, giving(who, index))
      // Both know the attempt before the rest arrives.
      await give(one, 0)
      await give(other, 1)
      await give(one, 2)
      const rest = Array.from({ length: 17 }, (_, index) => index + 3)
      // A repeated last answer to a passed attempt is answered with the success.
      await Promise.allSettled(rest.flatMap((index) => [give(one, index), give(other, index)]))
    })
  })
  expect(await attemptsOf(who)).toMatchObject([{ status: 2, answered_count: 20, correct_count: 20, score: 100 }])
  expect(await journalOf(who)).toHaveLength(20)
})

test('a process does not accept an answer from what it knows once access, course, or time has ended (LRN-010, BLD-042, EXM-035)', async () => {
  const refusals = async (change: (tx: Tx, who: Taking) => Promise<unknown>) => {
    const who = await anExam()
    await who.start()
    return elsewhere(t, async (db) => {
      const give = (index: number) => db.withPortal(who.person.portal.id, giving(who, index))
      await give(0)
      await t.platform((tx) => change(tx, who))
      const refused = await give(1).catch(({ code }: AppError) => code)
      expect(await journalOf(who)).toHaveLength(1)
      return refused
    })
  }
  expect(
    await refusals((tx, { related_id }) =>
      tx.updateTable('enrollments').set({ ended_at: new Date() }).where('id', '=', related_id).execute(),
    ),
  ).toBe('not_found')
  expect(
    await refusals((tx, { exam }) =>
      tx.updateTable('outline_items').set({ deleted_at: new Date() }).where('itemable_id', '=', exam.id).execute(),
    ),
  ).toBe('not_found')
  const past = new Date(Date.now() - 3_600_000)
  expect(
    await refusals((tx, { related_id }) =>
      tx
        .updateTable('exam_attempts')
        .set({ started_at: past, time_limit_minutes: 1, ends_at: past })
        .where('enrollment_id', '=', related_id)
        .execute(),
    ),
  ).toBe('exam_time_over')
})

test('what a process knows serves only its learner, in no other role and in no other portal (EXM-009, LRN-048, PRT-001)', async () => {
  const who = await anExam()
  await who.start()
  const [other, foreign] = [await anExam(), await t.make.portal()]
  await elsewhere(t, async (db) => {
    await db.withPortal(who.person.portal.id, giving(who, 0))
    const { id: question_id, correct } = at(who, 1)
    const answer = { ...placeOf(who), question_id, answer_ids: correct }
    const refusalOf = (portalId: number, ctx: SignedIn) =>
      db
        .withPortal(portalId, (tx) => answerOwnQuestion(deps, tx, ctx, answer))
        .then(() => null)
        .catch(({ code }: AppError) => code)
    const own = contextOf(who)
    const viewer = { ...own.viewer, user_id: other.person.id }
    expect(await refusalOf(own.portal.id, { ...own, viewer })).toBe('not_found')
    expect(await refusalOf(own.portal.id, { ...own, viewer: { ...own.viewer, current_role: 'manager' } })).toBe(
      'learner_only',
    )
    expect(await refusalOf(foreign.id, { ...own, portal: { ...own.portal, id: foreign.id } })).toBe('not_found')
    expect(await journalOf(who)).toHaveLength(1)
    const { data } = await db.withPortal(own.portal.id, giving(who, 1))
    expect(data).toMatchObject({ answered_count: 2 })
  })
})
