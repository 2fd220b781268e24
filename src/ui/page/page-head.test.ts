import { describe, expect, test } from 'vitest'
import type { PagePortal } from '#kernel/access/session.ts'
import { encodeCursor } from '#kernel/paging.ts'
import { type PageWords, pageHead } from './page-head.ts'
import type { BundleData, CourseData } from './structured-data.ts'

const portal = {
  id: 7,
  name: 'Acme Academy',
  origin: 'https://acme.example.com',
  status: 'active',
  is_demo: false,
  setting: { primary_color: '#1b56b3', social_logo: null, logo: '/logo.png', favicon: null },
  company: {
    name: 'Acme Inc.',
    website: 'https://acme.example.com/about',
    support_phone: '+15550100100',
    city: 'Boulder',
  },
  flags: { is_blocked: false, is_invalid: false, is_channel: true, is_marketable: true },
} as unknown as PagePortal

const course: CourseData = {
  id: 12,
  title: 'Ladder safety',
  meta_description: 'How to climb and come down again.',
  seo_keywords: 'ladder, fall',
  publication_status: 2,
  course_pricings: [
    { from: 10, price: 19 },
    { from: 1, price: 29 },
  ],
  is_certificate_required: true,
  instructors: [{ display_name: 'Ivan Instructor' }],
  author: { name: 'Ada Author' },
  categories: [{ name: 'Falls' }],
  language: { code: 'en' },
  provider: null,
  duration: 90,
  rating: 4.6,
  reviews_count: 8,
  published_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-02-02T03:04:05.000Z',
}
const bundle: BundleData = {
  id: 3,
  title: 'Heights',
  meta_description: 'Two courses.',
  price: 50,
  discount_price: 40,
  is_available: true,
  courses: [{ title: 'Ladder safety' }],
}

const WORDS: PageWords = { title: 'Ladder safety', description: 'Climb.', path: '/course/ladder-safety' }
const CURSOR = encodeCursor({ sort: '-popularity', values: [3], id: 7, direction: 'next' })
const metaOf = (words: PageWords, at = portal) =>
  Object.fromEntries(
    pageHead(at, words).meta.flatMap(({ name, property, content }) => (content ? [[name ?? property, content]] : [])),
  )
const thingsOf = (words: PageWords, at = portal) =>
  pageHead(at, words).meta.flatMap((each) => (each['script:ld+json'] ?? []) as Record<string, unknown>[])

describe('the head of a page', () => {
  test('title and portal name, or the meta title alone (SEO-007, SEO-016)', () => {
    expect(pageHead(portal, WORDS).meta[0]).toEqual({ title: 'Ladder safety – Acme Academy' })
    expect(pageHead(portal, { ...WORDS, meta_title: 'Climb' }).meta[0]).toEqual({ title: 'Climb' })
    expect(metaOf({ ...WORDS, keywords: 'a, b' })).toMatchObject({ description: 'Climb.', keywords: 'a, b' })
  })

  test.each([
    ['/', undefined, ''],
    ['/course/x', undefined, '/course/x'],
    ['/course', { search: 'x', cursor: CURSOR }, '/course'],
    ['/course', { sort: 'title' }, '/course'],
    ['/course', { cursor: CURSOR }, `/course?cursor=${CURSOR}`],
    ['/course', { cursor: '' }, '/course'],
    // A value that is not a page number shows the first page.
    ['/course', { cursor: 'abc' }, '/course'],
    ['/course', { cursor: '\u0000' }, '/course'],
    ['/course', { page: -1 }, '/course'],
  ])('the canonical address of %s with %o, and its alternates (SEO-008, SEO-009)', (path, query, address) => {
    const { links } = pageHead(portal, { title: 'x', path, ...(query && { query }) })
    const href = `https://acme.example.com${address}`
    expect(links).toEqual([
      { rel: 'canonical', href },
      { rel: 'alternate', hrefLang: 'en', href },
      { rel: 'alternate', hrefLang: 'x-default', href },
    ])
  })

  test('social tags (SEO-010)', () => {
    expect(metaOf(WORDS)).toMatchObject({
      'og:title': 'Ladder safety',
      'og:description': 'Climb.',
      'og:url': 'https://acme.example.com/course/ladder-safety',
      'og:type': 'website',
      'og:image:width': '1123',
      'og:image:height': '794',
      'twitter:card': 'summary_large_image',
    })
    expect(metaOf({ ...WORDS, data: { kind: 'bundle', bundle } })['og:type']).toBe('product')
  })

  test('the picture is the record’s, or else the portal’s, or else a drawn one (SEO-006, SEO-010, SEO-011)', () => {
    const record = { kind: 'course', id: 12 }
    const branded = { ...portal, setting: { ...portal.setting, social_logo: '/social.png' } }
    const own = metaOf({ ...WORDS, record, pictures: ['/seo.png', '/thumb.png'] })
    expect(own['og:image']).toBe('https://acme.example.com/seo.png')
    // We know only the size of pictures that we drew.
    expect(own).not.toHaveProperty(['og:image:width'])
    expect(metaOf({ ...WORDS, record, pictures: [null, '/thumb.png'] }, branded)['og:image']).toBe(
      'https://acme.example.com/thumb.png',
    )
    expect(metaOf({ ...WORDS, record, pictures: [null, null] }, branded)['og:image']).toBe(
      'https://acme.example.com/social.png',
    )
    const drawn = metaOf({ ...WORDS, record, pictures: [null] })['og:image']
    expect(drawn).toMatch(
      /^https:\/\/acme\.example\.com\/api\/v1\/main\/share-pictures\/course\/12\?version=[\da-f]{16}$/,
    )
    expect(metaOf({ ...WORDS, record, title: 'Other' })['og:image']).not.toBe(drawn)
    expect(metaOf(WORDS)['og:image']).toMatch(/share-pictures\/portal\/7\?/)
  })

  test('only pages of live portals with a canonical address may be indexed (SEO-022)', () => {
    expect(metaOf(WORDS).robots).toBe('index, follow, max-image-preview:large')
    expect(metaOf(WORDS, { ...portal, is_demo: true }).robots).toBeUndefined()
    expect(pageHead(portal, { title: 'Cart' }).links).toEqual([])
    expect(metaOf({ title: 'Cart' })).toEqual({})
  })
})

/** The required and recommended properties that Google documents for each type. */
const DOCUMENTED: Record<string, { required: string[]; recommended: string[] }> = {
  Course: {
    required: ['name', 'description', 'provider', 'offers', 'hasCourseInstance'],
    recommended: [
      'url',
      'image',
      'inLanguage',
      'datePublished',
      'publisher',
      'about',
      'aggregateRating',
      'educationalCredentialAwarded',
    ],
  },
  CourseInstance: { required: ['courseMode', 'courseWorkload'], recommended: ['instructor'] },
  Offer: { required: ['price', 'priceCurrency'], recommended: ['availability', 'url'] },
  Product: { required: ['name', 'offers', 'image'], recommended: ['description', 'brand', 'sku'] },
  AggregateRating: { required: ['ratingValue', 'ratingCount'], recommended: ['bestRating', 'reviewCount'] },
  Article: {
    required: ['headline'],
    recommended: ['author', 'datePublished', 'dateModified', 'image', 'publisher', 'mainEntityOfPage'],
  },
  Organization: { required: ['name'], recommended: ['url'] },
  PostalAddress: { required: ['addressLocality'], recommended: [] },
  FAQPage: { required: ['mainEntity'], recommended: [] },
  Question: { required: ['name', 'acceptedAnswer'], recommended: [] },
  Answer: { required: ['text'], recommended: [] },
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  ItemList: { required: ['itemListElement'], recommended: [] },
  ListItem: { required: ['position', 'name'], recommended: [] },
  Person: { required: ['name'], recommended: [] },
  Brand: { required: ['name'], recommended: [] },
  WebSite: { required: ['name', 'url'], recommended: [] },
  EducationalOccupationalCredential: { required: ['name'], recommended: ['credentialCategory'] },
}

/** Every object in a tree of structured data. */
const everyThing = (value: unknown): Record<string, unknown>[] => {
  if (Array.isArray(value)) return value.flatMap(everyThing)
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(everyThing)
  return '@type' in value ? [value as Record<string, unknown>, ...inside] : inside
}

const CRUMBS = [
  { title: 'Courses', path: '/course' },
  { title: 'Ladder safety', path: '/course/ladder-safety' },
]
const article = {
  title: 'How high is too high',
  meta_description: 'A question.',
  published_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-03T03:04:05.000Z',
  authors: [{ name: 'Ada Author' }],
}
const partner = {
  name: 'Granite Training',
  description: 'We teach.',
  url: 'https://granite.example.com',
  logo: '/granite.png',
  phone: '+15550100200',
  address: { street: '7 Quarry Road', city: 'Boulder', state: 'CO', postal_code: '80302', country: 'US' },
  social_links: ['https://social.example.com/granite'],
}

describe('structured data by Google’s documented rules', () => {
  test.each<[string, PageWords['data'], string[]]>([
    ['course (SEO-015, SEO-017)', { kind: 'course', course, crumbs: CRUMBS }, ['Course', 'BreadcrumbList']],
    ['bundle (SEO-015, SEO-017)', { kind: 'bundle', bundle, crumbs: CRUMBS }, ['Product', 'BreadcrumbList']],
    ['article (SEO-015, SEO-021)', { kind: 'blog', article }, ['Article']],
    ['partner page (SEO-014, SEO-015)', { kind: 'partnerpage', partner }, ['Organization']],
    ['FAQ (SEO-021)', { kind: 'faq', questions: [{ question: 'Why?', answer: 'Because.' }] }, ['FAQPage']],
    [
      'list of courses',
      { kind: 'courses', courses: ['a', 'b', 'c'].map((slug) => ({ title: slug, slug })) },
      ['ItemList'],
    ],
    ['start page', { kind: 'home' }, ['Organization', 'WebSite']],
  ])('%s: nothing that is required or recommended is missing or empty', (_, data, types) => {
    const things = thingsOf({ ...WORDS, ...(data && { data }) })
    expect(things.map((thing) => thing['@type'])).toEqual(types)
    expect(things.every((thing) => thing['@context'] === 'https://schema.org')).toBe(true)
    for (const thing of everyThing(things)) {
      const documented = DOCUMENTED[String(thing['@type'])]
      expect(documented, `${thing['@type']} is documented`).toBeDefined()
      const names = Object.keys(thing)
      // A repeated item with only an @id, or an inner item with only a name, needs nothing else.
      expect(names).toEqual(expect.arrayContaining(documented!.required))
      if (things.includes(thing)) expect(names).toEqual(expect.arrayContaining(documented!.recommended))
      expect(Object.values(thing)).not.toContain(null)
      expect(Object.values(thing)).not.toContain('')
    }
  })

  test('a course costs what one person pays, in USD, and shows its real rating (SEO-017, SEO-020)', () => {
    const [item] = thingsOf({ ...WORDS, data: { kind: 'course', course } })
    expect(item).toMatchObject({
      offers: [{ price: '29.00', priceCurrency: 'USD', category: 'Paid' }],
      hasCourseInstance: [{ courseMode: 'Online', courseWorkload: 'PT90M' }],
      aggregateRating: { ratingValue: 4.6, ratingCount: 8, reviewCount: 8 },
    })
    const without = { ...course, rating: null, reviews_count: 0 }
    expect(thingsOf({ ...WORDS, data: { kind: 'course', course: without } })[0]).not.toHaveProperty('aggregateRating')
  })

  test('on a demo portal a placeholder stands in for the rating (SEO-018)', () => {
    const [item] = thingsOf({ ...WORDS, data: { kind: 'course', course } }, { ...portal, is_demo: true })
    expect(item).toMatchObject({ aggregateRating: { reviewCount: expect.any(Number) } })
    expect(item).not.toMatchObject({ aggregateRating: { reviewCount: 8 } })
  })

  test('a bundle costs its discounted price (SEO-017)', () => {
    expect(thingsOf({ ...WORDS, data: { kind: 'bundle', bundle } })[0]).toMatchObject({
      offers: { price: '40.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    })
  })

  test('a partner that hides its address has none (CAT-042)', () => {
    const [item] = thingsOf({ ...WORDS, data: { kind: 'partnerpage', partner: { ...partner, address: null } } })
    expect(item).not.toHaveProperty('address')
  })

  test('a list of two courses is left out', () => {
    expect(thingsOf({ ...WORDS, data: { kind: 'courses', courses: [{ title: 'a', slug: 'a' }] } })).toEqual([])
  })
})
