import { expect, test } from 'vitest'
import type { SiteLink } from '#kernel/product/site-look.ts'
import { z } from '#kernel/schema.ts'
import { normalTheme, PLAIN_FOOTER, PLAIN_HEADER, THEME_FIELDS, THEME_SHAPE, ThemeChange } from './theme.ts'

const parse = (value: unknown) => z.safeParse(ThemeChange, value)
const pathsOf = (value: unknown) => parse(value).error?.issues.map(({ path }) => path.join('.'))
const column = (title: string, links: SiteLink[]) => ({ title, links })
const link = { label: 'About', href: '/about-us' }

test('a theme is colors, logos, fonts, header and footer, each of which is answered (PRT-125)', () => {
  expect(Object.keys(THEME_SHAPE).toSorted()).toEqual([...THEME_FIELDS].toSorted())
})

test.each([
  ['a font that does not ship with the program', { text_font: 'comic' }, ['text_font']],
  ['an arrangement that there is not', { site_header: { layout: 'up' } }, ['site_header.layout']],
  ['a button without a label', { site_header: { action: { label: ' ', href: '/a' } } }, ['site_header.action.label']],
  [
    'a script as an address',
    { site_header: { action: { label: 'Go', href: 'javascript:alert(1)' } } },
    ['site_header.action.href'],
  ],
  [
    'an address that names another host by two slashes',
    { site_header: { action: { label: 'Go', href: '//evil.com' } } },
    ['site_header.action.href'],
  ],
  ['a column without links', { site_footer: { columns: [column('Company', [])] } }, ['site_footer.columns.0.links']],
  ['a column without a title', { site_footer: { columns: [column('', [link])] } }, ['site_footer.columns.0.title']],
  [
    'five columns',
    { site_footer: { columns: [1, 2, 3, 4, 5].map((at) => column(`${at}`, [link])) } },
    ['site_footer.columns'],
  ],
  [
    'eleven links',
    { site_footer: { columns: [column('All', Array(11).fill(link))] } },
    ['site_footer.columns.0.links'],
  ],
  [
    'a network by mail',
    { site_footer: { social: [{ network: 'x', href: 'mailto:a@b.com' }] } },
    ['site_footer.social.0.href'],
  ],
  [
    'a network twice',
    {
      site_footer: {
        social: [
          { network: 'x', href: 'https://x.com/a' },
          { network: 'x', href: 'https://x.com/b' },
        ],
      },
    },
    ['site_footer.social'],
  ],
])('%s is refused where it is entered (PRT-122, PRT-123, PRT-124)', (_, value, paths) => {
  expect(pathsOf(value)).toEqual(paths)
})

test('what a header or footer leaves out is as in the plain one (PRT-123, PRT-124)', () => {
  expect(parse({ site_header: {}, site_footer: {} }).data).toEqual({
    site_header: PLAIN_HEADER,
    site_footer: PLAIN_FOOTER,
  })
})

test('what is empty or plain is kept as null, so that such a portal has nothing of its own (PRT-122, PRT-123, PRT-124)', () => {
  expect(
    normalTheme({
      primary_color: '',
      text_font: 'inter',
      heading_font: 'inter',
      site_header: PLAIN_HEADER,
      site_footer: { ...PLAIN_FOOTER, text: '' },
    }),
  ).toEqual({ primary_color: null, text_font: null, heading_font: 'inter', site_header: null, site_footer: null })
  const kept = {
    site_header: { ...PLAIN_HEADER, has_search: false },
    site_footer: { ...PLAIN_FOOTER, columns: [column('Company', [link])] },
  }
  expect(normalTheme(kept)).toEqual(kept)
  expect(normalTheme({ primary_color: '#112233' })).toEqual({ primary_color: '#112233' })
})
