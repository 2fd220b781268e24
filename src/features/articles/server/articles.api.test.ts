import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { listArticleCategories, listArticles, showArticle } from '../contract.ts'
import { createArticle, createArticleCategory, updateArticle } from './api.ts'

const t = testApp()
const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)

const setUp = async (values: Record<string, unknown> = {}) => {
  const { portal, editor } = await contentOf(t, values)
  const write = (body: Parameters<typeof createArticle>[2]) =>
    editor.act((tx, ctx) => createArticle(tx, ctx, { is_draft: false, published_at: daysAgo(1), ...body }))
  return { portal, editor, write }
}

test('only published articles are shown, from their publication time on (CAT-031, CAT-036, CNT-026)', async () => {
  const { portal, write } = await setUp()
  const open = await write({ title: 'Open' })
  const hidden = [
    await write({ title: 'Draft', is_draft: true }),
    await write({ title: 'Tomorrow', published_at: new Date(Date.now() + DAY) }),
  ]
  expect((await t.as(portal).call(listArticles, { query: {} })).data.map(({ id }) => id)).toEqual([open.id])
  for (const { slug } of hidden)
    expect((await refusalOf(t.as(portal).call(showArticle, { params: { slug } })))?.status).toBe(404)
})

test('an article has its authors, category, tags, keywords and texts (CAT-037, CNT-024, CNT-025)', async () => {
  const { portal, editor, write } = await setUp()
  const category = await editor.act((tx, ctx) =>
    createArticleCategory(tx, ctx, { title: 'Field notes', sort_number: 1 }),
  )
  await editor.act((tx, ctx) => createArticleCategory(tx, ctx, { title: 'Empty', sort_number: 2 }))
  const [author, tag] = await t.platform(async (tx) => {
    const at = { portal_id: portal.id }
    const inserted = await tx
      .insertInto('authors')
      .values({ ...at, slug: 'uma', name: 'Uma Writer', description: '<p>Writes</p>', avatar: '/uma.jpg' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const term = await tx
      .insertInto('terms')
      .values({ ...at, kind: 'tag', slug: 'ladders', title: 'Ladders' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return [inserted.id, term.id] as const
  })
  const { slug } = await write({
    title: 'On ladders',
    text: '<p>Three words here</p><script>bad()</script>',
    article_category_id: category.id,
    author_ids: [author],
    tag_ids: [tag],
    cover: '/cover.jpg',
    meta_description: 'About ladders',
    seo_image: '/seo.jpg',
  })
  const { data } = await t.as(portal).call(showArticle, { params: { slug } })
  expect(data).toMatchObject({
    slug: 'on-ladders',
    text: '<p>Three words here</p>',
    word_count: 3,
    cover: '/cover.jpg',
    seo_image: '/seo.jpg',
    category: { title: 'Field notes', slug: 'field-notes' },
    authors: [{ name: 'Uma Writer', description: '<p>Writes</p>', avatar: '/uma.jpg' }],
    tags: [{ title: 'Ladders' }],
  })
  const listed = await t.as(portal).call(listArticles, { query: { category: 'field-notes', author } })
  expect(listed.data.map(({ slug: name }) => name)).toEqual(['on-ladders'])
  expect((await t.as(portal).call(listArticles, { query: { category: 'empty' } })).data).toEqual([])
  expect((await t.as(portal).call(listArticleCategories)).data.map(({ slug: name }) => name)).toEqual(['field-notes'])
})

test('articles are sorted by time, title, change and length, page by page (CNT-027, CAT-021)', async () => {
  const { portal, write } = await setUp()
  await write({ title: 'B', text: '<p>one</p>', published_at: daysAgo(3) })
  await write({ title: 'A', text: '<p>one two three</p>', published_at: daysAgo(2) })
  await write({ title: 'C', text: '<p>one two</p>', published_at: daysAgo(1) })
  const titles = async (sort?: '-published_at' | 'title' | '-title' | 'word_count' | '-word_count' | 'published_at') =>
    (await t.as(portal).call(listArticles, { query: sort ? { sort } : {} })).data.map(({ title }) => title).join('')
  expect(await titles()).toBe('CAB')
  expect(await titles('published_at')).toBe('BAC')
  expect(await titles('title')).toBe('ABC')
  expect(await titles('-title')).toBe('CBA')
  expect(await titles('word_count')).toBe('BCA')
  expect(await titles('-word_count')).toBe('ACB')
  const first = await t.as(portal).call(listArticles, { query: { per_page: 2 } })
  const cursor = first.meta.next_cursor ?? ''
  expect(
    (await t.as(portal).call(listArticles, { query: { per_page: 2, cursor } })).data.map(({ title }) => title),
  ).toEqual(['B'])
})

test('a draft is published only with a time (CNT-026)', async () => {
  const { portal, editor, write } = await setUp()
  const { id, slug } = await write({ title: 'Draft', is_draft: true, published_at: null })
  await expect(editor.act((tx, ctx) => updateArticle(tx, ctx, id, { is_draft: false }))).rejects.toMatchObject({
    code: 'invalid',
    fields: { published_at: ['This field is required.'] },
  })
  await editor.act((tx, ctx) => updateArticle(tx, ctx, id, { is_draft: false, published_at: daysAgo(1) }))
  expect((await t.as(portal).call(showArticle, { params: { slug } })).data.title).toBe('Draft')
})

test('a portal without a blog has no articles, and another portal’s articles are not shown (ROU-108, ROU-109, ROU-130, API-021)', async () => {
  const { write } = await setUp()
  const { slug } = await write({ title: 'Here' })
  const other = await contentOf(t)
  expect((await refusalOf(t.as(other.portal).call(showArticle, { params: { slug } })))?.status).toBe(404)
  const closed = await setUp({ has_blog: false })
  const own = await closed.write({ title: 'Nobody reads' })
  const visitor = t.as(closed.portal)
  for (const call of [
    () => visitor.call(listArticles, { query: {} }),
    () => visitor.call(showArticle, { params: { slug: own.slug } }),
    () => visitor.call(listArticleCategories),
  ])
    expect((await refusalOf(call()))?.status).toBe(404)
})
