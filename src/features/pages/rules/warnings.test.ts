import { describe, expect, test } from 'vitest'
import { deadLinkWarnings } from '#kernel/checks/text-checks.ts'
import type { AnyBlock } from './blocks.ts'
import { STARTING_POINTS } from './starting-points.ts'
import { PAGE_TEMPLATES } from './templates.ts'
import { ownLinks, pageWarnings } from './warnings.ts'

const WORDS = { title: 'Ladders', meta_title: 'Ladders', meta_description: 'All about ladders' }
const block = (type: string, props: object, id = 'a'): AnyBlock => ({ type, props: { id, ...props } })
const text = (html: string, id?: string, mode = 'full') => block('EditorText', { mode, html }, id)
const CONTRASTS: Record<string, number> = { '#999999': 2.8, '#777777': 4.48, '#333333': 12.6 }
const warningsOf = (components: AnyBlock[], words = {}) =>
  pageWarnings({ ...WORDS, ...words, components }, (color) => CONTRASTS[color] ?? null)
const codes = (components: AnyBlock[], words = {}) => warningsOf(components, words).map(({ code }) => code)

describe('what is said of a page before it is published (SEO-031)', () => {
  test.each(PAGE_TEMPLATES)('the template $key has its headings in order', ({ blocks }) => {
    expect(codes([...blocks]).filter((code) => ['h1', 'level'].includes(code))).toEqual([])
  })

  test.each(STARTING_POINTS.flatMap(({ key, pages }) => pages.map((page) => ({ key, ...page }))))(
    'the page $slug of the starting point $key has nothing to improve (PRT-121)',
    ({ title, ...page }) => {
      expect(warningsOf([...page.blocks], { title, meta_title: title, ...page })).toEqual([])
    },
  )

  test.each([
    ['one main heading', [text('<h1>Ladders</h1><h2>Rungs</h2>')], []],
    ['no main heading, where the title is one', [text('<h2>Rungs</h2><h3>Feet</h3>')], []],
    ['two main headings', [text('<h1>Ladders</h1>'), text('<h1>Stairs</h1>', 'b')], ['h1']],
    ['a level left out', [text('<h1>Ladders</h1><h3>Feet</h3>')], ['level']],
    ['a level left out below the title', [text('<h4>Feet</h4>')], ['level']],
    ['levels that go back up', [text('<h2>A</h2><h3>B</h3><h2>C</h2>')], []],
    [
      'headings in a section',
      [block('Section', { column_1: [text('<h1>A</h1>')], column_2: [text('<h1>B</h1>', 'b')] })],
      ['h1'],
    ],
    ['a heading of a plain text', [text('<h1>A</h1><h1>B</h1>', 'a', 'title-only')], []],
    ['a picture without a description', [block('Image', { src: '/api/v1/media/x', alt: ' ' })], ['alt']],
    ['a picture with one', [block('Image', { src: '/api/v1/media/x', alt: 'A ladder' })], []],
    ['a picture that is not chosen yet', [block('Image', { src: '', alt: '' })], []],
    [
      'a slide without a description',
      [block('Carousel', { slides: [{ src: '/x.png', alt: '' }, { src: null }] })],
      ['alt'],
    ],
    ['a picture in a text that nobody has described', [text('<p><img src="/x.png"></p>')], ['alt']],
    ['a decoration in a text', [text('<p><img src="/x.png" alt=""></p>')], []],
    ['a link without words', [text('<p><a href="/faq"> </a></p>')], ['link']],
    ['a link around a picture with words', [text('<p><a href="/faq"><img src="/x.png" alt="FAQ"></a></p>')], []],
    ['a link to nowhere', [text('<p><a href="#">Here</a></p>')], ['link']],
    ['gray on white', [text('<p><span style="color: #999999">Soft</span></p>')], ['contrast']],
    ['gray that is too light for a text', [text('<p><span style="color: #777777">Soft</span></p>')], ['contrast']],
    ['and dark enough for a large heading', [text('<h2 style="color: #777777">Soft</h2>')], []],
    ['dark gray on white', [text('<p><span style="color: #333333">Firm</span></p>')], []],
    [
      'gray on a dark section',
      [block('Section', { tone: 'dark', column_1: [text('<p><span style="color: #999999">Soft</span></p>')] })],
      [],
    ],
  ] as [string, AnyBlock[], string[]][])('%s', (_, components, expected) => {
    expect(codes(components)).toEqual(expected)
  })

  test.each([
    [{ title: 'x'.repeat(160) }, 0],
    [{ title: 'x'.repeat(161) }, 1],
    [{ meta_title: 'x'.repeat(61), meta_description: 'x'.repeat(161) }, 2],
  ])('texts for search engines that are cut (%#)', (words, count) => {
    expect(codes([], words)).toEqual(Array.from({ length: count }, () => 'length'))
  })

  test('a warning names its block, so that a press leads to it', () => {
    expect(warningsOf([text('<h1>A</h1>'), text('<h1>Two &amp; more</h1>', 'b')])).toEqual([
      { code: 'h1', block: 'b', text: '“Two & more” is a second main heading. A page has one; use Heading 2 here.' },
    ])
  })

  test('links to the portal itself are asked for, those elsewhere are not', () => {
    const links = ownLinks([
      text(
        '<p><a href="/faq?x=1&amp;y=2">FAQ</a> <a href="https://a.example/">A</a> <a href="//b.example">B</a> <a href="#c">C</a></p>',
      ),
      block('Image', { src: '/api/v1/media/1', alt: 'x', link: { href: '/course/x' } }, 'b'),
      block(
        'Section',
        { column_1: [block('Buttons', { buttons: [{ label: 'Go', link: { href: '/gone' } }] }, 'c')] },
        's',
      ),
      block('Carousel', { slides: [{ src: '/api/v1/media/2' }] }, 'd'),
    ])
    expect(links).toEqual([
      { block: 'a', address: '/faq?x=1&y=2' },
      { block: 'b', address: '/course/x' },
      { block: 'b', address: '/api/v1/media/1' },
      { block: 'c', address: '/gone' },
      { block: 'd', address: '/api/v1/media/2' },
    ])
    expect(deadLinkWarnings(links, ['/gone'])).toEqual([
      { code: 'dead_link', block: 'c', text: '/gone is not published here, or does not exist.' },
    ])
  })
})
