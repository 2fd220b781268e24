import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#app/demo/actor.ts'
import { createArticle } from '#features/articles/server/api.ts'
import { createFaq } from '#features/faq/server/api.ts'
import { createPage } from '#features/pages/server/api.ts'
import { createAuthor, createCompany, createExternalPage } from '#features/partners/server/api.ts'
import type { TermKind } from '#features/terms/rules/kinds.ts'
import { createTerm } from '#features/terms/server/api.ts'
import { type TestPortal, testApp } from '../../../tests/api.ts'
import { contentOf } from '../../../tests/content.ts'
import { testPages } from '../../../tests/pages.ts'

const t = testApp()

const pages = testPages(t)
const open = (portal: TestPortal, url: string) => pages.open(portal, url)

type Thing = { '@type': string } & Record<string, unknown>

/** The head of a page as search engines read it. */
const headOf = (html: string) => {
  const tag = (pattern: RegExp) => pattern.exec(html)?.[1]
  return {
    title: tag(/<title>([^<]*)<\/title>/),
    description: tag(/<meta name="description" content="([^"]*)"/),
    keywords: tag(/<meta name="keywords" content="([^"]*)"/),
    robots: tag(/<meta name="robots" content="([^"]*)"/),
    canonical: tag(/<link rel="canonical" href="([^"]*)"/),
    picture: tag(/<meta property="og:image" content="([^"]*)"/),
    things: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(
      ([, text]) => JSON.parse(text ?? '') as Thing,
    ),
  }
}

type MadeRecord = { id: number; slug: string }
type Kind = {
  name: string
  table: string
  folder: string
  make: (editor: Actor) => Promise<MadeRecord>
  title: RegExp
  /** The structured data besides the breadcrumb (SEO-015, SEO-021). */
  things?: Record<string, unknown>[]
  keywords?: string
  /** Directly below the start page, so it needs no breadcrumb. */
  isTop?: boolean
}

const SEO = { seo_keywords: 'safety, training' }
const companyOf = (editor: Actor) => editor.act((tx, ctx) => createCompany(tx, ctx, { name: 'Ridgeline' }))
const term = (kind: TermKind, folder: string): Kind => ({
  name: kind,
  table: 'terms',
  folder,
  make: (editor) =>
    editor.act((tx, ctx) => createTerm(tx, ctx, kind, { title: 'Under test', text: '<p>Text</p>', ...SEO })),
  title: /^Under test – /,
  keywords: SEO.seo_keywords,
})

const KINDS: Kind[] = [
  {
    name: 'page of blocks',
    isTop: true,
    table: 'pages',
    folder: '',
    make: (editor) =>
      editor.act((tx, ctx) =>
        createPage(tx, ctx, {
          title: 'Under test',
          meta_title: 'Under test, in other words',
          meta_description: 'About it',
          publication_status: 2,
          components: [],
          ...SEO,
        }),
      ),
    title: /^Under test, in other words$/,
    keywords: SEO.seo_keywords,
  },
  {
    name: 'article',
    table: 'articles',
    folder: '/knowledge',
    make: (editor) =>
      editor.act(async (tx, ctx) => {
        const author = await createAuthor(tx, ctx, { partner_company_id: null, name: 'Uma Writer' })
        return createArticle(tx, ctx, {
          title: 'Under test',
          text: '<p>What it says.</p>',
          is_draft: false,
          published_at: new Date('2026-01-02T03:04:05Z'),
          author_ids: [author.id],
          ...SEO,
        })
      }),
    title: /^Under test – /,
    keywords: SEO.seo_keywords,
    things: [
      {
        '@type': 'Article',
        headline: 'Under test',
        datePublished: '2026-01-02T03:04:05.000Z',
        dateModified: expect.stringMatching(/^\d{4}-/),
        author: [expect.objectContaining({ '@type': 'Person', name: 'Uma Writer' })],
      },
    ],
  },
  {
    name: 'question',
    table: 'faq_items',
    folder: '/faq',
    make: (editor) =>
      editor.act((tx, ctx) => createFaq(tx, ctx, { question: 'Why?', answer: '<p>Because.</p>', ...SEO })),
    title: /^Why\? – /,
    keywords: SEO.seo_keywords,
    things: [
      {
        '@type': 'FAQPage',
        mainEntity: [
          {
            '@type': 'Question',
            name: 'Why?',
            acceptedAnswer: { '@type': 'Answer', text: '<p>Because.</p>' },
          },
        ],
      },
    ],
  },
  term('state', '/united-states'),
  term('agency', '/regulating-agency'),
  term('organization', '/ce'),
  term('category', '/training-courses'),
  term('training_option', '/training-courses'),
  { ...term('language', '/courses-languages'), isTop: true },
  {
    name: 'partner company',
    table: 'partner_companies',
    folder: '/training-providers',
    make: (editor) =>
      editor.act((tx, ctx) =>
        createCompany(tx, ctx, { name: 'Ridgeline', about_us: '<p>Who they are.</p>', phone: '+15550100701' }),
      ),
    title: /^Ridgeline – /,
    things: [{ '@type': 'Organization', name: 'Ridgeline', telephone: '+15550100701' }],
  },
  {
    name: 'external page',
    table: 'external_pages',
    folder: '/provider',
    make: async (editor) => {
      const company = await companyOf(editor)
      const page = { partner_company_id: company.id, title: 'Field days', components: [], approval_status: 3 as const }
      return editor.act((tx, ctx) => createExternalPage(tx, ctx, page))
    },
    title: /^Field days – /,
  },
  {
    name: 'author',
    table: 'authors',
    folder: '/provider',
    make: async (editor) => {
      const company = await companyOf(editor)
      return editor.act((tx, ctx) => createAuthor(tx, ctx, { partner_company_id: company.id, name: 'Rae Ridge' }))
    },
    title: /^Rae Ridge – /,
  },
]

describe.each(KINDS)('$name', ({ table, folder, make, title, things = [], keywords, isTop }) => {
  test('its page names itself to search engines, and is in the sitemap (SEO-007, SEO-008, SEO-011, SEO-012, SEO-013, SEO-014, SEO-015, SEO-021, SEO-022, SEO-023)', async () => {
    const { portal, editor } = await contentOf(t)
    const { id, slug } = await make(editor)
    const path = `${folder}/${slug}`
    const origin = `http://${portal.host}`
    const answer = await open(portal, path)
    expect(answer.statusCode).toBe(200)
    const head = headOf(answer.body)
    expect(head).toMatchObject({
      title: expect.stringMatching(title),
      description: expect.stringMatching(/\S/),
      keywords,
      robots: expect.stringContaining('index, follow'),
      canonical: expect.stringMatching(new RegExp(`^https?://[^/]+${path}$`)),
    })
    const picture = new URL(head.picture ?? origin)
    expect(picture.pathname).toMatch(new RegExp(`/share-pictures/[a-z-]+/${id}$`))
    expect((await open(portal, picture.pathname + picture.search)).headers).toMatchObject({
      'content-type': 'image/png',
      // The address contains the version of the drawing, so the picture can be cached permanently.
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(head.things.map((each) => each['@type'])).toEqual([
      ...things.map((each) => each['@type']),
      ...(isTop ? [] : ['BreadcrumbList']),
    ])
    things.forEach((each, at) => {
      expect(head.things[at]).toMatchObject(each)
    })
    expect((await open(portal, '/sitemap.xml')).body).toContain(`${path}</loc><lastmod>`)

    const demo = await contentOf(t, { is_demo: true })
    const hidden = await make(demo.editor)
    expect(headOf((await open(demo.portal, `${folder}/${hidden.slug}`)).body).robots).toBe('noindex')
  })

  test('a former address permanently redirects to the current one, until another page takes it (ROU-004)', async () => {
    const { portal, editor } = await contentOf(t)
    const { id, slug } = await make(editor)
    const rename = (record: number, name: string) =>
      t.platform((tx) => sql`update ${sql.table(table)} set slug = ${name} where id = ${record}`.execute(tx))
    await rename(id, 'present-name')
    const moved = await open(portal, `${folder}/${slug}?from=mail`)
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `${folder}/present-name?from=mail`])
    expect((await open(portal, `${folder}/present-name`)).statusCode).toBe(200)
    const sitemap = (await open(portal, '/sitemap.xml')).body
    expect(sitemap).toContain(`${folder}/present-name</loc>`)
    expect(sitemap).not.toContain(`${folder}/${slug}</loc>`)

    const other = await make(editor)
    await rename(other.id, slug)
    expect((await open(portal, `${folder}/${slug}?from=elsewhere`)).statusCode).toBe(200)
    const foreign = await contentOf(t)
    expect((await open(foreign.portal, `${folder}/present-name`)).statusCode).toBe(404)
  })
})

test('the contact block of a page shows the company of the portal: phone, e-mail, fax and the address with its link (CAT-040, PRT-018, INT-010)', async () => {
  const { portal } = await contentOf(t)
  await t.platform((tx) =>
    tx
      .insertInto('companies')
      .values({
        portal_id: portal.id,
        support_phone: '+12085550142',
        support_email: 'help@ridgeline.example.com',
        fax: '+12085550199',
        address: '1 Ridge Road',
        city: 'Boise',
        state: 'ID',
        postal_code: '83702',
        address_link: 'https://maps.example.com/ridge',
      })
      .onConflict((conflict) =>
        conflict.column('portal_id').doUpdateSet((eb) => ({
          support_phone: eb.ref('excluded.support_phone'),
          support_email: eb.ref('excluded.support_email'),
          fax: eb.ref('excluded.fax'),
          address: eb.ref('excluded.address'),
          city: eb.ref('excluded.city'),
          state: eb.ref('excluded.state'),
          postal_code: eb.ref('excluded.postal_code'),
          address_link: eb.ref('excluded.address_link'),
        })),
      )
      .execute(),
  )
  const { payload } = await open(portal, '/terms')
  const block = /<address[^>]*>(.*?)<\/address>/s.exec(payload)?.[1] ?? ''
  expect([...block.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'tel:+12085550142',
    'mailto:help@ridgeline.example.com',
    'https://maps.example.com/ridge',
  ])
  const words = block
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(words).toContain('Fax +1-208-555-0199')
  expect(words).toContain('1 Ridge Road, Boise, ID 83702')
})

test('the viewport allows zoom up to 5, and numbers are not turned into phone links (SEO-002)', async () => {
  const { portal } = await contentOf(t)
  const { payload } = await open(portal, '/terms')
  const contentOfMeta = (name: string) => new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(payload)?.[1]
  expect(contentOfMeta('viewport')).toBe('width=device-width, initial-scale=1, maximum-scale=5')
  expect(contentOfMeta('viewport')).not.toContain('user-scalable')
  expect(contentOfMeta('format-detection')).toBe('telephone=no')
})

test('the head of a page names its address and languages, its preview, its icon and the portal’s colors (SEO-001, SEO-007, SEO-009, SEO-010)', async () => {
  const { portal } = await contentOf(t, { primary_color: '#7a1fa2', favicon: '/acme.ico' })
  const { payload } = await open(portal, '/terms')
  const [, head = ''] = /<head>(.*?)<\/head>/s.exec(payload) ?? []
  const address = new RegExp(`^https?://${portal.host}[^/]*/terms$`)
  const hrefs = (rel: string) =>
    [...head.matchAll(/<link ([^>]*)\/>/g)]
      .map(([, text = '']) => Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, k, v]) => [k, v])))
      .filter((link) => link.rel === rel)
  expect(hrefs('canonical').map(({ href }) => href)).toEqual([expect.stringMatching(address)])
  expect(hrefs('alternate').map(({ hrefLang, hreflang, href }) => [hrefLang ?? hreflang, href])).toEqual([
    ['en', expect.stringMatching(address)],
    ['x-default', expect.stringMatching(address)],
  ])
  expect(hrefs('icon').map(({ href }) => href)).toEqual(['/acme.ico'])
  const tags = Object.fromEntries(
    [...head.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  )
  expect(tags).toMatchObject({
    'og:title': 'Terms of Use',
    'og:url': expect.stringMatching(address),
    'og:type': 'website',
    'og:image': expect.stringContaining('/share-pictures/portal/'),
    'og:image:width': '1123',
    'og:image:height': '794',
    'twitter:card': 'summary_large_image',
    description: expect.stringMatching(/\S/),
  })
  expect(head).toContain('--primary:#7a1fa2')
})

test('pages behind the sign-in, and pages not meant to be found, are marked noindex (SEO-022)', async () => {
  const { portal } = await contentOf(t)
  const learner = await t.make.person('learner', { portal })
  const admin = await t.make.person('portal_admin', { portal })
  const robotsOf = async (who: Parameters<typeof pages.open>[0], url: string) => {
    const { payload } = await pages.open(who, url)
    return [...payload.matchAll(/<meta name="robots" content="([^"]*)"/g)].map(([, content]) => content)
  }
  for (const url of ['/dashboard', '/orders', '/profile/settings', '/courses'])
    expect([url, await robotsOf(learner, url)]).toEqual([url, ['noindex']])
  for (const url of ['/users', '/payments', '/courses/admin', '/admin/my-subscription'])
    expect([url, await robotsOf(admin, url)]).toEqual([url, ['noindex']])
  for (const url of ['/cart', '/checkout/course', '/login', '/no-such-page'])
    expect([url, await robotsOf(portal, url)]).toEqual([url, ['noindex']])
  expect(await robotsOf(portal, '/terms')).toEqual(['index, follow, max-image-preview:large'])
})

const SHOWN_ON = {
  article: '/knowledge',
  question: '/faq',
  state: '/united-states',
  agency: '/regulating-agency',
  organization: '/ce',
  category: '/training-courses',
  'partner company': '/training-providers',
}

test.each(Object.entries(SHOWN_ON))(
  'a new %s stands in its list at once, though the list is kept (CAT-022)',
  async (name, list) => {
    const kind = KINDS.find((each) => each.name === name)
    if (!kind) throw new Error(`There is no ${name}`)
    const { portal, editor } = await contentOf(t)
    const before = await open(portal, list)
    expect(before.statusCode).toBe(200)
    const { slug } = await kind.make(editor)
    expect(before.body).not.toContain(`/${slug}"`)
    expect((await open(portal, list)).body).toContain(`/${slug}"`)
  },
)
