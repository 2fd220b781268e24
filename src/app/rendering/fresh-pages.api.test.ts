import { beforeAll, describe, expect, test } from 'vitest'
import { updateUser } from '#features/accounts/contract.ts'
import { createArticle, updateArticle } from '#features/articles/server/api.ts'
import { addInstructor, deleteCourse, updateCourse, updatePrices } from '#features/courses/contract.ts'
import { createFaq, updateFaq } from '#features/faq/server/api.ts'
import { createPage, deletePage, updatePage } from '#features/pages/contract.ts'
import { createCompany, updateCompany } from '#features/partners/server/api.ts'
import { createReview, updateReview } from '#features/reviews/contract.ts'
import { shippableProducts, updateCourseShipping } from '#features/shipping/contract.ts'
import { updatePlan } from '#features/subscriptions/contract.ts'
import { createTerm, updateTerm } from '#features/terms/server/api.ts'
import { type TestPortal, testApp } from '../../../tests/api.ts'
import { authoring } from '../../../tests/authoring.ts'
import { contentOf } from '../../../tests/content.ts'
import { learning, type MadeCourse } from '../../../tests/learning.ts'
import { testPages } from '../../../tests/pages.ts'
import { movableClock, subscribingOf } from '../../../tests/subscribing.ts'

const t = testApp()
const pages = testPages(t)
const author = authoring(t)

/** The first portal of an installation. */
let core: TestPortal
beforeAll(async () => {
  core = await t.make.portal({ type: 2, is_marketable: true, has_course_catalog: true, has_blog: true })
})

/**
 * Opens every page before something changes, which caches it. The next visitor without a session sees the change on
 * each of them.
 */
const warm = async (portal: TestPortal, paths: readonly string[]) => {
  const look = async () =>
    Promise.all(
      paths.map(async (path) => {
        const { statusCode, body } = await pages.open(portal, path)
        return { path, status: statusCode, body }
      }),
    )
  const before = await look()
  return {
    /** The pages that show the text, by their addresses. */
    showing: async (text: string | RegExp) => {
      const test = (body: string) => (typeof text === 'string' ? body.includes(text) : text.test(body))
      return (await look()).filter(({ body }) => test(body)).map(({ path }) => path)
    },
    statuses: async () => (await look()).map(({ status }) => status),
    before,
  }
}

/** A page of blocks that show the portal’s content. */
const COLLECTIONS = ['CoursesCollection', 'Faqs', 'BlogCollection', 'States'].map((type, at) => ({
  type,
  props: { id: `${type}-${at}`, title: type, text: '' },
}))
const withBlocks = async () => {
  const content = await contentOf(t)
  const admin = await t.make.person('portal_admin', { portal: content.portal })
  const body = {
    slug: 'collected',
    title: 'Collected',
    meta_title: 'Collected',
    meta_description: 'All of it',
    publication_status: 2,
    components: COLLECTIONS,
  }
  const page = (await t.as(admin).call(createPage, { body: body as never })).data
  return { ...content, admin, page }
}

describe('a change is visible to visitors at once, although pages are cached (CAT-022)', () => {
  test('the price, title and end of a course, in every list, block and page that shows it (PGB-013, CAT-013, SEO-017)', async () => {
    const { portal, editor, admin } = await withBlocks()
    const category = await editor.act((tx, ctx) => createTerm(tx, ctx, 'category', { title: 'Heights' }))
    const publish = async (slug: string) =>
      t.as(admin).call(updateCourse, {
        params: { slug },
        body: { publication_status: 2, category_ids: [category.id] } as never,
      })
    const [course, other] = [await author.readyCourse(admin), await author.readyCourse(admin)]
    for (const { slug } of [course, other]) await publish(slug)
    const own = `/course/${course.slug}`
    const lists = ['/course', '/course-catalog', '/collected', `/training-courses/${category.slug}`]
    const shown = await warm(portal, [own, ...lists, `/course/${other.slug}`])
    expect(await shown.showing('$49.50')).toEqual([own, ...lists, `/course/${other.slug}`])

    const params = { slug: course.slug }
    await t.as(admin).call(updatePrices, { params, body: { course_pricings: [{ from: 1, price: 61.25 }] } })
    // The other course's page shows it among its related ones.
    expect(await shown.showing('$61.25')).toEqual([own, ...lists, `/course/${other.slug}`])
    expect(await shown.showing(/"price":"?61\.25"?/)).toContain(own)

    await t.as(admin).call(updateCourse, { params, body: { title: 'Ropes again' } })
    expect(await shown.showing('Ropes again')).toEqual([own, ...lists, `/course/${other.slug}`])
    await editor.act((tx, ctx) => updateTerm(tx, ctx, 'category', category.id, { title: 'High places' }))
    expect(await shown.showing('High places')).toEqual(expect.arrayContaining([own, `/course/${other.slug}`]))

    await t.as(admin).call(updateCourse, { params, body: { publication_status: 4 } })
    expect(await shown.statuses()).toEqual([404, 200, 200, 200, 200, 200])
    expect(await shown.showing('Ropes again')).toEqual([])
    await t.as(admin).call(updateCourse, { params, body: { publication_status: 2 } })
    expect(await shown.showing('Ropes again')).toHaveLength(6)
  })

  test('publishing a page drops the page itself, and no other page that is cached (PGB-003, PGB-048, CAT-022)', async () => {
    const { portal, admin, page } = await withBlocks()
    const body = { ...page, slug: 'beside', title: 'Beside it', seo_image: null, components: [] }
    const { data: other } = await t.as(admin).call(createPage, { body: body as never })
    // A page is not kept if something was announced while it was rendered, as making these two was.
    await warm(portal, ['/collected', '/beside'])
    const shown = await warm(portal, ['/collected', '/beside'])
    // What nobody announces shows only where a page is rendered again; a draft is nothing to announce.
    for (const { id } of [page, other])
      await t.as(admin).call(updatePage, { params: { id }, body: { meta_description: 'Rendered again' } })
    await t.app.db.withPlatform((tx) =>
      tx.updateTable('pages').set({ live_version: 2 }).where('id', 'in', [page.id, other.id]).execute(),
    )
    expect(await shown.showing('Rendered again')).toEqual([])
    const published = { meta_title: 'Collected again', publication_status: 2 as const }
    await t.as(admin).call(updatePage, { params: { id: page.id }, body: published })
    expect(await shown.showing('Collected again')).toEqual(['/collected'])
    expect(await shown.showing('Rendered again')).toEqual(['/collected'])
    await t.as(admin).call(updatePage, { params: { id: page.id }, body: { slug: 'gathered' } })
    expect((await pages.open(portal, '/collected')).statusCode).toBe(301)
  })

  test('a deleted course disappears from its lists (BLD-009)', async () => {
    const { portal, admin } = await withBlocks()
    const { slug } = await author.readyCourse(admin)
    const params = { slug }
    await t.as(admin).call(updateCourse, { params, body: { publication_status: 3, title: 'Soon to come' } })
    const shown = await warm(portal, [`/course/${slug}`, '/course', '/collected'])
    expect(await shown.showing('Soon to come')).toHaveLength(3)
    expect((await t.as(admin).call(deleteCourse, { params })).data.is_archived).toBe(false)
    expect(await shown.showing('Soon to come')).toEqual([])
    expect(await shown.statuses()).toEqual([404, 200, 200])
  })

  test('what is shipped with a course, and the shipping cost (SHP-004)', async () => {
    const { portal, admin } = await withBlocks()
    const { slug } = await author.readyCourse(admin)
    await t.as(admin).call(updateCourse, { params: { slug }, body: { publication_status: 2 } })
    const product = {
      title: 'Pocket guide',
      weight: 1,
      width: 5,
      height: 1,
      length: 7,
      value: 9,
      category: 'documents',
    }
    const { id } = (await t.as(admin).call(shippableProducts.create, { body: product })).data
    const shown = await warm(portal, [`/course/${slug}`])
    const body = { option: 'delivery' as const, shippable_product_id: id, price: 3.25 }
    await t.as(admin).call(updateCourseShipping, { params: { slug }, body })
    expect(await shown.showing('$3.25 shipping')).toHaveLength(1)
    await t.as(admin).call(shippableProducts.update, { params: { id }, body: { title: 'Field guide' } })
    expect(await shown.showing('Field guide')).toHaveLength(1)
    await t.as(admin).call(updateCourseShipping, { params: { slug }, body: { option: 'none' } })
    expect(await shown.showing('$3.25')).toEqual([])
  })

  test('the name of a course’s instructor', async () => {
    const { portal, admin } = await withBlocks()
    const { slug } = await author.readyCourse(admin)
    await t.as(admin).call(updateCourse, { params: { slug }, body: { publication_status: 2 } })
    const teacher = await t.make.person('instructor', { portal, first_name: 'Tess', last_name: 'Teacher' })
    await t.as(admin).call(addInstructor, { params: { slug }, body: { user_id: teacher.id } as never })
    const shown = await warm(portal, [`/course/${slug}`])
    expect(await shown.showing('Tess Teacher')).toHaveLength(1)
    await t.as(teacher).call(updateUser, { params: { id: teacher.id }, body: { last_name: 'Tutor' } })
    expect(await shown.showing('Tess Tutor')).toHaveLength(1)
  })

  test('the name of a course’s reviewer, and of the person who answered (REV-001)', async () => {
    const { portal, admin } = await withBlocks()
    const { id, slug } = await author.readyCourse(admin)
    await t.as(admin).call(updateCourse, { params: { slug }, body: { publication_status: 2 } })
    const learner = await t.make.person('learner', { portal, first_name: 'Rae', last_name: 'Reviewer' })
    const over = { status: 5, completed_at: new Date(), access: 'expired' } as const
    const related_id = await learning(t).enroll(learner, { id, portal } as MadeCourse, over)
    const body = { rating: 5 as const, text: 'Clear', related_id }
    const review = (await t.as(learner).call(createReview, { params: { slug }, body })).data
    await t.as(admin).call(updateReview, { params: { id: review.id }, body: { status: 3, reply: 'Thank you' } })
    const shown = await warm(portal, [`/course/${slug}`])
    for (const [person, last_name] of [
      [learner, 'Rambler'],
      [admin, 'Answerer'],
    ] as const) {
      await t.as(person).call(updateUser, { params: { id: person.id }, body: { last_name } })
      expect(await shown.showing(last_name)).toHaveLength(1)
    }
  })

  test('an article that is edited or unpublished, in the blog and in blocks (CAT-036, CAT-037)', async () => {
    const { portal, editor } = await withBlocks()
    const body = { title: 'Rope work', text: '<p>Hold on.</p>', is_draft: false, published_at: new Date('2026-01-02') }
    const { id, slug } = await editor.act((tx, ctx) => createArticle(tx, ctx, body))
    const all = [`/knowledge/${slug}`, '/knowledge', '/collected']
    const shown = await warm(portal, all)
    expect(await shown.showing('Rope work')).toEqual(all)
    await editor.act((tx, ctx) => updateArticle(tx, ctx, id, { title: 'Work on ropes' }))
    expect(await shown.showing('Work on ropes')).toEqual(all)
    await editor.act((tx, ctx) => updateArticle(tx, ctx, id, { is_draft: true }))
    expect(await shown.showing('Work on ropes')).toEqual([])
    expect(await shown.statuses()).toEqual([404, 200, 200])
  })

  test('an edited question, state and partner', async () => {
    const { portal, editor } = await withBlocks()
    const faq = await editor.act((tx, ctx) => createFaq(tx, ctx, { question: 'Why?', answer: '<p>Because.</p>' }))
    const state = await editor.act((tx, ctx) => createTerm(tx, ctx, 'state', { title: 'Ohio' }))
    const company = await editor.act((tx, ctx) => createCompany(tx, ctx, { name: 'Ridgeline' }))
    const paths = [`/faq/${faq.slug}`, '/faq', '/collected']
    const placed = [`/united-states/${state.slug}`, '/united-states', '/collected']
    const provided = [`/training-providers/${company.slug}`, '/training-providers']
    const shown = await warm(portal, [...new Set([...paths, ...placed, ...provided])])
    await editor.act((tx, ctx) => updateFaq(tx, ctx, faq.id, { question: 'What for?' }))
    await editor.act((tx, ctx) => updateTerm(tx, ctx, 'state', state.id, { title: 'Idaho' }))
    await editor.act((tx, ctx) => updateCompany(tx, ctx, company.id, { name: 'Ridge and Sons' }))
    expect((await shown.showing('What for?')).sort()).toEqual(paths.toSorted())
    expect((await shown.showing('Idaho')).sort()).toEqual(placed.toSorted())
    expect(await shown.showing('Ridge and Sons')).toEqual(provided)
  })

  test('a page of blocks that is edited, unpublished or deleted, and one that is new (PGB-013)', async () => {
    const { portal, admin, page } = await withBlocks()
    const shown = await warm(portal, ['/collected', '/found-later'])
    expect(await shown.statuses()).toEqual([200, 404])
    const change = (body: object) => t.as(admin).call(updatePage, { params: { id: page.id }, body: body as never })
    await change({ components: [{ type: 'Heading', props: { id: 'h-1', html: '<h2>Other words</h2>' } }] })
    expect(await shown.showing('Other words')).toEqual([])
    await change({ publication_status: 2 })
    expect(await shown.showing('Other words')).toEqual(['/collected'])
    await change({ slug: 'found-later' })
    expect(await shown.statuses()).toEqual([301, 200])
    await change({ publication_status: 1 })
    expect(await shown.statuses()).toEqual([404, 404])
    await change({ publication_status: 2 })
    expect(await shown.statuses()).toEqual([301, 200])
    await t.as(admin).call(deletePage, { params: { id: page.id } })
    expect(await shown.statuses()).toEqual([404, 404])
  })

  test('the price of a plan, on the pages that present the platform (ROU-027, ROU-028, CAT-016, CAT-043)', async () => {
    const root = await t.make.person('super_admin', { portal: core })
    const { plan } = subscribingOf(t, movableClock())
    const plans = [await plan(), await plan({ name: 'Special', short_name: 'special' })]
    const shown = await warm(core, ['/learning-management-system', '/special-plan'])
    expect(await shown.statuses()).toEqual([200, 200])
    for (const { id } of plans)
      await t.as(root).call(updatePlan, { params: { id }, body: { annual_price: 7654.32, monthly_price: 654.32 } })
    expect(await shown.showing('7,654.32')).toEqual(['/learning-management-system', '/special-plan'])
  })
})
