import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { ownCourse } from '../../../../tests/own-course.ts'
import { completeEnrollment, finishCourse, showLearnerModuleItem } from '../contract.ts'
import { createProgress, type FinishedEnrollment } from './api.ts'

const t = testApp()
const { make, itemAt, entryAt, start, finish, show } = ownCourse(t)

describe('a completed course', () => {
  test('is read-only to its learner, and repeated calls return the current state (LEG-006, LRN-010, LRN-016)', async () => {
    const who = await make.learner([['Text']])
    const item = itemAt(who.course, 0, 0)
    await finish(who, item)
    const before = await make.enrollment(who.related_id)
    expect((await finish(who, item)).data).toMatchObject({ status: 5, course_status: 5, progress: 100 })
    expect((await start(who, item)).data).toMatchObject({ status: 5 })
    expect(await make.enrollment(who.related_id)).toEqual(before)
    await t.as(who.person).call(showLearnerModuleItem, {
      params: { itemType: 'Text', itemId: item.id },
      query: { related_id: who.related_id },
    })
    await make.extend(who.course, ['Text'])
    await expect(start(who, itemAt(who.course, 1, 0))).rejects.toMatchObject({ status: 403 })
    expect((await show(who)).data).toMatchObject({ status: 5, progress: 100 })
  })

  test('stays finished when items are added, which only unfinished learners must do (BLD-042)', async () => {
    const who = await make.learner([['Text'], ['Text']])
    await finish(who, itemAt(who.course, 0, 0))
    await make.extend(who.course, ['Text', 'Text'])
    expect((await show(who)).data).toMatchObject({ status: 1, progress: 25, items_total: 4 })
  })

  test('is completed by the learner once all items are done, not before (LRN-026, LRN-030, LRN-047)', async () => {
    const who = await make.learner([['Text'], ['Text']])
    const complete = () =>
      t.as(who.person).call(finishCourse, { params: { slug: who.course.slug }, body: { related_id: who.related_id } })
    await expect(complete()).rejects.toMatchObject({ status: 422, errors: { related_id: [expect.any(String)] } })
    await finish(who, itemAt(who.course, 0, 0))
    await make.remove(entryAt(who.course, 1))
    expect((await show(who)).data).toMatchObject({ status: 1, progress: 100, can_finish: true, continue_item: null })
    const { data } = await complete()
    expect(data).toMatchObject({ status: 5, progress: 100, completed_at: expect.any(String) })
    expect((await complete()).data).toEqual(data)
    expect(await make.enrollment(who.related_id)).toMatchObject({ status: 5, access: 'expired' })
  })

  test('without items is at 0 and cannot be completed by the learner (LRN-024)', async () => {
    const who = await make.learner([])
    expect((await show(who)).data).toMatchObject({ status: 4, progress: 0, items_total: 0 })
    const complete = t
      .as(who.person)
      .call(finishCourse, { params: { slug: who.course.slug }, body: { related_id: who.related_id } })
    await expect(complete).rejects.toMatchObject({ status: 422 })
  })

  test('by an editor records who did it and why in the enrollment and the log; earlier results are kept (LRN-030)', async () => {
    const who = await make.learner([['Text', 'Text'], { passing_score: 70 }, []])
    await start(who, itemAt(who.course, 0, 0))
    const exam = entryAt(who.course, 1)
    await t.platform((tx) =>
      tx
        .insertInto('course_user_progress')
        .values({
          portal_id: who.course.portal.id,
          enrollment_id: who.related_id,
          item_type: 'Exam',
          item_id: exam.id,
          status: 3,
          details: JSON.stringify({ score: 40 }),
        })
        .execute(),
    )
    const admin = await t.make.person('course_admin', { portal: who.course.portal })
    const complete = (reason: string) =>
      t.as(admin).call(completeEnrollment, { params: { id: who.related_id }, body: { reason } })
    await expect(complete('  ')).rejects.toMatchObject({ status: 422, errors: { reason: ['This field is required.'] } })
    expect((await complete('Passed on paper')).data).toMatchObject({ status: 5, progress: 100 })
    expect(await make.enrollment(who.related_id)).toMatchObject({
      status: 5,
      access: 'expired',
      items_done: 3,
      completed_by: admin.id,
      completion_reason: 'Passed on paper',
    })
    const rows = await make.stored(who.related_id)
    expect(rows.every(({ status }) => status === 5)).toBe(true)
    expect(rows).toHaveLength(5)
    expect(rows.find(({ item_type }) => item_type === 'Exam')?.details).toEqual({ score: 40, earlier_status: 3 })
    const [entry] = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select(['user_id', 'subject_id', 'changes'])
        .where('action', '=', 'enrollment.complete')
        .where('portal_id', '=', who.course.portal.id)
        .execute(),
    )
    expect(entry).toMatchObject({
      user_id: admin.id,
      subject_id: who.related_id,
      changes: { reason: 'Passed on paper' },
    })
    expect((await complete('Again')).data).toMatchObject({ status: 5 })
    expect(await make.enrollment(who.related_id)).toMatchObject({ completion_reason: 'Passed on paper' })
  })

  test('is completed only by people who may edit enrollments, and only in their portal (LRN-030, ROL-036)', async () => {
    const who = await make.learner([['Text']])
    const call = { params: { id: who.related_id }, body: { reason: 'Because' } }
    for (const role of ['instructor', 'manager', 'editor', 'accounting'] as const) {
      const person = await t.make.person(role, { portal: who.course.portal })
      await expect(t.as(person).call(completeEnrollment, call)).rejects.toMatchObject({ status: 403 })
    }
    await expect(t.as(who.person).call(completeEnrollment, call)).rejects.toMatchObject({ status: 403 })
    const stranger = await t.make.person('portal_admin')
    await expect(t.as(stranger).call(completeEnrollment, call)).rejects.toMatchObject({ status: 404 })
  })
})

describe('at the same time', () => {
  test('twenty steps on one enrollment run one after another, and none is lost (LRN-021)', async () => {
    const who = await make.learner([Array.from({ length: 20 }, () => 'Text' as const)])
    const answers = await Promise.all(entryAt(who.course, 0).items.map((item) => finish(who, item)))
    expect(answers.map(({ data }) => data.progress).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => (index + 1) * 5),
    )
    expect(await make.enrollment(who.related_id)).toMatchObject({ status: 5, items_done: 20, access: 'expired' })
  })

  test('the hooks of a finished course run once, in the transaction that finishes it (CER-008)', async () => {
    const who = await make.learner([['Text', 'Text'], 'ScormModule'])
    const finished: FinishedEnrollment[] = []
    const progress = createProgress({
      onCourseFinished: [
        async (_tx, _ctx, enrollment) => {
          finished.push(enrollment)
        },
      ],
    })
    const all = [...entryAt(who.course, 0).items, entryAt(who.course, 1)]
    const ctx = { portal: { id: who.course.portal.id }, viewer: { user_id: who.person.id }, now: new Date() } as never
    const answers = await Promise.all(
      [...all, ...all].map((item) =>
        t.app.db.withPortal(who.course.portal.id, (tx) =>
          progress.setItemStatus(tx, ctx, {
            enrollment: { id: who.related_id },
            item_type: item.type as 'Text',
            item_id: item.id,
            status: item.type === 'ScormModule' ? 2 : 5,
          }),
        ),
      ),
    )
    expect(answers.filter(({ course_status }) => course_status === 5).length).toBeGreaterThanOrEqual(1)
    expect(finished).toMatchObject([
      { id: who.related_id, user_id: who.person.id, course_id: who.course.id, status: 5 },
    ])
  })

  test('an error in a hook undoes the step that would have finished the course (CER-008)', async () => {
    const who = await make.learner([['Text']])
    const progress = createProgress({
      onCourseFinished: [() => Promise.reject(new Error('The printer is on fire'))],
    })
    const ctx = { portal: { id: who.course.portal.id }, viewer: { user_id: who.person.id }, now: new Date() } as never
    const step = t.app.db.withPortal(who.course.portal.id, (tx) =>
      progress.setItemStatus(tx, ctx, {
        enrollment: { id: who.related_id },
        item_type: 'Text',
        item_id: itemAt(who.course, 0, 0).id,
        status: 5,
      }),
    )
    await expect(step).rejects.toThrow('The printer is on fire')
    expect(await make.enrollment(who.related_id)).toMatchObject({ status: 4, completed_at: null })
    expect(await make.stored(who.related_id)).toEqual([])
  })
})

test('details are merged into the existing ones, even if the status stays (LRN-005)', async () => {
  const who = await make.learner(['ScormModule', ['Text']])
  const item = entryAt(who.course, 0)
  const progress = createProgress()
  const ctx = { portal: { id: who.course.portal.id }, viewer: { user_id: who.person.id }, now: new Date() } as never
  const set = (status: 1 | 2, details: Record<string, unknown>) =>
    t.app.db.withPortal(who.course.portal.id, (tx) =>
      progress.setItemStatus(tx, ctx, {
        enrollment: { id: who.related_id },
        item_type: 'ScormModule',
        item_id: item.id,
        status,
        details,
      }),
    )
  const first = await set(1, { a: 1, b: 1 })
  expect(await set(1, { b: 2 })).toMatchObject({ progress_id: first.progress_id, item_status: 1, course_status: 1 })
  await set(2, { c: 3 })
  expect(await set(1, { d: 4 })).toMatchObject({ item_status: 2, progress: 50 })
  expect(await make.stored(who.related_id)).toMatchObject([{ status: 2, details: { a: 1, b: 2, c: 3, d: 4 } }])
})
