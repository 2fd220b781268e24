import { expect, test } from 'vitest'
import { articleCategories, articles } from '#features/articles/contract-lists.ts'
import { bundles } from '#features/bundles/contract-lists.ts'
import { createPage, deletePages, putPagesLive, showPortalPage, updatePage } from '#features/pages/contract.ts'
import { showPage } from '#features/pages/contract-site.ts'
import { partnerAuthors } from '#features/partners/contract-content.ts'
import { agencies, tags } from '#features/terms/contract-lists.ts'
import type { ManyResults } from '#kernel/content.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { headersOf, type TestPerson, testApp } from '../../tests/api.ts'
import { contentOf } from '../../tests/content.ts'
import { multipart, png } from '../../tests/multipart.ts'
import { aPartnerOf } from '../../tests/partners.ts'
import { refusalOf, shopOf } from '../../tests/shop.ts'

const t = testApp()
const shop = shopOf(t)

type Record = { [name: string]: unknown; id: number; title: string }
type Call = <A = { data: Record; version: number }>(
  endpoint: AnyEndpoint,
  args: object,
  options?: { version: number },
) => Promise<A>
const callsOf = (who: TestPerson) => t.as(who).call as unknown as Call

const editorOf = async (role: TestPerson['role'] = 'editor') => {
  const { portal } = await contentOf(t)
  const person = await t.make.person(role, { portal })
  const call = callsOf(person)
  const add = async (calls: { create: AnyEndpoint }, body: object) => (await call(calls.create, { body })).data.id
  const many = async (endpoint: AnyEndpoint | undefined, body: object, query: object = {}) =>
    (await call<{ data: ManyResults }>(endpoint as AnyEndpoint, { body, query })).data
  return { portal, person, call, add, many }
}
const NONE = { changed: [], unchanged: [], refused: [] }
const GONE = { title: null, code: 'not_found', message: 'Resource not found!' }

test('several records are deleted in one call; those in use stay with what uses them, and foreign ones are not found (CNT-044, CNT-046)', async () => {
  const { call, add, many } = await editorOf()
  const other = await editorOf()
  const [used, first, last] = [
    await add(articleCategories, { title: 'Used' }),
    await add(articleCategories, { title: 'First' }),
    await add(articleCategories, { title: 'Last' }),
  ]
  const foreign = await other.add(articleCategories, { title: 'Theirs' })
  for (const title of ['One', 'Two']) await add(articles, { title, article_category_id: used })
  expect(await many(articleCategories.remove_many, { ids: [last, used, foreign, first, first] })).toEqual({
    ...NONE,
    changed: [first, last],
    refused: [
      { id: used, title: 'Used', code: 'conflict', message: '2 articles use it.' },
      { id: foreign, ...GONE },
    ],
  })
  expect((await call(articleCategories.show, { params: { id: used } })).data.title).toBe('Used')
  expect((await other.call(articleCategories.show, { params: { id: foreign } })).data.title).toBe('Theirs')
  // The same call again finds nothing more to delete.
  expect(await many(articleCategories.remove_many, { ids: [first] })).toEqual({
    ...NONE,
    refused: [{ id: first, ...GONE }],
  })
  // A record alone is deleted with its links (CNT-022).
  await call(articleCategories.remove, { params: { id: used } })
})

test('a record of another list of the same table is not found (CNT-046)', async () => {
  const { add, many } = await editorOf()
  const tag = await add(tags, { title: 'A tag' })
  expect((await many(agencies.remove_many, { ids: [tag] })).refused).toEqual([{ id: tag, ...GONE }])
  expect(await many(tags.remove_many, { ids: [tag] })).toEqual({ ...NONE, changed: [tag] })
})

test('the pictures of records that are deleted together go with them, those of the others stay (CNT-041, CNT-046)', async () => {
  const { portal, person, call, add, many } = await editorOf()
  const withLogo = async (title: string) => {
    const id = await add(agencies, { title })
    const { payload, headers } = await multipart({ file: { name: 'a.png', bytes: png(), type: 'image/png' } })
    const url = `/api/v1/portal/agencies/${id}/logo`
    await t.request(person, { method: 'POST', url, headers: { ...headersOf(t.config, person), ...headers }, payload })
    return { id, logo: String((await call(agencies.show, { params: { id } })).data['logo']) }
  }
  const [gone, kept] = [await withLogo('Gone'), await withLogo('Kept')]
  expect((await many(agencies.remove_many, { ids: [gone.id] })).changed).toEqual([gone.id])
  expect((await t.request(portal, { method: 'GET', url: gone.logo })).statusCode).toBe(404)
  expect((await t.request(portal, { method: 'GET', url: kept.logo })).statusCode).toBe(200)
})

test('several articles are published, at once where no time was chosen, and made drafts again (CNT-026, CNT-045)', async () => {
  const { call, add, many } = await editorOf()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const [bare, timed, out] = [
    await add(articles, { title: 'Bare' }),
    await add(articles, { title: 'Timed', published_at: tomorrow }),
    await add(articles, { title: 'Out', is_draft: false, published_at: '2020-01-01T00:00:00Z' }),
  ]
  const stateOf = async (id: number) => (await call(articles.show, { params: { id } })).data['state']
  const ids = [bare, timed, out]
  expect(await many(articles.publish_many, { ids, is_published: true })).toEqual({
    ...NONE,
    changed: [bare, timed],
    unchanged: [out],
  })
  expect(await Promise.all(ids.map(stateOf))).toEqual(['published', 'scheduled', 'published'])
  expect((await call(articles.show, { params: { id: timed } })).data['published_at']).toBe(tomorrow)
  expect(await many(articles.publish_many, { ids: [bare, out], is_published: false })).toEqual({
    ...NONE,
    changed: [bare, out],
  })
  expect(await Promise.all(ids.map(stateOf))).toEqual(['draft', 'scheduled', 'draft'])
})

test('a form that was opened before several are published is refused when it is saved (CNT-045, API-030)', async () => {
  const { call, add, many } = await editorOf()
  const id = await add(articles, { title: 'Bare' })
  const params = { id }
  const { version } = await call(articles.show, { params })
  await many(articles.publish_many, { ids: [id], is_published: true })
  await expect(call(articles.update, { params, body: { title: 'Mine' } }, { version })).rejects.toMatchObject({
    code: 'record_changed',
  })
})

test('a bundle that may not be published is refused with the reason of its own form, the others are published (CNT-006, CNT-045)', async () => {
  const { portal, call, many } = await editorOf('portal_admin')
  const courses = [await shop.course(portal), await shop.course(portal)]
  const draft = { publication_status: 1 }
  const good = await shop.bundle(portal, courses, draft)
  const thin = await shop.bundle(portal, courses.slice(1), draft)
  const alone = await refusalOf(call(bundles.update, { params: { id: thin.id }, body: { publication_status: 2 } }))
  const results = await many(bundles.publish_many, { ids: [good.id, thin.id], is_published: true })
  expect(results.changed).toEqual([good.id])
  expect(results.refused).toEqual([
    { id: thin.id, title: thin.title, code: 'invalid', message: Object.values(alone?.errors ?? {})[0]?.[0] },
  ])
  expect(results.refused[0]?.message).toMatch(/at least 2 courses/)
})

test('a partner reaches only the records of the own company (CNT-046, ROL-027)', async () => {
  const { portal } = await contentOf(t)
  const aPartner = aPartnerOf(t)
  const [mine, theirs] = [await aPartner(portal), await aPartner(portal)]
  const author = async ({ partner }: typeof mine) =>
    (await callsOf(partner)(partnerAuthors.create, { body: { name: 'Ann' } })).data.id
  const [own, foreign] = [await author(mine), await author(theirs)]
  const { data } = await callsOf(mine.partner)<{ data: ManyResults }>(partnerAuthors.remove_many, {
    body: { ids: [own, foreign] },
  })
  expect(data).toEqual({ ...NONE, changed: [own], refused: [{ id: foreign, ...GONE }] })
})

test('one call takes at most 200 records and at least one (CNT-044)', async () => {
  const { many } = await editorOf()
  const ids = Array.from({ length: 201 }, (_, at) => at + 1)
  for (const wrong of [ids, []]) expect((await refusalOf(many(tags.remove_many, { ids: wrong })))?.status).toBe(422)
  expect((await many(tags.remove_many, { ids: ids.slice(1) })).refused).toHaveLength(200)
})

test('two calls about the same records end with each deleted once (CNT-044)', async () => {
  const { add, many } = await editorOf()
  const ids: number[] = []
  for (let at = 0; at < 12; at++) ids.push(await add(tags, { title: `Tag ${at}` }))
  const both = await Promise.all([many(tags.remove_many, { ids }), many(tags.remove_many, { ids: ids.toReversed() })])
  expect(both.flatMap(({ changed }) => changed).toSorted((a, b) => a - b)).toEqual(ids)
  expect(both.flatMap(({ refused }) => refused)).toHaveLength(12)
})

const WORDS = { meta_title: 'About us', meta_description: 'Who we are' }

test('pages go live as the versions that were seen, are taken offline, and come back as they were (CNT-047, PGB-048)', async () => {
  const { portal, call, many } = await editorOf()
  const page = async (title: string) =>
    (await call(createPage, { body: { ...WORDS, title } })).data as unknown as { id: number; slug: string }
  const [about, contact] = [await page('About'), await page('Contact')]
  const seen = async ({ slug }: { slug: string }) =>
    (await refusalOf(t.as(portal).call(showPage, { params: { slug } })))?.status ??
    (await t.as(portal).call(showPage, { params: { slug } })).data.title
  await call(updatePage, { params: { id: about.id }, body: { title: 'About all' } })
  const ids = [about.id, contact.id]
  const live = (...numbers: (number | null)[]) =>
    many(putPagesLive, { pages: numbers.map((number, at) => ({ id: ids[at], number })) })
  expect(await live(1, 1)).toEqual({ ...NONE, changed: ids })
  expect([await seen(about), await seen(contact)]).toEqual(['About', 'Contact'])
  expect(await live(2, 1)).toEqual({ ...NONE, changed: [about.id], unchanged: [contact.id] })
  expect(await live(null, 7)).toEqual({
    ...NONE,
    changed: [about.id],
    refused: [{ id: contact.id, ...GONE, title: 'Contact' }],
  })
  expect([await seen(about), await seen(contact)]).toEqual([404, 'Contact'])
  expect(await live(2)).toEqual({ ...NONE, changed: [about.id] })
  expect(await seen(about)).toBe('About all')
})

test('several pages are deleted, and foreign ones are not found (CNT-034, CNT-046)', async () => {
  const { call, many } = await editorOf()
  const other = await editorOf()
  const page = async (at: Pick<typeof other, 'call'>) =>
    (await at.call(createPage, { body: { ...WORDS, title: 'About' } })).data.id
  const [own, foreign] = [await page({ call }), await page(other)]
  expect(await many(deletePages, { ids: [own, foreign] })).toEqual({
    ...NONE,
    changed: [own],
    refused: [{ id: foreign, ...GONE }],
  })
  expect((await refusalOf(call(showPortalPage, { params: { id: own } })))?.status).toBe(404)
  expect((await other.call(showPortalPage, { params: { id: foreign } })).data.title).toBe('About')
})
