import { describe, expect, test } from 'vitest'
import {
  assignmentItems,
  grade,
  listAssignmentResponses,
  listCourseAssignments,
  respond,
  showAssignmentProgress,
} from '#features/assignments/contract.ts'
import { resetExam, showExamProgress } from '#features/exams/contract.ts'
import { examItems } from '#features/exams/contract-admin.ts'
import { listTaughtLearners, listTeachingQueue } from '#features/teaching/contract.ts'
import { createBus } from '#platform/live/bus.ts'
import { testApp } from '../../../../tests/api.ts'
import { multipart } from '../../../../tests/multipart.ts'
import { moveEach } from '../../../../tests/versions/moving.ts'
import { versioning } from '../../../../tests/versions/versioning.ts'
import { listRemovedItems } from '../contract.ts'

const t = testApp()
const make = versioning(t)

/** A course in whose first version a learner has responded to an assignment and taken an exam; neither is in its draft any more. */
const withdrawn = async () => {
  const made = await make.published()
  const { api, courseId, params, exam } = made
  const { data: task } = await api.call(assignmentItems.create, { params: { courseId }, body: { title: 'Task' } })
  const id = task.itemable_id
  await made.publish(1)
  const learner = await make.learnerIn(made)
  await learner.finish(made.why)
  await learner.passExam()
  const { payload, headers } = await multipart({ related_id: String(learner.related_id), text: 'My plan' })
  const url = `/api/v1${respond.path.replace(':assignmentId', String(id))}`
  const sent = await t.request(learner.person, { method: 'POST', url, payload, headers })
  expect(sent.statusCode, sent.body).toBe(200)
  await api.call(assignmentItems.remove, { params: { courseId, id: task.id } })
  await api.call(examItems.remove, { params: { courseId, id: exam.id } })
  const of = { query: { related_id: learner.related_id } }
  return {
    ...{ ...made, learner, taskId: id },
    exams: async () => (await api.call(listTaughtLearners, { params })).data.flatMap(({ exams }) => exams),
    tasks: async () => (await api.call(listCourseAssignments, { params })).data,
    responses: async (state?: 'waiting') =>
      (await api.call(listAssignmentResponses, { params, query: { state } })).data,
    queue: async () => (await api.call(listTeachingQueue, {})).data,
    removed: async () => (await api.call(listRemovedItems, { params })).data,
    task: async () => (await api.call(showAssignmentProgress, { params: { assignmentId: id }, ...of })).data,
    exam: made.exam,
    taken: async () => (await api.call(showExamProgress, { params: { examId: exam.itemable_id }, ...of })).data,
    grade: () => api.call(grade, { params: { assignmentId: id }, body: { related_id: learner.related_id, score: 90 } }),
    move: () => moveEach(api, { ...params, number: 3 }),
  }
}

describe('items that are no longer in the draft', () => {
  test('those who grade see what learners of an earlier version work in, and grade it (VER-015)', async () => {
    const made = await withdrawn()
    const where = { is_in_draft: false, is_in_course: true }
    expect(await made.exams()).toMatchObject([{ title: 'Final', status: 2, score: 100, attempts: 1, ...where }])
    expect(await made.tasks()).toMatchObject([{ title: 'Task', waiting_count: 1, is_in_draft: false }])
    expect(await made.responses('waiting')).toMatchObject([{ assignment: { title: 'Task', is_in_draft: false } }])
    expect(await made.queue()).toMatchObject([{ id: made.courseId, responses_waiting: 1 }])
    expect(await made.task()).toMatchObject({ is_in_course: true, can_grade: true })
    expect(await made.taken()).toMatchObject({ is_in_course: true, can_reset: true })
    await made.grade()
    expect(await made.responses()).toMatchObject([{ state: 'passed' }])
    expect(await made.learner.course()).toMatchObject({ items_done: 3, items_total: 4 })
  })

  test('what a learner was moved away from can be read, and is not graded or reset (VER-015)', async () => {
    const made = await withdrawn()
    await made.publish(2)
    await made.move()
    expect(await made.exams()).toMatchObject([
      { title: 'Final', status: 2, score: 100, attempts: 1, is_in_draft: false, is_in_course: false },
    ])
    expect(await made.responses('waiting')).toEqual([])
    expect(await made.responses()).toMatchObject([{ state: 'withdrawn' }])
    expect(await made.tasks()).toMatchObject([{ title: 'Task', waiting_count: 0, is_in_draft: false }])
    expect(await made.queue()).toEqual([])
    expect(await made.task()).toMatchObject({ is_in_course: false, can_grade: false, attempts: [{ number: 1 }] })
    expect(await made.taken()).toMatchObject({ is_in_course: false, can_reset: false, attempts: [{ score: 100 }] })
    await expect(made.grade()).rejects.toMatchObject({ status: 404 })
    const body = { related_id: made.learner.related_id }
    const reset = made.api.call(resetExam, { params: { examId: made.exam.itemable_id }, body })
    await expect(reset).rejects.toMatchObject({ status: 404 })
  })

  test('what nobody has handed in or taken is not shown of a learner without it (VER-015)', async () => {
    const made = await withdrawn()
    await made.publish(2)
    const late = await make.learnerIn(made)
    await late.finish(made.why)
    const of = { query: { related_id: late.related_id } }
    const task = made.api.call(showAssignmentProgress, { params: { assignmentId: made.taskId }, ...of })
    await expect(task).rejects.toMatchObject({ status: 404 })
    const exam = made.api.call(showExamProgress, { params: { examId: made.exam.itemable_id }, ...of })
    await expect(exam).rejects.toMatchObject({ status: 404 })
    expect((await made.exams()).map(({ is_in_course }) => is_in_course)).toEqual([true])
  })

  test('they are listed with the versions and the number of learners at work in them, until these are moved (VER-016, VER-018)', async () => {
    const made = await withdrawn()
    const expected = (versions: number[]) => [
      { item_type: 'Exam', title: 'Final', versions, learners: 1 },
      { item_type: 'Assignment', title: 'Task', versions, learners: 1 },
    ]
    expect(await made.removed()).toMatchObject(expected([2]))
    await made.publish(2)
    expect(await made.removed()).toMatchObject(expected([2]))
    await made.move()
    expect(await made.removed()).toEqual([])
  })
})

test('publishing and moving are told once each on the channel of the course (VER-017)', async () => {
  const made = await make.published()
  const learner = await make.learnerIn(made)
  await learner.finish(made.why)
  const { options } = t.app.db.pool
  const bus = createBus({ ...options, password: options.password }, { onError: () => {} })
  await bus.ready
  const events: unknown[] = []
  const done = new Promise<void>((resolve) => {
    bus.subscribe('live', (message) => {
      const { channel, event, data } = message as { channel: string; event: string; data: unknown }
      if (channel !== `private-courses.${made.courseId}`) return
      events.push([event, data])
      if (event === 'course.moved') resolve()
    })
  })
  await made.addText('Extra')
  await made.publish(1)
  await moveEach(made.api, { ...made.params, number: 2 })
  await done
  await bus.close()
  const data = { course_id: made.courseId, number: 2 }
  expect(events).toEqual([
    ['course.published', data],
    ['course.moved', data],
  ])
})
