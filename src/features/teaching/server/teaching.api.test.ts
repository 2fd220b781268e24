import { describe, expect, test } from 'vitest'
import { grade } from '#features/assignments/contract.ts'
import { answerQuestion, resetExam, startExam } from '#features/exams/contract.ts'
import type { SignedIn } from '#kernel/context.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { countRoundTrips } from '../../../../tests/count-round-trips.ts'
import { learning } from '../../../../tests/learning.ts'
import { multipart } from '../../../../tests/multipart.ts'
import { listTaughtLearners, listTeachingQueue, showTaughtLearner } from '../contract.ts'
import { listLearnersOf } from './store.ts'

const t = testApp()
const make = learning(t)

/** A learner who took the course’s exam once for each of these outcomes. */
const taken = async (outcomes: boolean[]) => {
  const learner = await make.learner([['Text'], { pools: [{ questions: 1 }], attempts_number: 5 }])
  const exam = learner.course.outline[1]
  const question = learner.course.questions.get(exam?.id ?? 0)?.[0]
  if (!exam || !question) throw new Error('The course has an exam')
  const args = { params: { examId: exam.id }, body: { related_id: learner.related_id } }
  for (const isRight of outcomes) {
    await t.as(learner.person).call(startExam, args)
    const answer_ids = isRight ? question.correct : question.wrong.slice(0, 1)
    const body = { ...args.body, question_id: question.id, answer_ids }
    await t.as(learner.person).call(answerQuestion, { params: args.params, body })
  }
  return { ...learner, exam, args }
}
type TakenCourse = Awaited<ReturnType<typeof taken>>

const instructorOf = async ({ course }: TakenCourse) => {
  const person = await t.make.person('instructor', { portal: course.portal })
  await t.platform((tx) =>
    tx
      .insertInto('course_instructors')
      .values({ portal_id: course.portal.id, course_id: course.id, user_id: person.id })
      .execute(),
  )
  return person
}
const list = async (who: TestPerson, { course }: TakenCourse, query = {}) =>
  (await t.as(who).call(listTaughtLearners, { params: { slug: course.slug }, query })).data
const show = async (who: TestPerson, { course, related_id }: TakenCourse) =>
  (await t.as(who).call(showTaughtLearner, { params: { slug: course.slug, relatedId: related_id } })).data

describe('the learners of a course', () => {
  test('are listed with their progress and the best result of each exam (BLD-016, ROL-037, LRN-023)', async () => {
    const learner = await taken([false, true])
    const admin = await t.make.person('course_admin', { portal: learner.course.portal })
    expect(await list(admin, learner)).toMatchObject([
      {
        id: learner.related_id,
        user: { id: learner.person.id, email: learner.person.email },
        status: 1,
        progress: 50,
        exams: [{ id: learner.exam.id, type: 'exam', status: 2, score: 100, attempts: 2 }],
      },
    ])
    expect(await list(admin, learner, { status: 4 })).toEqual([])
    expect(await list(admin, learner, { search: learner.person.email })).toHaveLength(1)
    expect(await list(admin, learner, { search: 'nobody_' })).toEqual([])
  })

  test('no longer include the attempts after a reset (EXM-023)', async () => {
    const learner = await taken([false, false])
    const admin = await t.make.person('course_admin', { portal: learner.course.portal })
    expect((await list(admin, learner))[0]?.exams).toMatchObject([{ status: 3, score: 0, attempts: 2 }])
    await t.as(admin).call(resetExam, learner.args)
    expect((await list(admin, learner))[0]?.exams).toMatchObject([{ status: 4, score: null, attempts: 0 }])
  })

  test('one of them with the whole outline', async () => {
    const learner = await taken([true])
    const admin = await t.make.person('course_admin', { portal: learner.course.portal })
    expect(await show(admin, learner)).toMatchObject({
      id: learner.related_id,
      course: { slug: learner.course.slug },
      items: [
        { itemable_type: 'Module', status: 4 },
        { itemable_type: 'Exam', itemable_id: learner.exam.id, status: 2 },
      ],
    })
  })
})

describe('an instructor', () => {
  test('sees the learners of their own courses, without those of another curator (ROL-027, ROL-037)', async () => {
    const learner = await taken([true])
    const [own, stranger, curator] = [
      await instructorOf(learner),
      await t.make.person('instructor', { portal: learner.course.portal }),
      await instructorOf(learner),
    ]
    expect(await list(own, learner)).toHaveLength(1)
    expect((await show(own, learner)).id).toBe(learner.related_id)
    await expect(list(stranger, learner)).rejects.toMatchObject({ code: 'not_found' })
    await t.platform((tx) =>
      tx.updateTable('enrollments').set({ curator_id: curator.id }).where('id', '=', learner.related_id).execute(),
    )
    expect(await list(own, learner)).toEqual([])
    await expect(show(own, learner)).rejects.toMatchObject({ code: 'not_found' })
    expect(await list(curator, learner)).toHaveLength(1)
    await expect(list(learner.person, learner)).rejects.toMatchObject({ status: 403 })
  })
})

/** A course with an assignment whose learner has submitted a response. */
const handedIn = async (person: TestPerson) => {
  const course = await make.course(person.portal, ['Assignment'])
  const learner = { person, course, related_id: await make.enroll(person, course) }
  const assignmentId = learner.course.outline[0]?.id as number
  const { payload, headers } = await multipart({ related_id: String(learner.related_id), text: 'My plan' })
  const url = `/api/v1/learner/assignments/${assignmentId}/learner-response`
  expect((await t.request(learner.person, { method: 'POST', url, payload, headers })).statusCode).toBe(200)
  return { ...learner, assignmentId }
}

test('items waiting for an answer are listed by course, oldest first, for people within reach (ASG-026)', async () => {
  const first = await handedIn(await t.make.person('learner'))
  const second = await handedIn(await t.make.person('learner', { portal: first.course.portal }))
  const admin = await t.make.person('course_admin', { portal: first.course.portal })
  const teacher = await t.make.person('instructor', { portal: first.course.portal })
  await t.platform((tx) =>
    tx
      .insertInto('course_instructors')
      .values({ portal_id: second.course.portal.id, course_id: second.course.id, user_id: teacher.id })
      .execute(),
  )
  await t.platform((tx) =>
    tx
      .insertInto('question_counters')
      .values({ portal_id: first.course.portal.id, course_id: second.course.id, opened: 3, closed: 1 })
      .execute(),
  )
  const queue = async (who: TestPerson, query = {}) => (await t.as(who).call(listTeachingQueue, { query })).data
  const waits = ({ course }: typeof first, questions_open = 0) => ({
    slug: course.slug,
    responses_waiting: 1,
    oldest_response_at: expect.any(String),
    questions_open,
  })
  expect(await queue(admin)).toMatchObject([waits(first), waits(second, 3)])
  expect(await queue(admin, { slug: first.course.slug })).toMatchObject([waits(first)])
  expect(await queue(teacher)).toMatchObject([waits(second, 3)])
  expect(await queue(teacher, { slug: first.course.slug })).toEqual([])
  const other = await t.make.portal()
  expect(await queue(await t.make.person('course_admin', { portal: other }))).toEqual([])
  await expect(queue(first.person)).rejects.toMatchObject({ status: 403 })

  // Another curator’s learners are not within reach.
  const curator = await t.make.person('instructor', { portal: first.course.portal })
  await t.platform((tx) =>
    tx.updateTable('enrollments').set({ curator_id: curator.id }).where('id', '=', second.related_id).execute(),
  )
  expect(await queue(teacher)).toMatchObject([{ responses_waiting: 0, oldest_response_at: null, questions_open: 3 }])

  const body = { related_id: first.related_id, score: 90, comment: null }
  await t.as(admin).call(grade, { params: { assignmentId: first.assignmentId }, body })
  expect(await queue(admin)).toMatchObject([waits(second, 3)])
})

test('a page takes one statement, however many learners there are', async () => {
  const learner = await taken([true])
  const { id } = learner.course.portal
  await t.platform(async (tx) => {
    for (let number = 0; number < 60; number++) {
      const user = await tx
        .insertInto('users')
        .values({ email: `many-${id}-${number}@example.com` })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('portal_users').values({ portal_id: id, user_id: user.id, first_name: 'Many' }).execute()
      await tx
        .insertInto('enrollments')
        .values({
          portal_id: id,
          user_id: user.id,
          course_id: learner.course.id,
          role: 'learner',
          expires_at: new Date('2199-01-01T00:00:00Z'),
        })
        .execute()
    }
  })
  const ctx = { portal: { id }, viewer: { user_id: learner.person.id }, scope: 'any' } as unknown as SignedIn
  const page = (cursor?: string) => ({ per_page: 50, sort: '-id' as const, cursor })
  let next: string | null = null
  const trips = await countRoundTrips(t, id, async (tx) => {
    const learners = await listLearnersOf(tx, ctx, learner.course.id, page())
    expect(learners.data).toHaveLength(50)
    next = learners.meta.next_cursor
  })
  // BEGIN is sent with the statement, and COMMIT comes after it.
  expect(trips).toBe(2)
  const rest = await t.app.db.withPortal(id, (tx) => listLearnersOf(tx, ctx, learner.course.id, page(next ?? '')))
  expect(rest.data).toHaveLength(11)
  expect(rest.data.at(-1)).toMatchObject({ id: learner.related_id, exams: [{ score: 100 }] })
})
