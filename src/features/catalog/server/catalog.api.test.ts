import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { catalogOf } from '../../../../tests/catalog.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { deleteEnrollments } from '../../enrollments/contract.ts'
import { listCourseItems, listCourses, showCourse } from '../contract.ts'
import { COURSE_SORTS } from '../rules/sorts.ts'

const t = testApp()
const shop = shopOf(t)

const { read, slugsOf, term, give } = catalogOf(t)

describe('which courses are listed and shown (CAT-003, CAT-004, BLD-028)', () => {
  test('published and coming-soon courses of this portal that are on sale; a draft or archived one answers 404', async () => {
    const portal = await shop.portal()
    const states = [1, 2, 3, 4] as const
    const courses = await Promise.all(states.map((publication_status) => shop.course(portal, { publication_status })))
    const hidden = await shop.course(portal, { is_marketable: false })
    await shop.course(await shop.portal())
    const listed = [courses[1], courses[2]].map((course) => course!.slug)
    expect((await slugsOf(portal)).sort()).toEqual(listed.sort())
    for (const course of [...courses, hidden]) {
      const answer = await refusalOf(t.as(portal).call(showCourse, { params: { slug: course.slug } }))
      expect(answer?.status).toBe(listed.includes(course.slug) ? undefined : 404)
    }
    const foreign = await shop.portal()
    expect((await refusalOf(t.as(foreign).call(showCourse, { params: { slug: listed[0]! } })))?.status).toBe(404)
  })

  test('a storefront needs a shop or a catalog, and an in-house portal has none (ROU-107, ROU-110, ROU-114, ROU-130)', async () => {
    const statusOf = async (values: object) => {
      const portal = await shop.portal({ is_marketable: false, ...values })
      await shop.course(portal)
      return (await refusalOf(t.as(portal).call(listCourses, { query: {} })))?.status
    }
    expect(await statusOf({})).toBe(404)
    expect(await statusOf({ has_course_catalog: true })).toBeUndefined()
    expect(await statusOf({ is_marketable: true })).toBeUndefined()
    expect(await statusOf({ is_marketable: true, has_course_catalog: true, type: 1 })).toBe(404)
    const portal = await shop.portal({ is_marketable: false })
    const admin = await t.make.person('super_admin', { portal })
    expect(await refusalOf(t.as(admin).call(listCourses, { query: {} }))).toBeUndefined()
  })

  test('a course that changed its address is also found under the former one (ROU-004)', async () => {
    const portal = await shop.portal()
    const course = await shop.course(portal, { slug: 'new-address' })
    await t.platform((tx) =>
      tx
        .insertInto('course_slugs')
        .values({ portal_id: portal.id, slug: 'old-address', course_id: course.id })
        .execute(),
    )
    const { data } = await t.as(portal).call(showCourse, { params: { slug: 'old-address' } })
    expect(data).toMatchObject({ id: course.id, slug: 'new-address' })
    expect((await t.as(portal).call(listCourseItems, { params: { slug: 'old-address' } })).data).toEqual([])
  })
})

describe('the record (CAT-001, CAT-002, CAT-008, CAT-013, CAT-025)', () => {
  test('has every field of a storefront course', async () => {
    const portal = await shop.portal()
    const teacher = await t.make.person('instructor', { portal, first_name: 'Ida', last_name: 'Instructor' })
    const template = await t.platform((tx) =>
      tx
        .insertInto('certificate_templates')
        .values({ portal_id: portal.id, title: 'Certificate', text: 'Done' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const course = await shop.course(portal, {
      tiers: { 1: 5000, 10: 4000 },
      thumbnail: '/cover.jpg',
      is_sequential: true,
      min_credit_price_cents: 250,
      max_discount: 20,
      is_certificate_required: true,
      certificate_template_id: template.id,
      author_name: 'Ada Author',
      author_avatar: '/ada.jpg',
      video: 'https://vimeo.com/1',
      seo_keywords: 'fall,height',
      meta_title: 'Height',
      meta_description: 'About height',
      description: '<p>All about height</p>',
      duration_minutes: 90,
      button_name: 'Enroll now',
      rating_sum: 14,
      rating_count: 3,
    })
    const [category, language, state] = [
      await term(portal, 'category', 'safety'),
      await term(portal, 'language', 'english', { code: 'en' }),
      await term(portal, 'state', 'colorado'),
    ]
    await give(portal, course, category, language, state)
    await t.platform((tx) =>
      tx
        .insertInto('course_instructors')
        .values({ portal_id: portal.id, course_id: course.id, user_id: teacher.id, is_primary: true })
        .execute(),
    )
    const expected = {
      id: course.id,
      slug: course.slug,
      title: course.title,
      thumbnail: '/cover.jpg',
      status: null,
      publication_status: 2,
      is_sequential: true,
      is_bought: false,
      min_credit_price: 2.5,
      max_discount: 20,
      learner: null,
      course_pricings: [
        { id: expect.any(Number), from: 1, price: 50 },
        { id: expect.any(Number), from: 10, price: 40 },
      ],
      lowest_price: 40,
      has_several_prices: true,
      certificate_template: { id: template.id },
      is_certificate_required: true,
      instructors: [{ id: teacher.id, display_name: 'Ida Instructor', avatar: null }],
      author: { name: 'Ada Author', avatar: '/ada.jpg' },
      portal_id: portal.id,
      categories: [{ id: category.id, name: 'safety', slug: 'safety' }],
      language: { id: language.id, name: 'english', slug: 'english', code: 'en' },
      provider: null,
      video: 'https://vimeo.com/1',
      duration: 90,
      rating: 4.7,
      reviews_count: 3,
      options: { button_name: 'Enroll now' },
      seo_keywords: 'fall,height',
      meta_title: 'Height',
      meta_description: 'About height',
      seo_image: null,
      published_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    }
    expect(await read(portal)).toEqual([expected])
    const { data } = await t.as(portal).call(showCourse, { params: { slug: course.slug } })
    const none = { training_options: [], agencies: [], organizations: [], subtitles: [], tags: [] }
    const states = [{ id: state.id, name: 'colorado', slug: 'colorado' }]
    expect(data).toEqual({ ...expected, ...none, states, description: '<p>All about height</p>', shipping: [] })
  })

  test('shows signed-in learners their own progress and enrollment, and nobody else’s (CAT-002)', async () => {
    const portal = await shop.portal()
    const course = await shop.course(portal)
    const [learner, other] = [await t.make.person('learner', { portal }), await t.make.person('learner', { portal })]
    await shop.buy(learner, 'course', [{ id: course.id }])
    const enrollment = (await shop.enrollmentsOf(learner.id))[0]!
    await t.platform((tx) => tx.updateTable('enrollments').set({ status: 1 }).where('id', '=', enrollment.id).execute())
    const seen = async (who: Parameters<typeof t.as>[0]) => {
      const {
        status,
        learner: own,
        is_bought,
        publication_status,
      } = (await t.as(who).call(showCourse, { params: { slug: course.slug } })).data
      return { status, learner: own, is_bought, publication_status }
    }
    expect(await seen(learner)).toEqual({
      status: 1,
      learner: { id: enrollment.id },
      is_bought: true,
      publication_status: 2,
    })
    const nobody = { status: null, learner: null, is_bought: false, publication_status: 2 }
    expect(await seen(other)).toEqual(nobody)
    expect(await seen(portal)).toEqual(nobody)
    await t.platform((tx) =>
      tx.updateTable('enrollments').set({ ended_at: new Date() }).where('id', '=', enrollment.id).execute(),
    )
    expect(await seen(learner)).toMatchObject({ status: null, learner: null })
  })

  test('a course counts as bought only after a completed order, for managers also after one of the portal (CRD-016)', async () => {
    const portal = await shop.portal()
    const course = await shop.course(portal)
    const [learner, manager] = [await t.make.person('learner', { portal }), await t.make.person('manager', { portal })]
    const admin = await t.make.person('portal_admin', { portal })
    const isBought = async (who: Parameters<typeof t.as>[0]) =>
      (await t.as(who).call(showCourse, { params: { slug: course.slug } })).data.is_bought
    await shop.checkOut(learner, 'course', [{ id: course.id }])
    expect(await isBought(learner)).toBe(false)
    await shop.buy(admin, 'credits-on-course', [{ id: course.id }])
    expect(await isBought(learner)).toBe(false)
    expect(await isBought(manager)).toBe(true)
  })
})

describe('sorting and paging (CAT-009, CAT-010, CAT-011)', () => {
  const filled = async () => {
    const portal = await shop.portal()
    const day = (n: number) => new Date(Date.UTC(2026, 0, n))
    const rows = [
      { title: 'Delta', popularity: 3, updated_at: day(1) },
      { title: 'alpha', popularity: 9, updated_at: day(4) },
      { title: 'Charlie', popularity: 3, updated_at: day(2) },
      { title: 'Bravo', popularity: 0, updated_at: day(2) },
      { title: 'Bravo', popularity: 5, updated_at: day(3) },
    ]
    const ids: number[] = []
    for (const row of rows) ids.push((await shop.course(portal, row)).id)
    return { portal, ids }
  }

  test.each<[string, number[]]>([
    ['-popularity', [1, 4, 2, 0, 3]],
    ['-id', [4, 3, 2, 1, 0]],
    ['id', [0, 1, 2, 3, 4]],
    ['title', [3, 4, 2, 0, 1]],
    ['-title', [1, 0, 2, 4, 3]],
    ['-updated_at', [1, 4, 3, 2, 0]],
  ])('by %s, in one go and page by page', async (sort, order) => {
    const { portal, ids } = await filled()
    const expected = order.map((index) => ids[index])
    expect((await read(portal, { sort })).map((course) => course.id)).toEqual(expected)
    const paged: number[] = []
    let back: string | null = null
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { sort, per_page: 2, ...(cursor && { cursor }) }
      const { data, meta } = await t.as(portal).call(listCourses, { query: query as never })
      paged.push(...data.map((course) => course.id))
      cursor = meta.next_cursor
      back = meta.prev_cursor
    }
    expect(paged).toEqual(expected)
    const { data } = await t.as(portal).call(listCourses, { query: { sort, per_page: 2, cursor: back } as never })
    expect(data.map((course) => course.id)).toEqual(expected.slice(2, 4))
  })

  test('the most popular come first by default, and popularity is the number of learner enrollments', async () => {
    const portal = await shop.portal()
    const [quiet, busy] = [await shop.course(portal), await shop.course(portal)]
    for (let turn = 0; turn < 2; turn++) {
      const learner = await t.make.person('learner', { portal })
      await shop.buy(learner, 'course', [{ id: quiet.id }])
      if (turn === 0) await shop.buy(learner, 'course', [{ id: busy.id }])
    }
    expect(await slugsOf(portal)).toEqual([quiet.slug, busy.slug])
    const popularity = async () =>
      t.platform((tx) =>
        tx.selectFrom('courses').select('popularity').where('id', '=', quiet.id).executeTakeFirstOrThrow(),
      )
    expect(await popularity()).toEqual({ popularity: 2 })
    const admin = await t.make.person('portal_admin', { portal })
    const [enrollment] = await t.platform((tx) =>
      tx.selectFrom('enrollments').select('id').where('course_id', '=', quiet.id).execute(),
    )
    await t.as(admin).call(deleteEnrollments, { body: { role_id: 'learner', ids: [enrollment!.id] } })
    expect(await popularity()).toEqual({ popularity: 1 })
  })

  test('courses changed within one millisecond are neither skipped nor repeated across pages', async () => {
    const portal = await shop.portal()
    const courses = await Promise.all(Array.from({ length: 7 }, () => shop.course(portal)))
    await t.platform(async (tx) => {
      for (const [index, course] of courses.entries())
        await tx
          .updateTable('courses')
          .set({ updated_at: `2026-01-01T00:00:00.00000${index}Z` as never })
          .where('id', '=', course.id)
          .execute()
    })
    const seen: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { sort: '-updated_at', per_page: 1, ...(cursor && { cursor }) }
      const { data, meta } = await t.as(portal).call(listCourses, { query: query as never })
      seen.push(...data.map((course) => course.id))
      cursor = meta.next_cursor
    }
    expect(seen).toEqual(courses.map((course) => course.id).toReversed())
  })

  test('only the six sorts are known, and only the filters of the catalog (API-015)', async () => {
    const portal = await shop.portal()
    const statusOf = async (query: string) =>
      (await t.request(portal, { method: 'GET', url: `/api/v1/main/courses?${query}` })).statusCode
    for (const { sort } of COURSE_SORTS) expect(await statusOf(`sort=${sort}`)).toBe(200)
    for (const query of ['sort=popularity', 'sort=price', 'sort=updated_at', 'color=red', 'per_page=101'])
      expect(await statusOf(query)).toBe(422)
    expect(await statusOf('cursor=nonsense')).toBe(200)
  })
})

test('the items of a course are titles and types without content (CAT-035)', async () => {
  const portal = await shop.portal()
  const course = await shop.course(portal)
  await t.platform(async (tx) => {
    const own = { portal_id: portal.id, course_id: course.id }
    const module = await tx
      .insertInto('modules')
      .values({ ...own, title: 'Basics' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('module_items')
      .values({
        portal_id: portal.id,
        module_id: module.id,
        itemable_type: 'Text',
        title: 'Rules',
        sort_number: 1,
        text: 'secret content',
      })
      .execute()
    await tx
      .insertInto('outline_items')
      .values({ ...own, itemable_type: 'Module', itemable_id: module.id, sort_number: 1 })
      .execute()
  })
  const answer = await t.request(portal, { method: 'GET', url: `/api/v1/main/courses/${course.slug}/items` })
  expect(answer.json().data).toEqual([
    {
      id: expect.any(Number),
      itemable_type: 'Module',
      title: 'Basics',
      sort_number: 1,
      items: [{ id: expect.any(Number), itemable_type: 'Text', title: 'Rules', sort_number: 1 }],
    },
  ])
  expect(answer.body).not.toContain('secret')
})
