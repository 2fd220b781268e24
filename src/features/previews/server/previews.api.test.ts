import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDraftFile, respond, saveDraft, showAssignmentResponse } from '#features/assignments/contract.ts'
import { startCloudScormModule } from '#features/cloud-scorm/contract.ts'
import { updateCourse } from '#features/courses/contract.ts'
import { answerQuestion, finishExam, keepQuestionTime, showLearnerExam, startExam } from '#features/exams/contract.ts'
import {
  finishModuleItem,
  keepPosition,
  listLearnerModuleItems,
  listLearnerModules,
  showLearnerCourse,
  showLearnerModuleItem,
  startModuleItem,
} from '#features/progress/contract.ts'
import { PREVIEW } from '#features/progress/server/api.ts'
import { createQuestion } from '#features/question-pools/contract.ts'
import { finishScormModule } from '#features/scorm/contract.ts'
import { makeWorld, type World } from '../../../../tests/api/world.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { drawPreviewExam, showPreview, showPreviewAssignment, showPreviewItem } from '../contract.ts'
import { makePreview } from '../web/preview-api.ts'

const t = testApp()
const related = { related_id: PREVIEW }

/** Every table with the number of its rows and a sum over their contents. */
const everything = () =>
  t.platform(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and has_table_privilege(c.oid, 'select') order by c.relname`.execute(
      tx,
    )
    const digests: Record<string, unknown> = {}
    for (const { name } of tables) {
      const { rows } = await sql`select count(*) as count, sum(hashtextextended(t::text, 0)) as sum
        from ${sql.table(name)} t`.execute(tx)
      digests[name] = rows[0]
    }
    expect(Object.keys(digests)).toEqual(
      expect.arrayContaining(['enrollments', 'exam_attempts', 'course_user_progress']),
    )
    return digests
  })

const setUp = async () => {
  const world = await makeWorld(t)
  const author = world.people.course_admin
  const id = (name: string) => Number(world.ids[name])
  const slug = String(world.ids['slug'])
  return { world, author, id, slug, api: makePreview(t.as(author), slug) }
}

/** Goes through everything in the course as a learner would. */
const goThrough = async ({ api, id, slug }: Awaited<ReturnType<typeof setUp>>) => {
  await api.call(showLearnerCourse, { params: { slug }, query: related })
  await api.call(listLearnerModuleItems, { params: { moduleId: id('moduleId') }, query: related })
  for (const itemType of ['Text', 'Document', 'Audio', 'Video'] as const) {
    const params = { itemType, itemId: id(`${itemType.toLowerCase()}Id`) }
    await api.call(showLearnerModuleItem, { params, query: related })
    await api.call(startModuleItem, { params, body: related })
    await api.call(keepPosition, { params, body: { ...related, position: 7 } })
    await api.call(finishModuleItem, { params, body: related })
  }
  const exam = { params: { examId: id('examId') } }
  const begun = await api.call(startExam, { ...exam, body: related })
  const [question] = begun.data.progress.questions
  const [right] = question?.answers ?? []
  const question_id = question?.id ?? 0
  const visit = crypto.randomUUID()
  await api.call(keepQuestionTime, { ...exam, body: { ...related, question_id, visit, milliseconds: 5 } })
  const answered = await api.call(answerQuestion, {
    ...exam,
    body: { ...related, question_id, answer_ids: [right?.id ?? 0] },
  })
  const task = { params: { assignmentId: id('assignmentId') } }
  await api.call(saveDraft, { ...task, body: { ...related, text: 'Ann calls' } })
  const files = new FormData()
  files.append('file', new File(['x'], 'plan.txt', { type: 'text/plain' }))
  await api.call(addDraftFile, { ...task, body: related }, { files })
  await api.call(respond, { ...task, body: { ...related, text: 'Ann calls' } })
  await api.call(finishScormModule, { params: { id: id('scormModuleId') }, body: { ...related, status: 'passed' } })
  return answered.data
}

test('an author goes through every type of item, and no row of any table is added or changed (BLD-043, BLD-068)', async () => {
  const made = await setUp()
  const before = await everything()
  const answered = await goThrough(made)
  expect(await everything()).toEqual(before)

  // The page itself knows what was done.
  expect(answered.finished).toMatchObject({ result: 'passed', score: 100 })
  const { data, meta } = await made.api.call(listLearnerModules, { params: { slug: made.slug }, query: related })
  expect(data.map(({ itemable_type: type, status }) => [type, status])).toEqual([
    ['Module', 5],
    ['Exam', 2],
    ['Survey', 4],
    ['Assignment', 1],
    ['ScormModule', 2],
    ['CloudScormModule', 4],
  ])
  expect(meta).toMatchObject({ items_done: 6, items_total: 9, progress: 67, status: 1 })
  const task = await made.api.call(showAssignmentResponse, {
    params: { assignmentId: made.id('assignmentId') },
    query: related,
  })
  expect(task.data).toMatchObject({
    can_respond: false,
    current_attempt: 1,
    learner_response: { text: 'Ann calls', files: [{ name: 'plan.txt' }] },
    learner: { id: made.author.id },
  })
  // Another page begins from the start.
  const again = makePreview(t.as(made.author), made.slug)
  const fresh = await again.call(listLearnerModules, { params: { slug: made.slug }, query: related })
  expect(fresh.meta).toMatchObject({ items_done: 0, status: 4 })
})

test('a draft in order is shown whole, with nothing locked, and a preview changes nothing else (BLD-043, BLD-068)', async () => {
  const { world, author, slug, api } = await setUp()
  await t.platform((tx) =>
    tx
      .updateTable('courses')
      .set({ publication_status: 1, is_sequential: true })
      .where('portal_id', '=', world.portal.id)
      .execute(),
  )
  const { data } = await api.call(listLearnerModules, { params: { slug }, query: related })
  expect(data).toHaveLength(6)
  expect(data.flatMap((entry) => [entry, ...entry.items]).some((item) => item.is_locked)).toBe(false)
  const params = { slug }
  await expect(api.call(updateCourse, { params, body: { title: 'Mine' } })).rejects.toMatchObject({
    code: 'operation_not_permitted',
  })
  const shown = await t.as(author).call(showPreview, { params })
  expect(shown.data.course).toMatchObject({ title: 'World', learner: { id: PREVIEW, access: 'active' } })
})

test('an exam asks, checks and draws again as that of a learner (BLD-068, EXM-013, EXM-017)', async () => {
  const { world, author, id, slug, api } = await setUp()
  const pool = { id: id('poolId') }
  await t.as(author).call(createQuestion, {
    params: pool,
    body: {
      type: 'single',
      text: 'Which?',
      answers: [
        { text: 'This', is_correct: true },
        { text: 'That', is_correct: false },
      ],
    },
  })
  await t.platform((tx) =>
    tx
      .updateTable('exams')
      .set({ attempts_number: 1, passing_score: 60, time_limit_minutes: 10 })
      .where('id', '=', id('examId'))
      .where('portal_id', '=', world.portal.id)
      .execute(),
  )
  const exam = { params: { examId: id('examId') } }
  const { data: begun } = await api.call(startExam, { ...exam, body: related })
  expect(begun).toMatchObject({ remaining_attempts: 0, questions_count: 2, progress: { resume_at: 1 } })
  expect(begun.progress.milliseconds_left).toBeGreaterThan(500_000)
  // Right answers stay hidden while the exam runs.
  expect(begun.progress.questions.every((one) => one.correct_answer_ids === null)).toBe(true)
  const [first] = begun.progress.questions
  const right = await api.call(answerQuestion, {
    ...exam,
    body: { ...related, question_id: first?.id ?? 0, answer_ids: [first?.answers[0]?.id ?? 0] },
  })
  expect(right.data).toMatchObject({ answered_count: 1, next_question: 2, finished: null })
  const ended = await api.call(finishExam, { ...exam, body: related })
  expect(ended.data.finished).toMatchObject({ result: 'failed', score: 50, status: 3 })
  await expect(api.call(startExam, { ...exam, body: related })).rejects.toMatchObject({ code: 'no_attempts_left' })
  const after = await api.call(showLearnerExam, { ...exam, query: related })
  expect(after.data).toMatchObject({ can_start: false, result: 'failed', progress: { questions: [] } })
  expect(slug).toContain('world')
})

test('people who may not edit the course, and items of other courses, get nothing (BLD-043, ROL-027, API-021)', async () => {
  const { world, author, id, slug } = await setUp()
  const other = await makeWorld(t)
  const called = (who: TestPerson, at: World) =>
    t.as(who).call(showPreview, { params: { slug: String(at.ids['slug']) } })
  await expect(called(world.people.learner, world)).rejects.toMatchObject({ status: 403 })
  await expect(called(world.people.manager, world)).rejects.toMatchObject({ status: 403 })
  await expect(called(other.people.course_admin, world)).rejects.toMatchObject({ status: 404 })

  const second = await t.platform((tx) =>
    tx
      .insertInto('courses')
      .values({ portal_id: world.portal.id, slug: `second-${world.portal.id}`, title: 'Second' })
      .returning('slug')
      .executeTakeFirstOrThrow(),
  )
  const calls = (of: string) => [
    t.as(author).call(showPreviewItem, { params: { slug: of, itemType: 'Text', itemId: id('textId') } }),
    t.as(author).call(drawPreviewExam, { params: { slug: of, examId: id('examId') } }),
    t.as(author).call(showPreviewAssignment, { params: { slug: of, assignmentId: id('assignmentId') } }),
  ]
  await Promise.all(calls(slug))
  const refused = await Promise.allSettled(calls(second.slug))
  expect(refused.map((call) => call.status === 'rejected' && call.reason.status)).toEqual([404, 404, 404])
})

test('a cloud module opens without a registration (BLD-068, SCO-018)', async () => {
  const { id, api } = await setUp()
  const before = await everything()
  await expect(
    api.call(startCloudScormModule, { params: { id: id('cloudModuleId') }, body: related }),
  ).rejects.toMatchObject({ status: 422 })
  expect(await everything()).toEqual(before)
})
