import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, actorOf } from '#app/demo/actor.ts'
import { createArticle } from '#features/articles/server/api.ts'
import { createPage } from '#features/pages/server/api.ts'
import { createCompany } from '#features/partners/server/api.ts'
import { createTerm } from '#features/terms/server/api.ts'
import { pathOf } from '#kernel/product/route-names.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../tests/api.ts'
import { contentOf } from '../../../tests/content.ts'
import { testPages } from '../../../tests/pages.ts'

const t = testApp()

const pages = testPages(t)
/** The core portal, a channel with blog, catalog and shop, one with none of them, and a paused, an in-house and an unfinished portal. */
let core: TestPortal
let channel: TestPortal
let bare: TestPortal
let paused: TestPortal
let inHouse: TestPortal
let unfinished: TestPortal
let editor: Actor
let learner: TestPerson
let admin: TestPerson
let root: TestPerson

const ALL = { is_marketable: true, has_course_catalog: true, has_blog: true }

beforeAll(async () => {
  core = await t.make.portal({ type: 2, is_marketable: true })
  ;({ portal: channel, editor } = await contentOf(t))
  bare = await t.make.portal({ type: 2 })
  paused = await t.make.portal({ type: 2, ...ALL, is_paused: true })
  inHouse = await t.make.portal({ type: 1, ...ALL })
  unfinished = await t.make.portal({ type: 2, ...ALL, status: 'pending' })
  learner = await t.make.person('learner', { portal: channel })
  admin = await t.make.person('portal_admin', { portal: channel })
  root = await t.make.person('super_admin', { portal: bare })
})

type Who = TestPortal | TestPerson

const open = (who: Who, url: string) => pages.open(who, url)
/** Where a page redirects, or else its status. */
const outcome = async (who: Who, url: string): Promise<number | string> => {
  const { statusCode, headers } = await open(who, url)
  return headers.location ? String(headers.location).replace(/^https?:\/\/[^/]+/, '') : statusCode
}
const headingOf = async (who: Who, url: string): Promise<string> => {
  const { body } = await open(who, url)
  return (/<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1] ?? '').replace(/<[^>]+>/g, '')
}
/** For anyone: a visitor, a learner and an administrator of a portal that shows everything. */
const outcomes = async (url: string) => [
  await outcome(channel, url),
  await outcome(learner, url),
  await outcome(admin, url),
]
/** On portals that are paused, in-house, and unfinished. */
const elsewhere = async (url: string) => [
  await outcome(paused, url),
  await outcome(inHouse, url),
  await outcome(unfinished, url),
]
const PAUSED_TEXT = 'This portal is paused. Come back later, please'

describe('the start page', () => {
  test('/ is the site page home, on the core portal for everyone; otherwise it redirects depending on the portal (ROU-014)', async () => {
    const home = {
      slug: 'home',
      title: 'Welcome home',
      meta_title: 'Home',
      meta_description: 'Welcome',
      publication_status: 2 as const,
      components: [],
    }
    const actor = await t.make.person('portal_admin', { portal: core })
    expect(await outcome(core, '/')).toBe('/login')
    expect(await outcome(actor, '/')).toBe('/dashboard')
    const author = await actorOf(t.app, core.id, { user_id: actor.id, role: 'portal_admin' })
    await author.act((tx, ctx) => createPage(tx, ctx, home))
    expect([await outcome(core, '/'), await outcome(actor, '/')]).toEqual([200, 200])
    expect((await open(core, '/')).body).toContain('<title>Home</title>')
    expect(await outcomes('/')).toEqual(['/course', '/dashboard', '/dashboard'])
    expect(await elsewhere('/')).toEqual([403, '/login', '/coming-soon'])
  })
})

describe('a portal that is not open', () => {
  /** The pages of the portal that a page links to, each once. */
  const linksOf = async (who: Who, url: string): Promise<string[]> => {
    const { body } = await open(who, url)
    return [...new Set([...body.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href as string))]
  }
  const DOCUMENTS = ['/api/v1/main/documents/w-9.pdf', '/api/v1/main/documents/scorm-agreement.pdf']
  const LEGAL = [
    '/terms',
    '/privacy-statement',
    '/ada-accessibility',
    '/equal-employment-opportunity-and-anti-discrimination-policy',
  ]

  test('a paused one links only to the pages it keeps open (ROU-118, PRT-005, PRT-032)', async () => {
    expect(await linksOf(paused, '/')).toEqual(['/', '/login', '/terms', ...DOCUMENTS])
    const { body } = await open(paused, '/')
    expect(body).not.toContain('aria-label="Search"')
    const reader = await t.make.person('learner', { portal: paused })
    expect(await linksOf(reader, '/course')).toEqual(['/', '/terms', ...DOCUMENTS])
    const owner = await t.make.person('portal_admin', { portal: paused })
    const own = await linksOf(owner, '/admin/my-subscription')
    expect(own.filter((href) => !['/admin/my-subscription', '/terms'].includes(href))).toEqual([])
  })

  test('one that is not set up yet links only to the sign-in and its legal pages (ROU-120, PRT-005, PRT-029)', async () => {
    // The first link is for people without scripts (UIX-031). A paused portal has neither that page nor the link.
    const links = ['/privacy-statement#cookies', '/', '/login', ...LEGAL, ...DOCUMENTS]
    expect(await linksOf(unfinished, '/coming-soon')).toEqual(links)
  })

  test('an in-house one has no shop or catalog in its header (ROU-114, ROU-115, PRT-005)', async () => {
    const links = await linksOf(inHouse, '/terms')
    for (const href of ['/course', '/bundles', '/cart', '/course-catalog', '/training-courses'])
      expect(links).not.toContain(href)
    expect(links).toContain('/knowledge')
    expect(await linksOf(channel, '/terms')).toEqual(expect.arrayContaining(['/course', '/cart', '/knowledge']))
  })
})

describe('legal pages', () => {
  test('/terms is named terms and open to everyone, also on a blocked and an unfinished portal (ROU-019)', async () => {
    const path = pathOf('terms', {} as never)
    expect(path).toBe('/terms')
    expect(await headingOf(channel, path)).toBe('Terms of Use')
    expect(await outcomes(path)).toEqual([200, 200, 200])
    expect(await elsewhere(path)).toEqual([200, 200, 200])
  })

  test('/privacy-statement is named privacy-statement and open to everyone, not on a blocked portal (ROU-020)', async () => {
    const path = pathOf('privacy-statement', {} as never)
    expect(path).toBe('/privacy-statement')
    expect(await headingOf(channel, path)).toBe('Privacy Policy')
    expect(await outcomes(path)).toEqual([200, 200, 200])
    expect(await elsewhere(path)).toEqual([403, 200, 200])
    expect((await open(paused, path)).body).toContain(PAUSED_TEXT)
  })

  test('/ada-accessibility is named ada-accessibility and open to everyone, not on a blocked portal (ROU-021)', async () => {
    const path = pathOf('ada-accessibility', {} as never)
    expect(path).toBe('/ada-accessibility')
    expect(await headingOf(channel, path)).toMatch(/Accessibility/)
    expect(await outcomes(path)).toEqual([200, 200, 200])
    expect(await elsewhere(path)).toEqual([403, 200, 200])
  })

  test('the equal employment policy is open to everyone on every portal, and linked from the footer (ROU-030)', async () => {
    const path = '/equal-employment-opportunity-and-anti-discrimination-policy'
    expect(await headingOf(channel, path)).toContain('Equal Employment')
    expect(await outcomes(path)).toEqual([200, 200, 200])
    expect([await outcome(core, path), await outcome(bare, path)]).toEqual([200, 200])
    expect(await elsewhere(path)).toEqual([403, 200, 200])
    expect((await open(channel, '/terms')).body).toContain(`href="${path}"`)
  })

  test('/drug-free-workplace exists on the core portal alone (ROU-029)', async () => {
    const path = '/drug-free-workplace'
    expect(await headingOf(core, path)).toMatch(/Drug.Free Workplace/i)
    expect(await outcome(core, path)).toBe(200)
    expect(await outcomes(path)).toEqual([404, 404, 404])
    expect(await elsewhere(path)).toEqual([403, 404, 404])
  })

  test('/continuing-education-credits exists on the core portal alone (ROU-031)', async () => {
    const path = '/continuing-education-credits'
    expect(await headingOf(core, path)).not.toBe('')
    expect(await outcome(core, path)).toBe(200)
    expect(await outcomes(path)).toEqual([404, 404, 404])
    expect(await elsewhere(path)).toEqual([403, 404, '/coming-soon'])
  })
})

/** Names that nothing has, and names that nothing can have. */
const NAMES_OF_NOTHING = ['nothing', '%00', 'a'.repeat(1000)]

test('/knowledge and its articles exist where there is a blog, and for super admins (ROU-026)', async () => {
  const article = {
    title: 'Rope work',
    text: '<p>Hold on.</p>',
    is_draft: false,
    published_at: new Date('2026-01-02T03:04:05Z'),
  }
  const { slug } = await editor.act((tx, ctx) => createArticle(tx, ctx, article))
  const paths = ['/knowledge', `/knowledge/${slug}`]
  for (const path of paths) {
    expect(await outcomes(path)).toEqual([200, 200, 200])
    expect(await outcome(bare, path)).toBe(404)
    expect(await outcome(paused, path)).toBe(403)
    expect(await outcome(unfinished, path)).toBe('/coming-soon')
  }
  expect(await outcome(root, '/knowledge')).toBe(200)
  expect(await outcome(inHouse, '/knowledge')).toBe(200)
  expect(await outcome(core, '/knowledge')).toBe(200)
  expect((await open(channel, '/knowledge')).body).toContain(`href="/knowledge/${slug}"`)
  expect(await headingOf(channel, `/knowledge/${slug}`)).toBe('Rope work')
  for (const name of NAMES_OF_NOTHING) expect(await outcome(channel, `/knowledge/${name}`)).toBe(404)
})

/** The answers of every page behind the guard catalog: its list, one record, and portals without a catalog. */
const behindCatalog = async (list: string, one: string | null) => {
  for (const path of one ? [list, one] : [list]) {
    expect(await outcomes(path)).toEqual([200, 200, 200])
    expect(await outcome(bare, path)).toBe(404)
    expect(await elsewhere(path)).toEqual([403, '/login', '/coming-soon'])
    const signedIn = await t.make.person('learner', { portal: inHouse })
    expect(await outcome(signedIn, path)).toBe('/dashboard')
  }
  expect(await outcome(root, list)).toBe(200)
  if (one) for (const name of NAMES_OF_NOTHING) expect(await outcome(channel, `${list}/${name}`)).toBe(404)
}
const termOf = (kind: 'state' | 'agency', title: string) =>
  editor.act((tx, ctx) => createTerm(tx, ctx, kind, { title }))

test.each([
  ['a dash of a text program', '/certificates/K7M4%E2%80%939XAT'],
  ['letters of another script', '/certificates/%E6%97%A5%E6%9C%AC'],
  ['a line break', '/certificates/K7M4%0A9XAT'],
])('a certificate number with %s is unknown and no fault of the page (CER-026)', async (_, url) => {
  const answer = await open(channel, url)
  expect(answer.statusCode).toBe(404)
  expect(answer.body).toContain('Certificate')
})

describe('pages of the catalog', () => {
  test('/united-states lists states, and one of them has its courses; guard catalog (ROU-033)', async () => {
    const { slug } = await termOf('state', 'Ohio')
    await behindCatalog('/united-states', `/united-states/${slug}`)
    expect(await headingOf(channel, `/united-states/${slug}`)).toContain('Ohio')
    expect((await open(channel, '/united-states')).body).toContain(`href="/united-states/${slug}"`)
  })

  test('/regulating-agency lists agencies, and one of them has its courses; guard catalog (ROU-034)', async () => {
    const { slug } = await termOf('agency', 'Harbor Board')
    await behindCatalog('/regulating-agency', `/regulating-agency/${slug}`)
    expect(await headingOf(channel, `/regulating-agency/${slug}`)).toContain('Harbor Board')
    expect((await open(channel, '/regulating-agency')).body).toContain(`href="/regulating-agency/${slug}"`)
  })

  test('/training-providers lists partner companies and shows one; guard catalog (ROU-036)', async () => {
    const { slug } = await editor.act((tx, ctx) => createCompany(tx, ctx, { name: 'Ridgeline' }))
    await behindCatalog('/training-providers', `/training-providers/${slug}`)
    expect(await headingOf(channel, `/training-providers/${slug}`)).toContain('Ridgeline')
    expect((await open(channel, '/training-providers')).body).toContain(`href="/training-providers/${slug}"`)
  })

  test('/course-catalog shows the catalog with filters and sorting; guard catalog (ROU-039)', async () => {
    await behindCatalog('/course-catalog', null)
    const { body } = await open(channel, '/course-catalog')
    expect(body).toMatch(/Sort/)
    expect(await headingOf(channel, '/course-catalog')).toMatch(/catalog/i)
  })
})
