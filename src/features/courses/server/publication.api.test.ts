import { describe, expect, test } from 'vitest'
import { attachQuestionPool, examItems } from '#features/exams/contract-admin.ts'
import { createQuestion, createQuestionPool } from '#features/question-pools/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import {
  addInstructor,
  createCertificateTemplate,
  deleteCourse,
  removeInstructor,
  showCourse,
  updateCourse,
  updatePrices,
} from '../contract.ts'

const clock = { now: new Date() }
const later = (seconds: number) => new Date(clock.now.getTime() + seconds * 1000)
const t = testApp({ now: () => clock.now })
const make = authoring(t)

const move = (author: TestPerson, slug: string, publication_status: 1 | 2 | 3 | 4) =>
  t.as(author).call(updateCourse, { params: { slug }, body: { publication_status } })
const REQUIRED = ['This field is required.']

describe('publishing', () => {
  test('names every missing part by its field, before and after trying, and changes nothing (BLD-005, BLD-006, BLD-007)', async () => {
    const admin = await t.make.person('portal_admin')
    const course = await make.course(admin, { is_certificate_required: true })
    await t.as(admin).call(examItems.create, { params: { courseId: course.id }, body: { title: 'Final' } })
    const missing = {
      course_pricings: REQUIRED,
      instructors: REQUIRED,
      certificate_template: ['The course has no certificate template'],
      exams: ['"Final" has too few questions.'],
    }
    const { data } = await t.as(admin).call(showCourse, { params: { slug: course.slug } })
    expect(data.missing_for_publication).toEqual(missing)
    const before = await make.snapshot(admin.portal)
    const body = { publication_status: 2 as const, title: 'Changed along' }
    await expect(t.as(admin).call(updateCourse, { params: { slug: course.slug }, body })).rejects.toMatchObject({
      status: 422,
      code: 'invalid',
      errors: missing,
    })
    expect(await make.snapshot(admin.portal)).toEqual(before)
  })

  test('a pool smaller than the number to draw counts as missing questions (EXM-029, BLD-007)', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug, id: courseId } = await make.readyCourse(admin)
    const api = t.as(admin)
    const exam = await api.call(examItems.create, { params: { courseId }, body: { title: 'Quiz' } })
    const { data: pool } = await api.call(createQuestionPool, { body: { title: 'Pool' } })
    const question = {
      text: 'Is it so?',
      type: 'boolean' as const,
      answers: [
        { text: 'True', is_correct: true },
        { text: 'False', is_correct: false },
      ],
    }
    await api.call(createQuestion, { params: { id: pool.id }, body: question })
    const params = { examId: exam.data.itemable_id, id: pool.id }
    await api.call(attachQuestionPool, { params, body: { questions_count: 2 } })
    await expect(move(admin, slug, 2)).rejects.toMatchObject({
      status: 422,
      errors: { exams: ['"Quiz" has too few questions.'] },
    })
    await api.call(createQuestion, { params: { id: pool.id }, body: question })
    expect((await move(admin, slug, 2)).data.publication_status).toBe(2)
  })

  test('sets published_at once, and each move is logged (BLD-001, CAT-006)', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug, id } = await make.readyCourse(admin)
    clock.now = later(1)
    const publishedAt = clock.now.toISOString()
    expect((await move(admin, slug, 2)).data).toMatchObject({
      publication_status: 2,
      published_at: publishedAt,
      next_publication_statuses: [4, 1],
    })
    clock.now = later(1)
    await move(admin, slug, 4)
    expect((await move(admin, slug, 2)).data.published_at).toBe(publishedAt)
    const moves = (await make.actions(admin.portal)).filter(({ changes }) => JSON.stringify(changes).includes('"from"'))
    expect(moves).toMatchObject([
      { action: 'course.publish', subject_id: id, changes: { from: 1, to: 2 } },
      { action: 'course.archive', subject_id: id, changes: { from: 2, to: 4 } },
      { action: 'course.publish', subject_id: id, changes: { from: 4, to: 2 } },
    ])
  })

  test('a move the table does not have is refused (CAT-006)', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug } = await make.readyCourse(admin)
    const refused = { status: 422, errors: { publication_status: ['Selected value is not valid'] } }
    await expect(move(admin, slug, 4)).rejects.toMatchObject(refused)
    await move(admin, slug, 2)
    await expect(move(admin, slug, 3)).rejects.toMatchObject(refused)
    await expect(move(admin, slug, 5 as 4)).rejects.toMatchObject(refused)
  })

  test('back to draft only while nobody is enrolled (CAT-006)', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug, id } = await make.readyCourse(admin)
    await move(admin, slug, 2)
    expect((await move(admin, slug, 1)).data.publication_status).toBe(1)
    await move(admin, slug, 2)
    const enrollment = await make.enroll(admin.portal, id, await t.make.person('learner', { portal: admin.portal }))
    const { data } = await t.as(admin).call(showCourse, { params: { slug } })
    expect(data.next_publication_statuses).toEqual([4])
    await expect(move(admin, slug, 1)).rejects.toMatchObject({ status: 422 })
    await move(admin, slug, 4)
    await expect(move(admin, slug, 1)).rejects.toMatchObject({ status: 422 })
    await t.platform((tx) =>
      tx.updateTable('enrollments').set({ ended_at: clock.now }).where('id', '=', enrollment).execute(),
    )
    expect((await move(admin, slug, 1)).data.publication_status).toBe(1)
  })
})

describe('a published course keeps what publishing asked for (BLD-005)', () => {
  test('its prices, its instructors and its template', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug, instructor } = await make.readyCourse(admin)
    await move(admin, slug, 2)
    const api = t.as(admin)
    const params = { slug }
    const before = await make.snapshot(admin.portal)
    await expect(api.call(updatePrices, { params, body: { course_pricings: [] } })).rejects.toMatchObject({
      status: 422,
      errors: { course_pricings: REQUIRED },
    })
    await expect(api.call(removeInstructor, { params: { slug, userId: instructor.id } })).rejects.toMatchObject({
      status: 422,
      errors: { instructors: REQUIRED },
    })
    await expect(api.call(updateCourse, { params, body: { is_certificate_required: true } })).rejects.toMatchObject({
      status: 422,
      errors: { certificate_template: ['The course has no certificate template'] },
    })
    expect(await make.snapshot(admin.portal)).toEqual(before)

    await api.call(createCertificateTemplate, { params, body: { title: 'Certificate', text: 'For {user_name}' } })
    expect(
      (await api.call(updateCourse, { params, body: { is_certificate_required: true } })).data.is_certificate_required,
    ).toBe(true)
    const second = await t.make.person('instructor', { portal: admin.portal })
    await api.call(addInstructor, { params, body: { user_id: second.id } })
    expect((await api.call(removeInstructor, { params: { slug, userId: instructor.id } })).data).toMatchObject([
      { id: second.id, is_primary: true },
    ])
  })
})

describe('deleting', () => {
  test('a published course answers ERR-060 (BLD-008)', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug } = await make.readyCourse(admin)
    await move(admin, slug, 2)
    await expect(t.as(admin).call(deleteCourse, { params: { slug } })).rejects.toMatchObject({
      status: 422,
      code: 'published_course_not_deletable',
      message: 'Unable to delete a published course',
    })
  })

  test('a course with enrollments is archived, with everything in it kept (BLD-009)', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug, id } = await make.readyCourse(admin)
    await make.enroll(admin.portal, id, await t.make.person('learner', { portal: admin.portal }))
    expect((await t.as(admin).call(deleteCourse, { params: { slug } })).data).toEqual({ id, is_archived: true })
    expect((await t.as(admin).call(showCourse, { params: { slug } })).data).toMatchObject({
      publication_status: 4,
      course_pricings: [{ from: 1, price: 49.5 }],
    })
  })

  test('any other course is removed with all it is made of (BLD-009)', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug, id } = await make.readyCourse(admin)
    await t.as(admin).call(examItems.create, { params: { courseId: id }, body: { title: 'Final' } })
    expect((await t.as(admin).call(deleteCourse, { params: { slug } })).data).toEqual({ id, is_archived: false })
    await expect(t.as(admin).call(showCourse, { params: { slug } })).rejects.toMatchObject({ status: 404 })
    const rest = await make.snapshot(admin.portal)
    for (const table of ['courses', 'course_pricings', 'course_instructors', 'outline_items', 'exams'])
      expect(rest[table], table).toEqual([])
    expect((await make.actions(admin.portal)).at(-1)).toMatchObject({ action: 'course.delete', subject_id: id })
  })

  test('a course that was sold is archived although nobody is in it (BLD-009)', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug, id } = await make.readyCourse(admin)
    await t.platform(async (tx) => {
      const at = { portal_id: admin.portal.id }
      const order = await tx
        .insertInto('orders')
        .values({
          ...at,
          number: '1',
          user_id: admin.id,
          type: 'credits-on-course',
          buyer_role: 'portal_admin',
          email: 'buyer@example.com',
          subtotal_cents: 4950,
          total_cents: 4950,
          created_at: clock.now,
          expires_at: clock.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const item = await tx
        .insertInto('order_items')
        .values({
          ...at,
          order_id: order.id,
          position: 1,
          kind: 'course',
          item_id: id,
          title: 'C',
          quantity: 1,
          unit_price_cents: 4950,
          total_cents: 4950,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('order_courses')
        .values({ ...at, order_id: order.id, order_item_id: item.id, course_id: id, title: 'C', seats: 1 })
        .execute()
    })
    expect((await t.as(admin).call(deleteCourse, { params: { slug } })).data).toEqual({ id, is_archived: true })
    expect((await t.as(admin).call(showCourse, { params: { slug } })).data.is_bought).toBe(false)
    await t.platform((tx) =>
      tx
        .updateTable('orders')
        .set({ status: 3, completed_at: clock.now })
        .where('portal_id', '=', admin.portal.id)
        .execute(),
    )
    expect((await t.as(admin).call(showCourse, { params: { slug } })).data.is_bought).toBe(true)
  })
})
