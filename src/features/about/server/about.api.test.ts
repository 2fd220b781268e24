import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { createCertificates } from '../../certificates/contract.ts'
import { downloadDocument, listGoogleReviews, showAbout } from '../contract.ts'

const t = testApp()
const shop = shopOf(t)
const certificates = certificateMakers(t)

test('the statistics count only courses, learners, certificates and providers of the portal (CAT-023, CAT-033, CAT-034)', async () => {
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
    const enroll = (user_id: number, ended_at: Date | null) =>
      tx
        .insertInto('enrollments')
        .values({ portal_id: portal.id, course_id: course.id, user_id, role: 'learner', expires_at, ended_at })
        .execute()
    await enroll(learner.id, null)
    await enroll(twice.id, new Date())
    await enroll(twice.id, null)
  })
  expect((await t.as(portal).call(showAbout)).data).toEqual({ courses: 2, learners: 2, certificates: 0, providers: 1 })
  const none = { courses: 0, learners: 0, certificates: 0, providers: 0 }
  expect((await t.as(other.portal).call(showAbout)).data).toEqual(none)

  const school = await certificates.school()
  for (let turn = 0; turn < 2; turn++) {
    const { related_id } = await certificates.graduate(school)
    await t.as(school.admin).call(createCertificates, { body: { users_courses: [related_id] } })
  }
  expect((await t.as(school.portal).call(showAbout)).data).toMatchObject({ learners: 2, certificates: 2 })
})

test('reviews of the business come from the stored copy, newest first (CAT-023, CAT-033, INT-021)', async () => {
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

test('the two documents in the footer are PDF files of the core portal, the same on every portal, and no other file is served (UIX-016, UIX-017)', async () => {
  const core = await t.platform((tx) =>
    tx
      .selectFrom('portals')
      .select(['id', 'slug', 'name'])
      .where('id', '=', t.config.CORE_PORTAL_ID)
      .executeTakeFirstOrThrow(),
  )
  const { portal } = await contentOf(t)
  const keep = async (portal_id: number, name: string, text: string) => {
    const key = `media/${portal_id}/${name}`
    await t.app.services.files.put(key, Buffer.from(text))
    const file = { portal_id, name, key, type: 'pdf', mime_type: 'application/pdf', size: text.length, is_public: true }
    await t.platform((tx) => tx.insertInto('media').values(file).execute())
  }
  const get = async (at: typeof portal, name: string) => {
    const { statusCode, headers, body } = await t.request(at, { url: `/api/v1/main/documents/${name}` })
    return { statusCode, type: headers['content-type'], body: statusCode === 200 ? body : null }
  }
  for (const name of ['w-9.pdf', 'scorm-agreement.pdf', 'other.pdf']) {
    await keep(core.id, name, `%PDF- ${name} of the core portal`)
    await keep(portal.id, name, `%PDF- ${name} of another portal`)
  }
  for (const at of [portal, { ...core, host: `${core.slug}.localhost` }]) {
    for (const name of ['w-9.pdf', 'scorm-agreement.pdf'])
      expect(await get(at, name)).toEqual({
        statusCode: 200,
        type: 'application/pdf',
        body: `%PDF- ${name} of the core portal`,
      })
    expect((await get(at, 'other.pdf')).statusCode).toBe(404)
  }
  expect((await refusalOf(t.as(portal).call(downloadDocument, { params: { name: '../secret' } })))?.status).toBe(404)
})
