import { deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { createPage, deletePage, listPages, showPortalPage, updatePage } from '../contract.ts'
import { showPage } from '../contract-site.ts'
import type { AnyBlock } from '../rules/blocks.ts'

const t = testApp()
const WORDS = { title: 'About us', meta_title: 'About us', meta_description: 'Who we are' }
const heading = (id: string, html = '<h1>Hello</h1>') => ({ type: 'Heading', props: { id, html } })

const setUp = async () => {
  const { portal, editor } = await contentOf(t)
  const admin = await t.make.person('portal_admin', { portal })
  return { portal, editor, admin, api: t.as(admin) }
}

test('a published page is read by its slug with all its fields, a draft is not (CAT-022, CAT-030, PGB-001, PGB-004, PGB-005, ROU-015)', async () => {
  const { portal, api } = await setUp()
  const body = {
    ...WORDS,
    custom_page_title: 'Who we are',
    seo_keywords: 'about, us',
    publication_status: 2 as const,
    button_name: 'About',
    show_header: false,
    components: [heading('a')],
  }
  const { data: page } = await api.call(createPage, { body })
  expect(page).toMatchObject({ ...body, slug: 'about-us', show_footer: true, seo_image: null })
  const { data } = await t.as(portal).call(showPage, { params: { slug: 'about-us' } })
  expect(data).toMatchObject({
    custom_page_title: 'Who we are',
    show_header: false,
    show_footer: true,
    button_name: 'About',
  })
  expect(data.components).toEqual([
    { type: 'Heading', props: { id: 'a', html: '<h1>Hello</h1>', align: 'left', visibility: 'all' } },
  ])
  await api.call(updatePage, { params: { id: page.id }, body: { publication_status: 1 } })
  const read = (who: Parameters<typeof t.as>[0], query = {}) =>
    t.as(who).call(showPage, { params: { slug: 'about-us' }, query })
  expect((await refusalOf(read(portal)))?.status).toBe(404)
  expect((await refusalOf(read(portal, { preview: '1' })))?.status).toBe(404)
})

test('with preview=1 people who edit pages see a draft (ROU-117)', async () => {
  const { portal, api } = await setUp()
  await api.call(createPage, { body: WORDS })
  const read = (who: Parameters<typeof t.as>[0]) =>
    t.as(who).call(showPage, { params: { slug: 'about-us' }, query: { preview: '1' } })
  const learner = await t.make.person('learner', { portal })
  const editor = await t.make.person('editor', { portal })
  expect((await refusalOf(read(learner)))?.status).toBe(404)
  expect((await read(editor)).data.publication_status).toBe(1)
})

test('components come back in the form they were sent (PGB-002, PGB-003)', async () => {
  const { portal, api } = await setUp()
  const blocks = [heading('a'), heading('b')]
  const packed = deflateSync(JSON.stringify(blocks)).toString('base64')
  const { data } = await api.call(createPage, { body: { ...WORDS, publication_status: 2, components: packed } })
  expect(typeof data.components).toBe('string')
  const unpacked = JSON.parse(
    inflateSync(Buffer.from(data.components as string, 'base64')).toString('utf8'),
  ) as AnyBlock[]
  expect(unpacked.map(({ props }) => props.id)).toEqual(['a', 'b'])
  expect((await t.as(portal).call(showPage, { params: { slug: data.slug } })).data.components).toEqual(unpacked)
  const { data: plain } = await api.call(updatePage, { params: { id: data.id }, body: { components: [heading('c')] } })
  expect(plain.components).toMatchObject([{ props: { id: 'c' } }])
})

test.each([
  ['an unknown block', [{ type: 'Script', props: { id: 'a' } }]],
  ['a block without an id', [{ type: 'Heading', props: { html: 'x' } }]],
  ['two blocks with one id', [heading('a'), heading('a')]],
  [
    'a section within a section',
    [{ type: 'Section', props: { id: 's', column_1: [{ type: 'Section', props: { id: 't' } }] } }],
  ],
  [
    'a link to a script',
    [{ type: 'Buttons', props: { id: 'b', items: [{ label: 'x', link: { href: 'javascript:alert(1)' } }] } }],
  ],
  ['a picture from another scheme', [{ type: 'Image', props: { id: 'i', src: 'data:text/html,x' } }]],
  ['a video of another host', [{ type: 'Video', props: { id: 'v', video: 'https://example.com/v.mp4' } }]],
  ['text that is not deflated', 'nonsense'],
  ['something that is not a list', deflateSync('{}').toString('base64')],
])('%s is refused on the field components (PGB-017, PGB-020, PGB-031, PGB-034)', async (_, components) => {
  const { api } = await setUp()
  const refusal = await refusalOf(api.call(createPage, { body: { ...WORDS, components: components as never } }))
  expect([refusal?.status, Object.keys(refusal?.errors ?? {})]).toEqual([422, ['components']])
})

test('the HTML of every editor is cleaned according to its mode (PGB-029, PGB-031, PGB-033, PGB-034)', async () => {
  const { api } = await setUp()
  const text = (id: string, mode: string, html: string) => ({ type: 'EditorText', props: { id, mode, html } })
  const components = [
    heading('h', '<h2 onclick="x()">A <em>b</em><img src=x onerror=y></h2>'),
    {
      type: 'Section',
      props: {
        id: 's',
        layout: '4-6',
        column_1: [text('a', 'full', '<table><tr><td>1</td></tr></table><iframe src="//x"></iframe>')],
        column_2: [
          text('b', 'only-text', '<h2>x</h2><p><strong>y</strong></p>'),
          text('c', 'title-only', 'List<String>'),
        ],
      },
    },
  ]
  const { data } = await api.call(createPage, { body: { ...WORDS, components } })
  const [first, section] = data.components as AnyBlock[]
  const inside = [section?.props.column_1, section?.props.column_2].flat() as AnyBlock[]
  expect(first?.props.html).toBe('<h2>A <em>b</em></h2>')
  expect(inside.map(({ props }) => props.html)).toEqual([
    '<table><tr><td>1</td></tr></table>',
    'x<p><strong>y</strong></p>',
    'List<String>',
  ])
})

test('title and meta texts are required and have their limits (PGB-006)', async () => {
  const { api } = await setUp()
  const long = { title: 'a'.repeat(201), meta_title: 'b'.repeat(101), meta_description: 'c'.repeat(201) }
  for (const body of [{ title: '', meta_title: ' ', meta_description: '' }, long]) {
    const refusal = await refusalOf(api.call(createPage, { body }))
    expect([refusal?.status, Object.keys(refusal?.errors ?? {}).sort()]).toEqual([
      422,
      ['meta_description', 'meta_title', 'title'],
    ])
  }
})

test('slugs are unique, numbered if taken, and never hide a page of the product (CNT-023, ROU-008)', async () => {
  const { api } = await setUp()
  const slugOf = async (body: object) => (await api.call(createPage, { body: { ...WORDS, ...body } })).data.slug
  expect(await slugOf({})).toBe('about-us')
  expect(await slugOf({})).toBe('about-us-2')
  expect(await slugOf({ slug: 'course' })).toBe('course-2')
  expect(await slugOf({ slug: 'home' })).toBe('home')
})

test('pages are listed, changed and deleted only within their portal (PGB-037, CNT-034, API-021)', async () => {
  const { portal, api } = await setUp()
  const other = await setUp()
  const { data } = await api.call(createPage, { body: WORDS })
  const params = { id: data.id }
  for (const call of [
    () => other.api.call(showPortalPage, { params }),
    () => other.api.call(updatePage, { params, body: { title: 'Mine' } }),
    () => other.api.call(deletePage, { params }),
  ])
    expect((await refusalOf(call()))?.status).toBe(404)
  expect((await other.api.call(listPages, { query: {} })).data).toEqual([])
  expect((await api.call(listPages, { query: { search: 'about' } })).data.map(({ id }) => id)).toEqual([data.id])
  await api.call(deletePage, { params })
  expect((await refusalOf(api.call(showPortalPage, { params })))?.status).toBe(404)
  expect((await refusalOf(t.as(portal).call(showPage, { params: { slug: data.slug } })))?.status).toBe(404)
})
