import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/demo/actor.ts'
import { createArticle } from '#features/articles/server/api.ts'
import { createFaq, createQuestionCategory } from '#features/faq/server/api.ts'
import { createPage } from '#features/pages/server/api.ts'
import * as partners from '#features/partners/server/api.ts'
import type { TermKind } from '#features/terms/rules/kinds.ts'
import { createTerm } from '#features/terms/server/api.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../tests/api.ts'
import { catalogOf } from '../../../tests/catalog.ts'
import { contentOf } from '../../../tests/content.ts'
import { testPages } from '../../../tests/pages.ts'
import { shopOf } from '../../../tests/shop.ts'

const t = testApp()
const pages = testPages(t)
const shop = shopOf(t)
const { give } = catalogOf(t)

/** The visible content of a page, without the data for its script. */
const shown = async (who: TestPortal | TestPerson, url: string) => {
  const { statusCode, headers, body } = await pages.open(who, url)
  const inside = /<main[^>]*>(.*)<\/main>/s.exec(body)?.[1] ?? ''
  const markup = inside.replaceAll(/<(script|svg)\b.*?<\/\1>/gs, '').replaceAll('<!-- -->', '')
  const words = markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
  const links = [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href as string)
  return { status: statusCode, location: headers.location, markup, words, links }
}
/** Where a page redirects, or else its status. */
const outcome = async (who: TestPortal | TestPerson, url: string) => {
  const { status, location } = await shown(who, url)
  return location ?? status
}

/** A channel with everything, one with nothing, and an in-house portal. */
let portal: TestPortal
let editor: Actor
let bare: TestPortal
let inHouse: TestPortal
beforeAll(async () => {
  // The first portal of an installation is the core portal.
  await t.make.portal()
  ;({ portal, editor } = await contentOf(t))
  bare = await t.make.portal({ type: 2 })
  inHouse = await t.make.portal({ type: 1, is_marketable: true, has_course_catalog: true, has_blog: true })
})

const make = (kind: TermKind, values: Parameters<typeof createTerm>[3]) =>
  editor.act((tx, ctx) => createTerm(tx, ctx, kind, values))

describe('the pages of terms', () => {
  const PAGES: [TermKind, string, string, string | null][] = [
    ['organization', 'the courses accepted by one organization (ROU-032)', '/ce', '/ce'],
    ['state', 'the courses for one state (ROU-033, CAT-041)', '/united-states', '/united-states'],
    ['agency', 'the courses for one agency (ROU-034)', '/regulating-agency', '/regulating-agency'],
    ['category', 'the courses of one category (ROU-035)', '/training-courses', '/training-courses'],
    ['training_option', 'the courses of one training option (ROU-035)', '/training-courses', null],
    ['language', 'the courses in one language, by its code (ROU-038)', '/courses-languages', null],
  ]
  test.each(PAGES)('%s: %s, and no others; its list without a slug; guard catalog', async (kind, _, folder, list) => {
    const term = await make(kind, { title: `One ${kind}`, ...(kind === 'language' && { code: 'cy' }) })
    const [of, other] = [await shop.course(portal), await shop.course(portal)]
    await give(portal, of, term)
    const path = `${folder}/${kind === 'language' ? 'cy' : term.slug}`
    const { links, words } = await shown(portal, path)
    expect(words).toContain(`One ${kind}`)
    expect(links).toContain(`/course/${of.slug}`)
    expect(links).not.toContain(`/course/${other.slug}`)
    if (list) expect((await shown(portal, list)).links).toContain(path)
    for (const url of list ? [path, list] : [path]) {
      expect(await outcome(bare, url)).toBe(404)
      expect(await outcome(inHouse, url)).toBe('/login')
    }
    expect(await outcome(portal, `${folder}/nothing`)).toBe(404)
  })

  test('a category takes precedence over a training option with the same slug (ROU-035)', async () => {
    const [category, option] = [
      await make('category', { title: 'Evenings', text: '<p>As a subject</p>' }),
      await make('training_option', { title: 'Evenings', text: '<p>As a way to learn</p>' }),
    ]
    expect(option.slug).toBe(category.slug)
    expect((await shown(portal, `/training-courses/${category.slug}`)).words).toContain('As a subject')
  })

  test('a state shows its texts, its agencies and its courses (CAT-041)', async () => {
    const state = await make('state', { title: 'Idaho', text: '<p>What Idaho asks for.</p>' })
    const agency = await make('agency', { title: 'Idaho Board', state_id: state.id })
    const elsewhere = await make('agency', { title: 'Federal Board' })
    const course = await shop.course(portal)
    await give(portal, course, state)
    const { words, links } = await shown(portal, `/united-states/${state.slug}`)
    expect(words).toContain('What Idaho asks for.')
    expect(links).toEqual(expect.arrayContaining([`/regulating-agency/${agency.slug}`, `/course/${course.slug}`]))
    expect(links).not.toContain(`/regulating-agency/${elsewhere.slug}`)
  })
})

describe('the pages of partners', () => {
  const company = (values: Record<string, unknown> = {}) =>
    editor.act((tx, ctx) =>
      partners.createCompany(tx, ctx, {
        name: 'Ridgeline Safety',
        logo: '/ridgeline.png',
        about_us: '<p>We climb.</p>',
        address: '1 Ridge Road',
        city: 'Boise',
        state: 'ID',
        zip_code: '83702',
        ...values,
      }),
    )

  test('a company shows logo, name, about_us, features, FAQs, authors, external pages and courses (CAT-042, ROU-036)', async () => {
    const { id, slug } = await company()
    const of = { partner_company_id: id }
    const [author, page] = await editor.act(async (tx, ctx) => {
      await partners.createFeature(tx, ctx, {
        ...of,
        title: 'Field days',
        text: 'Outside',
        icon: 'users',
        sort_number: 1,
      })
      await partners.createPartnerQuestion(tx, ctx, {
        ...of,
        question: 'Where?',
        answer: '<p>Here.</p>',
        sort_number: 1,
      })
      return [
        await partners.createAuthor(tx, ctx, { ...of, name: 'Rae Ridge' }),
        await partners.createExternalPage(tx, ctx, { ...of, title: 'Practice', components: [], approval_status: 3 }),
      ] as const
    })
    const course = await shop.course(portal, { partner_company_id: id })
    const other = await shop.course(portal)
    const { markup, words, links } = await shown(portal, `/training-providers/${slug}`)
    expect(markup).toContain('src="/ridgeline.png"')
    for (const text of ['Ridgeline Safety', 'We climb.', 'Field days', 'Outside', 'Where?', 'Here.', '1 Ridge Road'])
      expect(words).toContain(text)
    expect(links).toEqual(
      expect.arrayContaining([`/provider/${author.slug}`, `/provider/${page.slug}`, `/course/${course.slug}`]),
    )
    expect(links).not.toContain(`/course/${other.slug}`)

    const hidden = await company({ name: 'Hidden', disable_address: true })
    expect((await shown(portal, `/training-providers/${hidden.slug}`)).words).not.toMatch(/Ridge Road|Boise|83702/)
  })

  test('/provider redirects to the list; a page takes precedence over an author with the same slug; guard catalog (ROU-037)', async () => {
    const { id } = await company()
    const of = { partner_company_id: id }
    const author = await editor.act((tx, ctx) => partners.createAuthor(tx, ctx, { ...of, name: 'Sam Steep' }))
    const path = `/provider/${author.slug}`
    const heading = async () => /<h1[^>]*>(.*?)<\/h1>/s.exec((await shown(portal, path)).markup)?.[1]
    expect(await heading()).toBe('Sam Steep')
    const page = await editor.act((tx, ctx) =>
      partners.createExternalPage(tx, ctx, { ...of, title: 'Steep days', components: [], approval_status: 3 }),
    )
    await t.platform((tx) =>
      tx.updateTable('external_pages').set({ slug: author.slug }).where('id', '=', page.id).execute(),
    )
    expect((await shown(portal, `${path}?again=1`)).words).toContain('Steep days')
    expect(await outcome(portal, '/provider')).toBe('/training-providers')
    for (const url of ['/provider', path]) {
      expect(await outcome(bare, url)).toBe(404)
      expect(await outcome(inHouse, url)).toBe('/login')
    }
    expect(await outcome(portal, '/provider/nobody')).toBe(404)
  })
})

test('an article shows cover, title, authors, when it was published and updated, and its text (CAT-037)', async () => {
  const article = await editor.act(async (tx, ctx) => {
    const author = await partners.createAuthor(tx, ctx, { partner_company_id: null, name: 'Uma Writer' })
    return createArticle(tx, ctx, {
      title: 'On ropes',
      text: '<p>Hold on.</p>',
      cover: '/ropes.jpg',
      is_draft: false,
      published_at: new Date('2026-01-02T03:04:05Z'),
      author_ids: [author.id],
    })
  })
  await t.platform((tx) =>
    tx
      .updateTable('articles')
      .set({ updated_at: new Date('2026-02-03T04:05:06Z') })
      .where('id', '=', article.id)
      .execute(),
  )
  const { markup, words } = await shown(portal, `/knowledge/${article.slug}`)
  expect(markup).toMatch(/<img[^>]*src="\/ropes\.jpg"/)
  for (const text of ['On ropes', 'By Uma Writer', 'January 2 2026', 'February 3 2026', 'Hold on.'])
    expect(words).toContain(text)
})

test('a question shows its answer with 5 others of its category below; open on every portal (CAT-038, CAT-039, ROU-022)', async () => {
  const slugs = await editor.act(async (tx, ctx) => {
    const category = await createQuestionCategory(tx, ctx, { title: 'Buying', sort_number: 1 })
    const made: string[] = []
    for (let turn = 1; turn <= 7; turn++) {
      const words = { question: `Question ${turn}?`, answer: `<p>Answer ${turn}.</p>`, sort_number: turn }
      made.push((await createFaq(tx, ctx, { ...words, question_category_id: category.id })).slug)
    }
    await createFaq(tx, ctx, { question: 'Elsewhere?', answer: '<p>Yes.</p>' })
    return made
  })
  const { words, links } = await shown(portal, `/faq/${slugs[2]}`)
  expect(words).toMatch(/Question 3\? Answer 3\..*Related questions.*Question 1\?/)
  const others = slugs.filter((slug) => slug !== slugs[2]).map((slug) => `/faq/${slug}`)
  expect(links.filter((href) => /^\/faq\/[\w-]+$/.test(href))).toEqual(others.slice(0, 5))
  expect((await shown(portal, '/faq')).words).toContain('Elsewhere?')
  expect([await outcome(bare, '/faq'), await outcome(inHouse, '/faq')]).toEqual([200, 200])
})

test('blocks show by default 12 courses by popularity, the 3 newest bundles and the 3 newest articles (CAT-021)', async () => {
  const own = await contentOf(t)
  const courses: string[] = []
  for (let turn = 0; turn < 14; turn++)
    courses.unshift((await shop.course(own.portal, { popularity: turn, title: `Course ${turn}` })).slug)
  const course = await shop.course(own.portal, { publication_status: 4 })
  const bundles: string[] = []
  for (let turn = 0; turn < 4; turn++) bundles.unshift((await shop.bundle(own.portal, [course])).slug)
  const articles: string[] = []
  for (const day of [3, 1, 4, 2]) {
    const published_at = new Date(Date.UTC(2026, 0, day))
    const body = { title: `Day ${day}`, text: '<p>Text</p>', is_draft: false, published_at }
    articles[4 - day] = (await own.editor.act((tx, ctx) => createArticle(tx, ctx, body))).slug
  }
  const components = ['CoursesCollection', 'BundlesCollection', 'BlogCollection'].map((type) => ({
    type,
    props: { id: type, title: type, text: '' },
  }))
  const words = { slug: 'collected', title: 'Collected', meta_title: 'Collected', meta_description: 'All of it' }
  await own.editor.act((tx, ctx) =>
    createPage(tx, ctx, { ...words, publication_status: 2, components: components as never }),
  )
  const { links } = await shown(own.portal, '/collected')
  const namesIn = (folder: string) => [
    ...new Set(links.flatMap((href) => new RegExp(`^/${folder}/([\\w-]+)$`).exec(href)?.[1] ?? [])),
  ]
  expect(namesIn('course')).toEqual(courses.slice(0, 12))
  expect(namesIn('bundles')).toEqual(bundles.slice(0, 3))
  expect(namesIn('knowledge')).toEqual(articles.slice(0, 3))
})

describe('the pages of the shop', () => {
  test('a coming-soon course has a page without a way to buy it (CAT-005, ROU-042)', async () => {
    const soon = await shop.course(portal, { publication_status: 3, title: 'Roofs of tomorrow' })
    const now = await shop.course(portal)
    const { status, markup, words } = await shown(portal, `/course/${soon.slug}`)
    expect([status, words]).toEqual([200, expect.stringContaining('Roofs of tomorrow')])
    expect(markup).toMatch(/<button[^>]*aria-haspopup="dialog"[^>]*>(?:<[^>]+>)*Coming soon/)
    expect(words).not.toMatch(/Buy|Add to cart/)
    expect((await shown(portal, `/course/${now.slug}`)).words).toMatch(/Buy now Add to cart/)
    const { links } = await shown(portal, '/course')
    expect(links).toEqual(expect.arrayContaining([`/course/${soon.slug}`, `/course/${now.slug}`]))
  })

  test('a bundle shows its courses in their order and its price, with the old one struck through (CAT-015, ROU-041)', async () => {
    const [first, second] = [await shop.course(portal), await shop.course(portal)]
    const reduced = await shop.bundle(portal, [second, first], { price_cents: 12_000, discount_price_cents: 9950 })
    const plain = await shop.bundle(portal, [first], { price_cents: 4000 })
    const { markup, words, links } = await shown(portal, `/bundles/${reduced.slug}`)
    expect(markup).toMatch(/<s[ >][^<]*\$120\.00<\/s>/)
    expect(words).toContain('$99.50')
    expect(links.filter((href) => href.startsWith('/course/'))).toEqual([
      `/course/${second.slug}`,
      `/course/${first.slug}`,
    ])
    const whole = await shown(portal, `/bundles/${plain.slug}`)
    expect(whole.words).toContain('$40.00')
    expect(whole.markup).not.toMatch(/<s[ >]/)
    expect((await shown(portal, '/bundles')).links).toEqual(
      expect.arrayContaining([`/bundles/${reduced.slug}`, `/bundles/${plain.slug}`]),
    )
  })

  test('are open to everyone if something is sold, answer 404 otherwise, and redirect an in-house portal’s people (ROU-040, ROU-041, ROU-042, ROU-043, ROU-044, ROU-115)', async () => {
    const { slug } = await shop.course(portal)
    const bundle = await shop.bundle(portal, [await shop.course(portal)])
    const learner = await t.make.person('learner', { portal })
    const member = await t.make.person('learner', { portal: inHouse })
    const paths = ['/cart', '/bundles', '/course', '/course/schedule', '/checkout/course', '/checkout/bundle']
    for (const url of [...paths, `/course/${slug}`, `/bundles/${bundle.slug}`]) {
      expect([url, await outcome(portal, url), await outcome(learner, url)]).toEqual([url, 200, 200])
      expect([url, await outcome(bare, url)]).toEqual([url, 404])
      expect([url, await outcome(inHouse, url), await outcome(member, url)]).toEqual([url, '/login', '/dashboard'])
    }
    // A plan is for the portal itself, whether or not it sells anything.
    const plans = '/checkout/subscription'
    expect([await outcome(portal, plans), await outcome(bare, plans)]).toEqual([200, 200])
    expect(await outcome(inHouse, plans)).toBe('/login')
  })
})

describe('the pages of the sign-in', () => {
  test('are for guests; a link from an e-mail opens for everyone (ROU-016, ROU-017, ROU-018)', async () => {
    const learner = await t.make.person('learner', { portal })
    for (const url of ['/login', '/forgot-password'])
      expect([await outcome(portal, url), await outcome(learner, url)]).toEqual([200, '/dashboard'])
    for (const query of ['?token=abc', '?email=somebody%40example.com'])
      for (const who of [portal, learner]) expect(await outcome(who, `/reset-password${query}`)).toBe(200)
    expect(await outcome(portal, '/reset-password')).toBe(422)
  })

  test('/coming-soon tells everyone that the portal is not ready yet (ROU-023)', async () => {
    const unfinished = await t.make.portal({ status: 'pending' })
    for (const who of [unfinished, portal, await t.make.person('learner', { portal })])
      expect((await shown(who, '/coming-soon')).words).toMatch(/^ Portal \d+ is coming soon We are still setting up/)
  })
})
