import { readdirSync, readFileSync } from 'node:fs'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { burstTimes, CONFETTI } from './dialogs/confetti.ts'
import { ErrorView } from './lists/error-view.tsx'
import { Pager } from './lists/pagination.tsx'
import { initialsOf } from './parts/avatar.tsx'
import { Field, Input } from './parts/field.tsx'
import { DateText, TimeText } from './parts/time.tsx'
import { BundleCard } from './products/bundle-card.tsx'
import { CourseCard, type CourseCardData } from './products/course-card.tsx'
import { durationText } from './products/cover.tsx'
import { Price } from './products/price.tsx'
import { Rating } from './products/rating.tsx'
import { Footer, type FooterProps, inOrder, LEGAL_LINKS } from './site/footer.tsx'
import { Logo } from './site/logo.tsx'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), isServer: true })
const html = (element: ReactNode) =>
  renderToStaticMarkup(createElement(RouterContextProvider, { router } as never, element))
/** The visible text, without text for screen readers only. */
const words = (element: ReactNode) =>
  html(element)
    .replace(/<span class="only-read">.*?<\/span>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const hrefs = (markup: string) => [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

const course: CourseCardData = {
  slug: 'forklift-basics',
  title: 'Forklift Basics',
  thumbnail: '/files/forklift.svg',
  publication_status: 2,
  author: { name: 'Harbor Safety Institute', avatar: null },
  lowest_price: 89,
  has_several_prices: true,
  rating: 4.64,
  reviews_count: 12,
  duration: 90,
  is_bought: false,
}
const card = (more: Partial<CourseCardData> = {}) => createElement(CourseCard, { course: { ...course, ...more } })

test('a course card shows picture, title, author, lowest price, rating and a button to buy (CAT-013)', () => {
  const markup = html(card())
  expect(markup).toContain('src="/files/forklift.svg"')
  expect(words(card())).toBe('Harbor Safety Institute Forklift Basics 4.6 (12) 1 h 30 min from $89.00 Buy')
  expect(markup).toContain('Rated 4.6 out of 5, 12 reviews')
  expect(new Set(hrefs(markup))).toEqual(new Set(['/course/forklift-basics']))
})

test('a course that the viewer has offers to continue in place of buying (CAT-013)', () => {
  const markup = html(card({ is_bought: true }))
  expect(words(card({ is_bought: true }))).toMatch(/Continue$/)
  expect(hrefs(markup)).toContain('/courses/learner/forklift-basics')
})

test('a coming-soon course has no buy button (CAT-005)', () => {
  const text = words(card({ publication_status: 3, lowest_price: null }))
  expect(text).toContain('Coming soon')
  expect(text).not.toContain('Buy')
})

test('a card without reviews shows no rating, not one of 0', () => {
  expect(html(card({ rating: null }))).not.toContain('Rated')
  expect(html(card())).toContain('Rated')
})

const bundle = {
  slug: 'site',
  title: 'Site',
  thumbnail: null,
  price: 480,
  discount_price: 389,
  courses: [{ title: 'a' }],
}

test('a bundle with a discount shows the old price struck through (CAT-015)', () => {
  const markup = html(createElement(BundleCard, { bundle }))
  expect(markup).toMatch(/<s[^>]*>\$480\.00<\/s>/)
  expect(markup).toContain('$389.00')
  expect(html(createElement(BundleCard, { bundle: { ...bundle, discount_price: null } }))).not.toContain('<s ')
})

test('prices are shown in USD, a price of zero is free, and an unset one is left out (UIX-021)', () => {
  expect(words(createElement(Price, { amount: 1234.5 }))).toBe('$1,234.50')
  expect(words(createElement(Price, { amount: 0, isFrom: true }))).toBe('Free')
  expect(words(createElement(Price, { amount: null }))).toBe('')
  expect(html(createElement(Price, { amount: 50, old: 50 }))).not.toContain('<s ')
})

test('a rating stays within its five stars', () => {
  const width = (value: number) => /rect width="([\d.]+)"/.exec(html(createElement(Rating, { value })))?.[1]
  expect([width(4.6), width(7), width(-1)]).toEqual(['4.6', '5', '0'])
})

const footer: FooterProps = {
  portal: { name: 'Harbor', logo: null, secondary_logo: null },
  navigation: [
    { button_name: 'Last', title: 'Last', slug: 'last', sort_number: 30 },
    { button_name: '', title: 'First', slug: 'first', sort_number: 1 },
    { button_name: 'Middle', title: 'Middle', slug: 'middle', sort_number: 2 },
  ],
  contacts: { support_phone: '5550142398', support_email: 'help@example.com' },
  tax_form: '/files/w-9.pdf',
  scorm_agreement: '/files/scorm.pdf',
  year: 2026,
}

test('the footer has the legal links, the California link and both downloads (UIX-016, UIX-017)', () => {
  const markup = html(createElement(Footer, footer))
  const text = markup.replace(/&amp;/g, '&')
  for (const label of ['Terms of Use', 'Privacy Policy', 'ADA Accessibility']) expect(text).toContain(`>${label}</a>`)
  expect(text).toContain('Equal Employment & Anti-Discrimination Policy')
  expect(hrefs(markup)).toEqual(
    expect.arrayContaining([
      '/terms',
      '/privacy-statement',
      '/ada-accessibility',
      '/equal-employment-opportunity-and-anti-discrimination-policy',
      '/files/w-9.pdf',
      '/files/scorm.pdf',
    ]),
  )
  expect(text).toMatch(/<a target="_blank" rel="noopener" href="https:[^"]*">California/)
})

test('navigation groups are in ascending sort_number (PRT-015)', () => {
  expect(inOrder(footer.navigation).map((group) => group.slug)).toEqual(['first', 'middle', 'last'])
  expect(footer.navigation.map((group) => group.slug)).toEqual(['last', 'first', 'middle'])
  expect(words(createElement(Footer, footer))).toMatch(/First Middle Last/)
})

test('support contacts can be called and e-mailed (PRT-018, VAL-031)', () => {
  const markup = html(createElement(Footer, footer))
  expect(hrefs(markup)).toEqual(expect.arrayContaining(['tel:5550142398', 'mailto:help@example.com']))
  expect(markup).toContain('+1-555-014-2398')
  expect(html(createElement(Footer, { ...footer, contacts: {} }))).not.toContain('<address')
})

test('the legal links and the line below stay in every footer, whatever the portal put there (PRT-124)', () => {
  const site = {
    text: 'Since 1998',
    columns: [
      { title: 'Company', links: [{ label: 'Closed', href: '/faq?x=1' }] },
      { title: 'More', links: [{ label: 'Calendar', href: 'https://example.com/' }] },
    ],
    social: [{ network: 'linkedin' as const, href: 'https://www.linkedin.com/company/a' }],
    has_contacts: false,
    has_navigation: false,
  }
  const markup = html(createElement(Footer, { ...footer, site, isOpen: (path) => path !== '/faq' }))
  expect(markup).not.toContain('<address')
  expect(markup).not.toContain('Explore')
  expect(markup).toContain('Since 1998')
  // A link to a page that is switched off is left out, and with it a column that had no other.
  expect(markup).not.toContain('Company')
  expect(markup).toContain('Calendar')
  expect(markup).toContain('#linkedin')
  for (const { href } of LEGAL_LINKS) expect(markup).toContain(`href="${href}"`)
  expect(markup).toContain('Prices in USD')
})

const logo = (portal: { logo: string | null; secondary_logo: string | null }, place: 'header' | 'footer') =>
  [...html(createElement(Logo, { portal: { name: 'Harbor', ...portal }, place })).matchAll(/src="([^"]*)"/g)].map(
    ([, src]) => src,
  )

test('the header shows the logo or, if it is dark, the second one; the footer shows the second one (PRT-047)', () => {
  const both = { logo: '/a.png', secondary_logo: '/b.png' }
  expect(logo(both, 'header')).toEqual(['/a.png', '/b.png'])
  expect(logo(both, 'footer')).toEqual(['/b.png'])
})

test('a missing second logo falls back to the first, and without any the name is shown (PRT-048)', () => {
  const first = { logo: '/a.png', secondary_logo: null }
  expect(logo(first, 'footer')).toEqual(['/a.png'])
  expect(logo(first, 'header')).toEqual(['/a.png'])
  const none = { name: 'Harbor', logo: null, secondary_logo: null }
  expect(words(createElement(Logo, { portal: none }))).toBe('Harbor')
})

test('dates are in UTC; a time rendered on the server says that it is UTC (UIX-020)', () => {
  const late = '2026-03-09T23:30:00Z'
  expect(words(createElement(DateText, { value: late }))).toBe('Mar 9 2026')
  expect(words(createElement(TimeText, { value: late }))).toBe('March 9 2026 11:30 PM UTC')
  expect(html(createElement(DateText, { value: null }))).toBe('')
})

test('a field ties label, hint and error to its input (UIX-032)', () => {
  const field = {
    label: 'E-mail',
    hint: 'For the receipt',
    error: 'Wrong',
    isRequired: true,
    children: createElement(Input),
  }
  const markup = html(createElement(Field, field))
  const id = /<input[^>]*\sid="([^"]+)"/.exec(markup)![1]
  expect(markup).toContain(`for="${id}"`)
  expect(markup).toContain(`aria-describedby="${id}-hint ${id}-error"`)
  expect(markup).toContain('aria-invalid="true"')
  expect(markup).toContain(`id="${id}-error"`)
})

test('an error page shows message and code, and a button only if there is one (PRT-042, ERR-009)', () => {
  const view = { code: 403, message: 'The portal is blocked' }
  expect(words(createElement(ErrorView, view))).toBe('Error 403 The portal is blocked')
  expect(html(createElement(ErrorView, view))).not.toMatch(/<a |<button/)
})

test('the pager offers only existing pages (API-012)', () => {
  const pager = (next_cursor: string | null, prev_cursor: string | null) =>
    html(createElement(Pager, { meta: { next_cursor, prev_cursor }, hrefOf: (cursor) => `/course?cursor=${cursor}` }))
  expect(hrefs(pager('n', 'p'))).toEqual(['/course?cursor=p', '/course?cursor=n'])
  expect(hrefs(pager('n', null))).toEqual(['/course?cursor=n'])
  expect(pager(null, null)).toBe('')
})

test('confetti burst every 250 ms for one second, never more than ten times (UIX-010)', () => {
  expect(burstTimes()).toEqual([0, 250, 500, 750])
  expect(CONFETTI).toEqual({ lasts: 1000, every: 250, ticks: 10 })
})

test('initials and lengths as people write them', () => {
  expect(['Maria Santos', 'maria', 'Ana María de la Cruz', ' ', 'élan vital'].map(initialsOf)).toEqual([
    'MS',
    'M',
    'AC',
    '',
    'ÉV',
  ])
  expect([90, 60, 45, 2400, 0.2].map(durationText)).toEqual(['1 h 30 min', '1 h', '45 min', '40 h', '1 min'])
})

test('nothing that public pages load imports Mantine or parts of the screens', () => {
  const root = new URL('../', import.meta.url)
  const files = ['public', 'hooks', 'theme', 'icons', 'covers'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true }).map((file) => `${folder}/${file}`),
  )
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  expect(sources.length).toBeGreaterThan(30)
  const wrong = sources.filter((file) => {
    const text = readFileSync(new URL(file, root), 'utf8')
    return /(?:from|import)\s*\(?['"](?:@mantine|#ui\/app|(?:\.\.\/)+app)/.test(text)
  })
  expect(wrong).toEqual([])
})
