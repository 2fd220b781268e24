import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { downloadDocument, listGoogleReviews, showAbout } from '../contract.ts'

const t = testApp()
const shop = shopOf(t)

test('the statistics count courses, learners, certificates and providers of the portal alone (CAT-023, CAT-033, CAT-034)', async () => {
  const { portal } = await contentOf(t)
  const other = await contentOf(t)
  const [learner, twice] = [await t.make.person('learner', { portal }), await t.make.person('learner', { portal })]
  await t.platform(async (tx) => {
    const at = { portal_id: portal.id }
    const [provider] = await tx
      .insertInto('partner_companies')
      .values([
        { ...at, slug: 'with', name: 'With courses' },
        { ...at, slug: 'without', name: 'Without' },
      ])
      .returning('id')
      .execute()
    await tx
      .insertInto('courses')
      .values([
        { ...at, slug: 'p', title: 'P', publication_status: 2, partner_company_id: provider?.id },
        { ...at, slug: 'd', title: 'D', publication_status: 1 },
      ] as never)
      .execute()
  })
  const course = await shop.course(portal)
  await t.platform(async (tx) => {
    const expires_at = new Date('2199-01-01T00:00:00Z')
    const enrol = (user_id: number, ended_at: Date | null) =>
      tx
        .insertInto('enrollments')
        .values({ portal_id: portal.id, course_id: course.id, user_id, role: 'learner', expires_at, ended_at })
        .execute()
    await enrol(learner.id, null)
    await enrol(twice.id, new Date())
    await enrol(twice.id, null)
  })
  expect((await t.as(portal).call(showAbout)).data).toEqual({ courses: 2, learners: 2, certificates: 0, providers: 1 })
  const none = { courses: 0, learners: 0, certificates: 0, providers: 0 }
  expect((await t.as(other.portal).call(showAbout)).data).toEqual(none)
})

test('reviews of the business come from the stored copy, the newest first (CAT-023, CAT-033, INT-021)', async () => {
  const { portal } = await contentOf(t)
  const other = await contentOf(t)
  await t.platform((tx) =>
    tx
      .insertInto('google_reviews')
      .values(
        ['2026-01-01', '2026-03-01', '2026-02-01'].map((day, at) => ({
          portal_id: portal.id,
          review_key: `review-${at}`,
          author_name: `Author ${at}`,
          rating: 5 - at,
          text: 'Good',
          written_at: new Date(`${day}T00:00:00Z`),
        })),
      )
      .execute(),
  )
  const { data } = await t.as(portal).call(listGoogleReviews, { query: {} })
  expect(data.map(({ author_name, rating }) => [author_name, rating])).toEqual([
    ['Author 1', 4],
    ['Author 2', 3],
    ['Author 0', 5],
  ])
  expect((await t.as(other.portal).call(listGoogleReviews, { query: {} })).data).toEqual([])
})

test('only the two documents of the footer can be downloaded (UIX-016, UIX-017)', async () => {
  const { portal } = await contentOf(t)
  for (const name of ['../secret', 'other.pdf'])
    expect((await refusalOf(t.as(portal).call(downloadDocument, { params: { name } })))?.status).toBe(404)
})
