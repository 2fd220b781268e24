import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listCourses, showCourse } from '#features/catalog/contract.ts'
import type { Role } from '#kernel/access/permissions.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { analyze } from '../../../../tests/database.ts'
import { learning, type MadeCourse } from '../../../../tests/learning.ts'
import {
  createReview,
  deleteReview,
  enterReview,
  listCourseReviews,
  listReviews,
  showOwnReview,
  showReview,
  showReviewCounters,
  updateReview,
} from '../contract.ts'

const t = testApp()
const make = learning(t)

let portal: TestPortal
let course: MadeCourse
let admin: TestPerson
const person = (role: Role, values = {}) => t.make.person(role, { portal, ...values })

beforeAll(async () => {
  portal = await t.make.portal({ is_marketable: true })
  admin = await person('portal_admin')
})
const newCourse = async () => {
  course = await make.course(portal, [['Text', 'Text']])
}

/** A learner who has completed the course or just started it. */
const learnerOf = async (
  values: Record<string, unknown> = { status: 5, completed_at: new Date(), access: 'expired' },
) => {
  const learner = await person('learner')
  return { learner, relatedId: await make.enroll(learner, course, values) }
}
const leave = (learner: TestPerson, related_id: number, rating: 1 | 2 | 3 | 4 | 5 = 5, text: string | null = 'Good') =>
  t.as(learner).call(createReview, { params: { slug: course.slug }, body: { rating, text, related_id } })
const approvedBy = async (rating: 1 | 2 | 3 | 4 | 5, text = 'Good') => {
  const { learner, relatedId } = await learnerOf()
  const { data } = await leave(learner, relatedId, rating, text)
  await t.as(admin).call(updateReview, { params: { id: data.id }, body: { status: 3 } })
  return data.id
}
const shown = (who: TestPerson | TestPortal = portal) =>
  t.as(who).call(listCourseReviews, { params: { slug: course.slug } })

describe('a learner reviews a course', () => {
  beforeAll(newCourse)

  test('the review has its fields and waits for approval (REV-001, REV-002, REV-003, REV-007)', async () => {
    const { learner, relatedId } = await learnerOf()
    const { data } = await leave(learner, relatedId, 4, '  Clear and short  ')
    expect(data).toMatchObject({ course_id: course.id, rating: 4, text: 'Clear and short', status: 2, reply: null })
    expect(data.user).toEqual({ id: learner.id, display_name: expect.stringContaining('Pat'), avatar: null })
    expect((await shown()).data).toEqual([])
    const own = await t
      .as(learner)
      .call(showOwnReview, { params: { slug: course.slug }, query: { related_id: relatedId } })
    expect(own.data).toMatchObject({ review: { id: data.id, status: 2 }, progress: 100, can_review: false })
  })

  test('a second review of an enrollment is refused, another enrollment has its own (REV-004, ERR-055)', async () => {
    const { learner, relatedId } = await learnerOf()
    await leave(learner, relatedId)
    await expect(leave(learner, relatedId)).rejects.toMatchObject({
      status: 422,
      code: 'already_reviewed',
      message: 'You have already reviewed this course',
    })
    const again = await make.enroll(learner, course, { status: 5, completed_at: new Date(), access: 'expired' })
    expect((await leave(learner, again)).data.id).toBeGreaterThan(0)
  })

  test('if two reviews are sent at once, one is kept (REV-004)', async () => {
    const { learner, relatedId } = await learnerOf()
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => leave(learner, relatedId)))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'already_reviewed' })
  })

  test('before half of the course it is too early, as the enrollment’s own review says with its progress (REV-005, REV-028)', async () => {
    const { learner, relatedId } = await learnerOf({})
    await expect(leave(learner, relatedId)).rejects.toMatchObject({
      status: 422,
      errors: { related_id: ['The course can be reviewed from 50 percent on.'] },
    })
    const own = () =>
      t.as(learner).call(showOwnReview, { params: { slug: course.slug }, query: { related_id: relatedId } })
    expect((await own()).data).toEqual({ review: null, progress: 0, can_review: false })
    const [first] = course.outline[0]?.items ?? []
    await t.platform((tx) =>
      tx
        .insertInto('course_user_progress')
        .values({
          portal_id: portal.id,
          enrollment_id: relatedId,
          item_type: 'Text',
          item_id: first?.id as number,
          status: 5,
        })
        .execute(),
    )
    expect((await own()).data).toEqual({ review: null, progress: 50, can_review: true })
    expect((await leave(learner, relatedId)).data.status).toBe(2)
  })

  test("another person's enrollment, another course's and an invalid rating are refused (API-021, REV-003)", async () => {
    const { learner, relatedId } = await learnerOf()
    const { learner: other } = await learnerOf()
    await expect(leave(other, relatedId)).rejects.toMatchObject({ status: 404 })
    const elsewhere = await make.course(portal, [['Text']])
    await expect(
      t
        .as(learner)
        .call(createReview, { params: { slug: elsewhere.slug }, body: { rating: 5, related_id: relatedId } }),
    ).rejects.toMatchObject({ status: 404 })
    for (const rating of [0, 6, 4.5])
      await expect(leave(learner, relatedId, rating as never)).rejects.toMatchObject({
        status: 422,
        errors: { rating: expect.anything() },
      })
  })
})

describe('the approved reviews', () => {
  beforeAll(newCourse)

  test('are the only public ones, and are counted on the course page, the cards and in the counters (REV-007, REV-008, REV-011, REV-013, SEO-020)', async () => {
    const good = await approvedBy(5)
    await approvedBy(4)
    await approvedBy(4)
    const { learner, relatedId } = await learnerOf()
    await leave(learner, relatedId, 1)
    const counters = {
      total: 3,
      average: 4.3,
      ratings: [
        { rating: 5, count: 1 },
        { rating: 4, count: 2 },
        { rating: 3, count: 0 },
        { rating: 2, count: 0 },
        { rating: 1, count: 0 },
      ],
    }
    const { data, meta } = await shown()
    expect(data.map((review) => review.rating)).toEqual([4, 4, 5])
    expect(data[0]).not.toHaveProperty('status')
    expect(meta.counters).toEqual(counters)
    const params = { slug: course.slug }
    expect((await t.as(admin).call(showReviewCounters, { params })).data).toEqual({ ...counters, pending: 1 })
    expect((await t.as(portal).call(showCourse, { params })).data).toMatchObject({ rating: 4.3, reviews_count: 3 })
    const listed = await t.as(portal).call(listCourses, { query: {} })
    expect(listed.data.find(({ id }) => id === course.id)).toMatchObject({ rating: 4.3, reviews_count: 3 })

    await t.as(admin).call(updateReview, { params: { id: good }, body: { status: 1 } })
    expect((await t.as(portal).call(showCourse, { params })).data).toMatchObject({ rating: 4, reviews_count: 2 })
    await t.as(admin).call(updateReview, { params: { id: good }, body: { status: 3 } })
    await t.as(admin).call(updateReview, { params: { id: good }, body: { status: 3 } })
    expect((await t.as(portal).call(showCourse, { params })).data).toMatchObject({ rating: 4.3, reviews_count: 3 })
    await t.as(admin).call(deleteReview, { params: { id: good } })
    expect((await shown()).meta.counters).toMatchObject({ total: 2, average: 4 })
  })

  test('stay equal to the counters with many moderators at once (REV-008)', async () => {
    const ids = await Promise.all([5, 4, 3, 2, 1].map((rating) => approvedBy(rating as 1)))
    await Promise.all(
      ids.flatMap((id) =>
        [1, 3, 2, 3].map((status) => t.as(admin).call(updateReview, { params: { id }, body: { status: status as 1 } })),
      ),
    )
    const rows = await t.platform((tx) =>
      tx.selectFrom('reviews').select('rating').where('course_id', '=', course.id).where('status', '=', 3).execute(),
    )
    const { counters } = (await shown()).meta
    expect(counters.total).toBe(rows.length)
    for (const { rating, count } of counters.ratings)
      expect(count).toBe(rows.filter((row) => row.rating === rating).length)
    const totals = await t.platform((tx) =>
      tx
        .selectFrom('courses')
        .select(['rating_sum', 'rating_count'])
        .where('id', '=', course.id)
        .executeTakeFirstOrThrow(),
    )
    expect(totals).toEqual({ rating_sum: rows.reduce((sum, row) => sum + row.rating, 0), rating_count: rows.length })
  })

  test('are paged by age and by rating, each once (REV-010, API-013)', async () => {
    await newCourse()
    for (const rating of [3, 5, 1, 5, 3, 2, 3] as const) await approvedBy(rating)
    const read = async (sort: '-id' | 'rating') => {
      const seen: { id: number; rating: number }[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof shown>> = await t.as(portal).call(listCourseReviews, {
          params: { slug: course.slug },
          query: { sort, per_page: 2, ...(cursor && { cursor }) },
        })
        seen.push(...page.data)
        cursor = page.meta.next_cursor
      } while (cursor)
      return seen
    }
    const byAge = await read('-id')
    expect(byAge.map(({ id }) => id)).toEqual(byAge.map(({ id }) => id).sort((a, b) => b - a))
    expect(byAge).toHaveLength(7)
    expect((await read('rating')).map(({ rating }) => rating)).toEqual([1, 2, 3, 3, 3, 5, 5])
  })

  test('of a draft, a foreign portal and an in-house portal are not shown to visitors (CAT-004, ROU-107)', async () => {
    const draft = await make.course(portal, [['Text']], { publication_status: 1 })
    const read = (at: TestPortal, slug: string) => t.as(at).call(listCourseReviews, { params: { slug } })
    await expect(read(portal, draft.slug)).rejects.toMatchObject({ status: 404 })
    await expect(read(await t.make.portal({ is_marketable: true }), course.slug)).rejects.toMatchObject({ status: 404 })
    const house = await t.make.portal({ type: 1, is_marketable: true })
    const inside = await make.course(house, [['Text']])
    await expect(read(house, inside.slug)).rejects.toMatchObject({ status: 404 })
    const insider = await t.make.person('learner', { portal: house })
    expect((await t.as(insider).call(listCourseReviews, { params: { slug: inside.slug } })).data).toEqual([])
  })
})

describe('moderating reviews', () => {
  beforeAll(newCourse)

  test('an instructor sees and answers reviews of their own courses, but cannot approve, reject or delete them (REV-027, REV-012, ROL-043, ERR-032)', async () => {
    const instructor = await person('instructor')
    await t.platform((tx) =>
      tx
        .insertInto('course_instructors')
        .values({ portal_id: portal.id, course_id: course.id, user_id: instructor.id, is_primary: true })
        .execute(),
    )
    const id = await approvedBy(3, 'Too fast')
    const mine = course
    await newCourse()
    const foreign = await approvedBy(2)
    course = mine
    const listed = await t.as(instructor).call(listReviews, { query: {} })
    expect(listed.data.map((review) => review.id)).toEqual([id])
    expect(listed.data[0]).toMatchObject({
      course: { id: course.id, slug: course.slug },
      abilities: { moderate: false, reply: true },
    })
    const change = (target: number, body: { status?: 1 | 3; reply?: string | null }) =>
      t.as(instructor).call(updateReview, { params: { id: target }, body })
    const { data } = await change(id, { reply: 'We have added pauses.' })
    expect(data.reply).toMatchObject({ text: 'We have added pauses.', user: { id: instructor.id } })
    expect((await shown()).data[0]?.reply?.text).toBe('We have added pauses.')
    for (const status of [1, 3] as const)
      await expect(change(id, { status })).rejects.toMatchObject({ status: 403, code: 'not_enough_permissions' })
    await expect(t.as(instructor).call(deleteReview, { params: { id } })).rejects.toMatchObject({ status: 403 })
    await expect(change(foreign, { reply: 'Mine?' })).rejects.toMatchObject({ status: 404 })
    await expect(
      t.as(instructor).call(showReviewCounters, { params: { slug: (await make.course(portal, [['Text']])).slug } }),
    ).rejects.toMatchObject({ status: 404 })
    expect((await change(id, { reply: '' })).data.reply).toBeNull()
    expect((await shown()).data[0]).toMatchObject({ id, reply: null })
  })

  test('a course admin can read but not change anything; a learner can read nothing (ROL-043)', async () => {
    const id = await approvedBy(3)
    const reader = await person('course_admin')
    expect((await t.as(reader).call(listReviews, { query: {} })).data[0]).toMatchObject({
      id,
      abilities: { moderate: false, reply: false },
    })
    await expect(t.as(reader).call(updateReview, { params: { id }, body: { status: 1 } })).rejects.toMatchObject({
      status: 403,
    })
    await expect(t.as(await person('learner')).call(listReviews, { query: {} })).rejects.toMatchObject({ status: 403 })
  })

  test('filters and search apply to the list (REV-006, REV-009, API-014)', async () => {
    await newCourse()
    const count = await approvedBy(5, 'The 50% discount was a surprise')
    await approvedBy(5, 'Fine')
    const { learner, relatedId } = await learnerOf()
    const { data: waiting } = await leave(learner, relatedId, 2, 'Hm')
    const ids = async (query: Record<string, unknown>) =>
      (await t.as(admin).call(listReviews, { query: { course_id: course.id, ...query } as never })).data.map(
        (it) => it.id,
      )
    expect(await ids({ status: 2 })).toEqual([waiting.id])
    expect(await ids({ rating: 2 })).toEqual([waiting.id])
    expect(await ids({ search: '50% disc' })).toEqual([count])
    expect(await ids({ search: '50_ disc' })).toEqual([])
    expect(await ids({ sort: 'rating', per_page: 1 })).toEqual([waiting.id])
    await expect(ids({ status: 9 })).rejects.toMatchObject({ status: 422, errors: { status: expect.anything() } })
  })
})

test('a list of 4,000 reviews is read by index, not by scanning all of them (API-013)', async () => {
  await newCourse()
  const { relatedId, learner } = await learnerOf()
  await t.platform(async (tx) => {
    await sql`
      with made as (
        insert into enrollments (portal_id, user_id, course_id, role, status, access, expires_at, completed_at)
        select ${portal.id}, ${learner.id}, ${course.id}, 'learner', 5, 'expired', now(), now() from generate_series(1, 4000)
        returning id
      )
      insert into reviews (portal_id, course_id, related_id, user_id, rating, status, text)
      select ${portal.id}, ${course.id}, id, ${learner.id}, 1 + id % 5, 3, 'Text ' || id from made`.execute(tx)
  })
  await analyze(t.app.db, 'reviews')
  await t.platform(async (tx) => {
    const lines = async (where: ReturnType<typeof sql>) =>
      (
        await sql<{
          'QUERY PLAN': string
        }>`explain select r.id from reviews r where r.portal_id = ${portal.id} and ${where}
          order by r.id desc limit 21`.execute(tx)
      ).rows
        .map((row) => row['QUERY PLAN'])
        .join('\n')
    for (const where of [
      sql`r.course_id = ${course.id} and r.status = 3`,
      sql`r.status = 2`,
      sql`r.course_id = ${course.id}`,
    ])
      expect(await lines(where)).not.toMatch(/Seq Scan|Sort/)
  })
  expect(relatedId).toBeGreaterThan(0)
  expect((await shown()).data).toHaveLength(5)
})

describe('staff enter a review that a learner gave on paper (REV-033)', () => {
  beforeAll(newCourse)
  const enter = (who: TestPerson, learner: TestPerson, more = {}) =>
    t.as(who).call(enterReview, {
      body: { user_id: learner.id, course_id: course.id, rating: 4, text: 'Clear', ...more },
    })

  test('it waits or counts as it is entered, by the rules that hold for learners (REV-004, REV-005, REV-033)', async () => {
    const { learner } = await learnerOf()
    const { data } = await enter(admin, learner)
    expect(data).toMatchObject({ user: { id: learner.id }, rating: 4, text: 'Clear', status: 2 })
    expect((await t.as(admin).call(showReview, { params: { id: data.id } })).data).toMatchObject({ id: data.id })
    await expect(enter(admin, learner)).rejects.toMatchObject({ status: 422, code: 'already_reviewed' })
    const other = await learnerOf()
    await enter(admin, other.learner, { status: 3 })
    expect((await shown()).data.map(({ user }) => user.id)).toEqual([other.learner.id])
    expect((await shown()).meta.counters).toMatchObject({ total: 1, average: 4 })
    const early = await learnerOf({})
    for (const stranger of [early.learner, await person('learner'), admin])
      await expect(enter(admin, stranger)).rejects.toMatchObject({
        status: 422,
        errors: { user_id: [expect.any(String)] },
      })
  })

  test('of several at once one is kept, and the log says who entered it (REV-004, REV-033)', async () => {
    const { learner } = await learnerOf()
    const entered = await Promise.allSettled(['a', 'b', 'c'].map((text) => enter(admin, learner, { text })))
    expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const log = await t.platform((tx) =>
      tx.selectFrom('activity_logs').select(['user_id']).where('action', '=', 'review.enter').execute(),
    )
    expect(new Set(log.map((entry) => entry.user_id))).toEqual(new Set([admin.id]))
  })

  test('instructors enter none, and another portal has neither person nor course (REV-027, API-021)', async () => {
    const { learner } = await learnerOf()
    await expect(enter(await person('instructor'), learner)).rejects.toMatchObject({ code: 'not_enough_permissions' })
    const stranger = await t.make.person('portal_admin')
    await expect(enter(stranger, learner)).rejects.toMatchObject({ status: 422 })
    const { data } = await enter(admin, learner)
    await expect(t.as(stranger).call(showReview, { params: { id: data.id } })).rejects.toMatchObject({ status: 404 })
  })
})
