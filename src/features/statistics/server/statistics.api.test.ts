import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { answerQuestion, finishExam, keepQuestionTime, resetExam, startExam } from '#features/exams/contract.ts'
import { createQuestion, updateQuestion } from '#features/question-pools/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { exportCalls } from '../../../../tests/exports.ts'
import { versioning } from '../../../../tests/versions/versioning.ts'
import { showExamStatistics, showItemStatistics, showQuestionStatistics } from '../contract.ts'

const t = testApp()
const make = versioning(t)

type Made = Awaited<ReturnType<typeof make.published>>
type Learner = Awaited<ReturnType<typeof make.learnerIn>>

/** A question was on the screen no longer than its attempt ran. */
const startedLongAgo = (enrollmentId: number) =>
  t.platform((tx) =>
    tx
      .updateTable('exam_attempts')
      .set({ started_at: new Date(Date.now() - 600_000) })
      .where('enrollment_id', '=', enrollmentId)
      .execute(),
  )

/** Takes the exam with the answer of these words to every question that has it; other questions stay open. */
const take = async ({ exam }: Made, { api, related_id }: Learner, words: string, milliseconds?: number) => {
  const at = { params: { examId: exam.itemable_id } }
  const { data } = await api.call(startExam, { ...at, body: { related_id } })
  await startedLongAgo(related_id)
  for (const { id: question_id, answers } of data.progress.questions) {
    const answer_ids = answers.filter(({ text }) => text === words).map(({ id }) => id)
    if (answer_ids.length === 0) continue
    const visit = milliseconds === undefined ? {} : { visit: randomUUID(), milliseconds }
    await api.call(answerQuestion, { ...at, body: { related_id, question_id, answer_ids, ...visit } })
  }
  return data
}

const ofExam = async ({ api, exam }: Made, version?: number) =>
  (
    await api.call(showExamStatistics, {
      params: { examId: exam.itemable_id },
      query: version === undefined ? {} : { version },
    })
  ).data
const chosen = (options: readonly { text: string; picked: number }[]) =>
  options.map(({ text, picked }) => `${text} ${picked}`)

describe('statistics of an exam', () => {
  test('count what learners answered, in all versions and in each, as the newest attempt had it (QPL-030, QPL-031, QPL-034)', async () => {
    const made = await make.published()
    const learners = [await make.learnerIn(made), await make.learnerIn(made), await make.learnerIn(made)] as const
    await take(made, learners[0], 'Yes', 4000)
    await take(made, learners[1], 'No', 90_000)
    const { id, answers } = made.question
    await made.api.call(updateQuestion, {
      params: { id },
      body: {
        text: '<p>Is it safe now?</p>',
        answers: [
          ...answers.map(({ id: own, text, is_correct }) => ({ id: own, text, is_correct })),
          { text: 'Maybe', is_correct: false },
        ],
      },
    })
    await made.publish(1)
    await take(made, learners[2], 'Maybe', 20_000)

    const all = await ofExam(made)
    expect(all).toMatchObject({
      type: 'exam',
      version: null,
      versions: [
        { version: 2, attempts: 1 },
        { version: 1, attempts: 2 },
      ],
      attempts: 3,
      learners: 3,
      finished: 3,
      passed: 1,
      average_score: 33,
    })
    expect(all.questions).toMatchObject([
      { id, text: '<p>Is it safe now?</p>', answered: 3, correct: 1, unanswered: 0, median_seconds: 20 },
    ])
    expect(chosen(all.questions[0]?.options ?? [])).toEqual(['Yes 1', 'No 1', 'Maybe 1'])

    const first = await ofExam(made, 1)
    expect(first).toMatchObject({ attempts: 2, passed: 1, average_score: 50 })
    expect(first.questions).toMatchObject([{ text: 'Is it safe?', answered: 2, correct: 1, median_seconds: 4 }])
    expect(chosen(first.questions[0]?.options ?? [])).toEqual(['Yes 1', 'No 1'])
    expect(await ofExam(made, 9)).toMatchObject({ attempts: 0, questions: [] })

    const own = (await made.api.call(showQuestionStatistics, { params: { id } })).data
    expect(own).toMatchObject({ answered: 3, correct: 1, median_seconds: 20 })
    expect(own.uses.map((use) => [use.exam_title, use.version, use.answered, use.correct])).toEqual([
      ['Final', 2, 1, 0],
      ['Final', 1, 2, 1],
    ])
  })

  test('count a question left open, a reset attempt, and every visit of a question once (QPL-030, QPL-031)', async () => {
    const made = await make.published()
    const { data: second } = await made.api.call(createQuestion, {
      params: { id: made.pool.id },
      body: {
        text: '<p>Open?</p>',
        type: 'boolean',
        answers: [
          { text: 'True', is_correct: true },
          { text: 'False', is_correct: false },
        ],
      },
    })
    await made.publish(1)
    const learner = await make.learnerIn(made)
    const { related_id } = learner
    const at = { params: { examId: made.exam.itemable_id } }
    const { data } = await learner.api.call(startExam, { ...at, body: { related_id } })
    const question = data.progress.questions.find(({ id }) => id === made.question.id)
    const [first, last] = [randomUUID(), randomUUID()]
    const look = (visit: string, milliseconds: number) =>
      learner.api.call(keepQuestionTime, {
        ...at,
        body: { related_id, question_id: made.question.id, visit, milliseconds },
      })
    await startedLongAgo(related_id)
    await look(first, 30_000)
    await look(last, 2000)
    await learner.api.call(answerQuestion, {
      ...at,
      body: {
        related_id,
        question_id: made.question.id,
        answer_ids: [question?.answers[0]?.id as number],
        visit: last,
        milliseconds: 5000,
      },
    })
    await learner.api.call(finishExam, { ...at, body: { related_id } })
    const shown = await ofExam(made)
    expect(shown.questions.map((one) => [one.id, one.answered, one.unanswered, one.median_seconds])).toEqual([
      [made.question.id, 1, 0, 35],
    ])
    expect(second.id).toBeGreaterThan(0)
    await made.api.call(resetExam, { ...at, body: { related_id } })
    expect(await ofExam(made)).toMatchObject({ attempts: 1, finished: 1 })
  })

  test('are the same after the answers of old attempts were summed, by several processes at once (QPL-031, QPL-034)', async () => {
    const made = await make.published()
    for (const words of ['Yes', 'No', 'Yes']) await take(made, await make.learnerIn(made), words, 3000)
    await t.platform((tx) =>
      tx
        .updateTable('exam_attempts')
        .set({ started_at: new Date(Date.now() - 80 * 3_600_000), finished_at: new Date(Date.now() - 72 * 3_600_000) })
        .where('exam_id', '=', made.exam.itemable_id)
        .execute(),
    )
    await take(made, await make.learnerIn(made), 'No', 8000)
    const read = async () => [
      (await ofExam(made)).questions,
      (await made.api.call(showQuestionStatistics, { params: { id: made.question.id } })).data,
    ]
    const before = await read()
    const { runJob } = exportCalls(t)
    await Promise.all([1, 2, 3].map(() => runJob('statistics.sum-answers')))
    const left = await t.platform((tx) =>
      tx
        .selectFrom('exam_attempts')
        .select('id')
        .where('exam_id', '=', made.exam.itemable_id)
        .where('is_summed', '=', false)
        .execute(),
    )
    expect(left).toHaveLength(1)
    expect(await read()).toEqual(before)
    expect(before[0]).toMatchObject([{ answered: 4, correct: 2, median_seconds: 3 }])
  })

  test('say how far a question separates strong from weak learners, before and after the sums (QPL-035)', async () => {
    const made = await make.published()
    const add = (text: string) =>
      made.api.call(createQuestion, {
        params: { id: made.pool.id },
        body: {
          text,
          type: 'single',
          answers: ['Yes', 'No'].map((word) => ({ text: word, is_correct: word === 'Yes' })),
        },
      })
    for (const text of ['<p>Dry?</p>', '<p>Level?</p>']) await add(text)
    await made.publish(1)
    for (let at = 0; at < 29; at += 1) await take(made, await make.learnerIn(made), at % 2 === 0 ? 'Yes' : 'No')
    const read = async () =>
      (await ofExam(made)).questions.map(({ rated, discrimination }) => ({ rated, discrimination }))
    expect(await read()).toEqual(Array.from({ length: 3 }, () => ({ rated: 29, discrimination: null })))
    await take(made, await make.learnerIn(made), 'No')
    const before = await read()
    expect(before).toHaveLength(3)
    for (const { rated, discrimination } of before) {
      expect(rated).toBe(30)
      expect(discrimination).toMatchObject({ value: 1, high: 1 })
    }
    await t.platform((tx) =>
      tx
        .updateTable('exam_attempts')
        .set({ started_at: new Date(Date.now() - 80 * 3_600_000), finished_at: new Date(Date.now() - 72 * 3_600_000) })
        .where('exam_id', '=', made.exam.itemable_id)
        .where('number', '=', 1)
        .execute(),
    )
    await exportCalls(t).runJob('statistics.sum-answers')
    expect(await read()).toEqual(before)
    // An attempt that has not ended says nothing of its other questions yet.
    const open = await make.learnerIn(made)
    await open.api.call(startExam, { params: { examId: made.exam.itemable_id }, body: { related_id: open.related_id } })
    expect(await read()).toEqual(before)
  })

  test('are there for those who reach the course alone, and empty before the first attempt (QPL-030, QPL-034)', async () => {
    const made = await make.published()
    expect(await ofExam(made)).toMatchObject({ attempts: 0, versions: [], questions: [], average_score: null })
    const at = { params: { examId: made.exam.itemable_id }, query: {} }
    const partner = await t.make.person('partner', { portal: made.author.portal })
    await make.company(made.author.portal, partner)
    await expect(t.as(partner).call(showExamStatistics, at)).rejects.toMatchObject({ status: 404 })
    await expect(
      t.as(partner).call(showQuestionStatistics, { params: { id: made.question.id } }),
    ).rejects.toMatchObject({ status: 404 })
    const stranger = await t.make.person('portal_admin')
    await expect(t.as(stranger).call(showExamStatistics, at)).rejects.toMatchObject({ status: 404 })
  })
})

describe('statistics of items', () => {
  test('count who started and finished each, and the time between, by version (QPL-033, QPL-034)', async () => {
    const made = await make.published()
    const [one, other] = [await make.learnerIn(made), await make.learnerIn(made)]
    await one.finish(made.why)
    await other.finish(made.why)
    await take(made, other, 'No')
    await t.platform((tx) =>
      tx
        .updateTable('course_user_progress')
        .set({ started_at: new Date(Date.now() - 3_600_000), finished_at: new Date(Date.now() - 3_540_000) })
        .where('enrollment_id', '=', other.related_id)
        .where('item_type', '=', 'Exam')
        .execute(),
    )
    const items = async (version?: number) =>
      (
        await made.api.call(showItemStatistics, {
          params: made.params,
          query: version === undefined ? {} : { version },
        })
      ).data
    const { learners, versions, items: shown } = await items()
    expect([learners, versions]).toEqual([2, [{ version: 1, learners: 2 }]])
    expect(
      shown.map((item) => [
        ...[item.item_type, item.title, item.module_title],
        ...[item.started, item.finished, item.median_seconds],
      ]),
    ).toEqual([
      ['Module', 'Ladders', null, 2, 0, null],
      ['Text', 'Why', 'Ladders', 2, 2, null],
      ['Text', 'How', 'Ladders', 0, 0, null],
      ['Exam', 'Final', null, 1, 1, 60],
    ])
    await expect(items(2)).rejects.toMatchObject({ status: 404 })
  })
})
