import { describe, expect, test } from 'vitest'
import { articleCategories, articles } from '#features/articles/contract-lists.ts'
import { faq, questionCategories } from '#features/faq/contract-lists.ts'
import { authors, features } from '#features/partners/contract-content.ts'
import { agencies, organizations } from '#features/terms/contract-lists.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { headersOf, type TestPerson, testApp } from '../../tests/api.ts'
import { contentOf } from '../../tests/content.ts'
import { multipart, png } from '../../tests/multipart.ts'
import { refusalOf } from '../../tests/shop.ts'

const t = testApp()

type Answer = { data: Record<string, unknown> & { id: number } }
type Rows = { data: (Record<string, unknown> & { id: number })[] }
type Call = <A = Answer>(endpoint: AnyEndpoint, args: object) => Promise<A>

/** Somebody of a portal with shop, catalog and blog, and their calls. */
const editorOf = async (role: TestPerson['role'] = 'editor') => {
  const { portal } = await contentOf(t)
  const person = await t.make.person(role, { portal })
  return { portal, person, call: t.as(person).call as unknown as Call }
}

const html = (text: string) => `<p>${text}</p>`
/** Each list with what names its records, and a record of a name. */
const LISTS = {
  faq: { calls: faq, name: 'question', make: (name: string) => ({ question: name, answer: html('So.') }) },
  'question-categories': { calls: questionCategories, name: 'title', make: (title: string) => ({ title }) },
  features: { calls: features, name: 'title', make: (title: string) => ({ title }) },
  authors: { calls: authors, name: 'name', make: (name: string) => ({ name }) },
  'article-categories': { calls: articleCategories, name: 'title', make: (title: string) => ({ title }) },
  articles: { calls: articles, name: 'title', make: (title: string) => ({ title, text: html('One two') }) },
} as const
type List = (typeof LISTS)[keyof typeof LISTS]

describe.each(Object.entries(LISTS))('%s', (_, { calls, name, make }: List) => {
  test('an editor adds, finds, sorts, changes and deletes a record (CNT-001, CNT-035, ROL-040, ROL-041, ROL-044)', async () => {
    const { call } = await editorOf()
    const first = (await call(calls.create, { body: make('Anchors') })).data
    await call(calls.create, { body: make('Beams') })
    const names = async (query: object) => (await call<Rows>(calls.list, { query })).data.map((row) => row[name])
    expect(await names({ sort: name })).toEqual(['Anchors', 'Beams'])
    expect(await names({ sort: `-${name}` })).toEqual(['Beams', 'Anchors'])
    expect(await names({ search: 'beam' })).toEqual(['Beams'])
    const at = { params: { id: first.id } }
    await call(calls.update, { ...at, body: { [name]: 'Cranes' } })
    expect((await call(calls.show, at)).data[name]).toBe('Cranes')
    await call(calls.remove, at)
    expect(await names({})).toEqual(['Beams'])
    expect((await refusalOf(call(calls.show, at)))?.status).toBe(404)
  })

  test('refuses a record without a name, and one of another portal (VAL-008, API-021)', async () => {
    const { call } = await editorOf()
    expect((await refusalOf(call(calls.create, { body: { ...make('x'), [name]: ' ' } })))?.errors).toHaveProperty(name)
    const other = await editorOf()
    const { id } = (await other.call(calls.create, { body: make('Elsewhere') })).data
    const at = { params: { id } }
    for (const refused of [calls.show, calls.remove]) expect((await refusalOf(call(refused, at)))?.status).toBe(404)
    expect((await refusalOf(call(calls.update, { ...at, body: make('Mine') })))?.status).toBe(404)
  })
})

test.each(['faq', 'question-categories', 'features', 'article-categories'] as const)(
  'a new record of %s goes to the end of its list, and stands where it is put (CNT-008, CNT-009, CNT-013)',
  async (list) => {
    const { calls, name, make } = LISTS[list]
    const { call } = await editorOf()
    for (const title of ['A', 'B']) await call(calls.create, { body: make(title) })
    await call(calls.create, { body: { ...make('First'), sort_number: 0 } })
    const { id } = (await call(calls.create, { body: make('C') })).data
    const names = async () => (await call<Rows>(calls.list, { query: {} })).data.map((row) => row[name])
    expect(await names()).toEqual(['First', 'A', 'B', 'C'])
    await call(calls.update, { params: { id }, body: { sort_number: 1 } })
    expect(await names()).toEqual(['First', 'A', 'C', 'B'])
    await call(calls.update, { params: { id }, body: { sort_number: null } })
    expect(await names()).toEqual(['First', 'A', 'B', 'C'])
  },
)

test('records point only at records of the portal, each refused at its field (API-021)', async () => {
  const { call } = await editorOf()
  const other = await editorOf()
  const make = async (calls: List['calls'], body: object) => (await other.call(calls.create, { body })).data.id
  const category = await make(questionCategories, { title: 'Theirs' })
  const refusal = await refusalOf(
    call(faq.create, { body: { ...LISTS.faq.make('Why?'), question_category_id: category } }),
  )
  expect(Object.keys(refusal?.errors ?? {})).toEqual(['question_category_id'])
  const author = await make(authors, { name: 'Theirs' })
  const body = { title: 'Mine', author_ids: [author], tag_ids: [1], article_category_id: 1 }
  expect(Object.keys((await refusalOf(call(articles.create, { body })))?.errors ?? {}).sort()).toEqual([
    'article_category_id',
    'author_ids',
    'tag_ids',
  ])
})

test('what is in use says so, and deleting it leaves the others (CNT-022, CNT-039)', async () => {
  const { call } = await editorOf()
  const add = async (calls: List['calls'], body: object) => (await call(calls.create, { body })).data.id
  const [category, author] = [await add(articleCategories, { title: 'Notes' }), await add(authors, { name: 'Ann' })]
  const links = { article_category_id: category, author_ids: [author] }
  const article = await add(articles, { title: 'On ladders', ...links })
  for (const [calls, id] of [
    [articleCategories, category],
    [authors, author],
  ] as const) {
    expect((await call(calls.show, { params: { id } })).data['used_by']).toEqual([{ by: 'articles', count: 1 }])
    await call(calls.remove, { params: { id } })
  }
  expect((await call(articles.show, { params: { id: article } })).data).toMatchObject({
    title: 'On ladders',
    article_category_id: null,
    author_ids: [],
  })
  const questions = await add(questionCategories, { title: 'Buying' })
  const question = await add(faq, { ...LISTS.faq.make('Why?'), question_category_id: questions })
  expect((await call<Rows>(questionCategories.list, { query: {} })).data[0]?.['used_by']).toEqual([
    { by: 'questions', count: 1 },
  ])
  await call(questionCategories.remove, { params: { id: questions } })
  expect((await call(faq.show, { params: { id: question } })).data).toMatchObject({ question_category_id: null })
})

test('articles keep the order of their authors, and are found by status and category (CNT-024, CNT-025)', async () => {
  const { call } = await editorOf()
  const add = async (calls: List['calls'], body: object) => (await call(calls.create, { body })).data
  const [ann, bob] = [(await add(authors, { name: 'Ann' })).id, (await add(authors, { name: 'Bob' })).id]
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const at = (published_at: string) => ({ is_draft: false, published_at })
  await add(articles, { title: 'Draft' })
  await add(articles, { title: 'Soon', author_ids: [bob, ann], ...at(tomorrow) })
  await add(articles, { title: 'Out', text: html('One two three'), ...at('2020-01-01T00:00:00Z') })
  const rows = async (query: object) => (await call<Rows>(articles.list, { query })).data
  for (const [state, title] of [
    ['draft', 'Draft'],
    ['scheduled', 'Soon'],
    ['published', 'Out'],
  ])
    expect((await rows({ state })).map((row) => [row['title'], row['state']])).toEqual([[title, state]])
  expect((await rows({ search: 'soon' }))[0]).toMatchObject({ author_names: ['Bob', 'Ann'] })
  expect((await rows({ sort: 'published_at' })).map(({ title }) => title)).toEqual(['Out', 'Soon', 'Draft'])
  expect((await rows({ sort: '-word_count' }))[0]).toMatchObject({ title: 'Out', word_count: 3 })
})

const PICTURES = [
  ['/portal/agencies', agencies, ['logo', 'seo-image']],
  ['/portal/organizations', organizations, ['logo', 'seo-image']],
  ['/portal/authors', authors, ['avatar']],
  ['/admin/articles', articles, ['thumbnail', 'cover', 'seo-image']],
] as const
const COLUMNS: Record<string, string> = { 'seo-image': 'seo_image', thumbnail: 'image' }

test.each(PICTURES)(
  '%s: pictures are uploaded, replaced and removed, and other files are refused (CNT-003, CNT-005, CNT-011, CNT-029, UPL-016)',
  async (path, calls, pictures) => {
    const { portal, person, call } = await editorOf()
    const named = path === '/portal/authors' ? { name: 'Ann' } : { title: 'Ann' }
    const { id } = (await call(calls.create, { body: named })).data
    const send = async (picture: string, bytes: Uint8Array, who = person) => {
      const { payload, headers } = await multipart({ file: { name: 'a.png', bytes, type: 'image/png' } })
      const url = `/api/v1${path}/${id}/${picture}`
      const answer = await t.request(who, {
        method: 'POST',
        url,
        headers: { ...headersOf(t.config, who), ...headers },
        payload,
      })
      return { status: answer.statusCode, body: answer.json() as Answer & { errors?: object } }
    }
    const learner = await t.make.person('learner', { portal })
    const stranger = (await editorOf()).person
    for (const picture of pictures) {
      const column = COLUMNS[picture] ?? picture
      const first = await send(picture, png())
      expect(first.status).toBe(200)
      const src = String(first.body.data[column])
      expect((await t.request(portal, { method: 'GET', url: src })).statusCode).toBe(200)
      expect((await send(picture, Buffer.from('no picture'))).body.errors).toHaveProperty('file')
      expect((await send(picture, png(), learner)).status).toBe(403)
      expect((await send(picture, png(), stranger)).status).toBe(404)
      const second = await send(picture, png(9, 9))
      expect(second.body.data[column]).not.toBe(src)
      expect((await t.request(portal, { method: 'GET', url: src })).statusCode).toBe(404)
      const removed = (calls as unknown as Record<string, AnyEndpoint>)[`remove_${column}`] as AnyEndpoint
      expect((await call(removed, { params: { id } })).data[column]).toBeNull()
    }
  },
)
