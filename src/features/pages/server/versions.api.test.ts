import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import {
  createPage,
  deletePage,
  listPages,
  listPageVersions,
  publishPageVersion,
  restorePageVersion,
  showPageVersion,
  showPortalPage,
  updatePage,
} from '../contract.ts'
import { showPage } from '../contract-site.ts'
import type { AnyBlock } from '../rules/blocks.ts'
import { packBlocks } from './blocks.ts'

let now = new Date()
const t = testApp({ now: () => now })
const WORDS = { title: 'About us', meta_title: 'About us', meta_description: 'Who we are' }
const says = (text: string) => [{ type: 'Heading', props: { id: 'h', html: `<h2>${text}</h2>` } }]

const setUp = async () => {
  const { portal } = await contentOf(t)
  const admin = await t.make.person('portal_admin', { portal })
  const api = t.as(admin)
  const { data: page } = await api.call(createPage, { body: { ...WORDS, components: says('One') } })
  const params = { id: page.id }
  const visitor = async (query = {}) => {
    const { data } = await t.as(portal).call(showPage, { params: { slug: page.slug }, query })
    return (data.components as AnyBlock[]).map(({ props }) => props.html).join()
  }
  const save = (text: string, more = {}) =>
    api.call(updatePage, { params, body: { components: says(text), ...more } as never })
  const publish = (number: number) => api.call(publishPageVersion, { params: { ...params, number } })
  const versions = async () => (await api.call(listPageVersions, { params, query: {} })).data
  return { portal, admin, api, page, params, visitor, save, publish, versions }
}

test('every save is kept as a version with its author, and visitors read the published one only (PGB-047, PGB-048)', async () => {
  const { portal, admin, api, page, params, visitor, save, publish, versions } = await setUp()
  expect((await refusalOf(visitor()))?.status).toBe(404)
  expect((await publish(1)).data).toMatchObject({ publication_status: 2, newest_version: 1, live_version: 1 })
  expect(await visitor()).toBe('<h2>One</h2>')
  await save('Two')
  await save('Three', { made_by: 'import', title: 'About everyone' })
  expect(await visitor()).toBe('<h2>One</h2>')
  expect((await api.call(showPortalPage, { params })).data).toMatchObject({
    title: 'About everyone',
    newest_version: 3,
    live_version: 1,
    publication_status: 2,
  })
  // Editors of pages read the draft with preview=1, and any version by its number; visitors read what is live.
  const read = async (query: object, who: Parameters<typeof t.as>[0] = admin) =>
    (await t.as(who).call(showPage, { params: { slug: page.slug }, query })).data
  expect((await read({ preview: '1' })).title).toBe('About everyone')
  expect((await read({ preview: '1', version: '2' })).components).toMatchObject(says('Two'))
  expect((await read({ preview: '1', version: '2' }, portal)).components).toMatchObject(says('One'))
  expect((await refusalOf(read({ preview: '1', version: '9' })))?.status).toBe(404)

  await publish(3)
  expect(await visitor()).toBe('<h2>Three</h2>')
  // An earlier version can be published as it is.
  await publish(2)
  expect(await visitor()).toBe('<h2>Two</h2>')
  expect(await versions()).toMatchObject([
    { number: 3, made_by: 'import', title: 'About everyone', created_by: { id: admin.id } },
    { number: 2, made_by: 'save', restored_from: null },
    { number: 1, made_by: 'create' },
  ])
})

test('a version is restored as a new one, and what visitors read stays until that is published (PGB-047)', async () => {
  const { api, params, visitor, save, publish, versions } = await setUp()
  await api.call(updatePage, { params, body: { components: packBlocks(says('Two') as AnyBlock[]), title: 'Changed' } })
  await publish(2)
  const { data } = await api.call(restorePageVersion, { params: { ...params, number: 1 } })
  expect(data).toMatchObject({ title: 'About us', newest_version: 3, live_version: 2, slug: 'about-us' })
  expect(await visitor()).toBe('<h2>Two</h2>')
  expect(await versions()).toMatchObject([{ number: 3, made_by: 'restore', restored_from: 1 }, {}, {}])
  const third = await api.call(showPageVersion, { params: { ...params, number: 3 } })
  const first = await api.call(showPageVersion, { params: { ...params, number: 1 } })
  expect(third.data.components).toEqual(first.data.components)
  await publish(3)
  expect(await visitor()).toBe('<h2>One</h2>')
  expect((await refusalOf(api.call(restorePageVersion, { params: { ...params, number: 9 } })))?.status).toBe(404)
  expect((await refusalOf(publish(9)))?.status).toBe(404)
  await save('Four')
  expect((await versions())[0]?.number).toBe(4)
})

test('a restore that another editor has not seen is met as any other save (PGB-046, PGB-047, ERR-138)', async () => {
  const { api, params } = await setUp()
  const { data, version } = (await api.call(showPortalPage, { params })) as { data: { id: number }; version?: number }
  const read = version ?? (data as { version?: number }).version ?? 0
  await api.call(restorePageVersion, { params: { ...params, number: 1 } })
  const late = api.call(updatePage, { params, body: { title: 'Late' } }, { version: read })
  expect((await refusalOf(late))?.code).toBe('record_changed')
})

test('a save that changes only the address or the state makes no version; unpublishing keeps all of them (PGB-048)', async () => {
  const { api, params, visitor, versions, publish } = await setUp()
  await publish(1)
  await api.call(updatePage, { params, body: { slug: 'who-we-are' } })
  // The old address leads to the page, which says what it said.
  expect(await visitor()).toBe('<h2>One</h2>')
  await api.call(updatePage, { params, body: { publication_status: 1 } })
  expect((await refusalOf(visitor()))?.status).toBe(404)
  expect(await versions()).toHaveLength(1)
  expect((await api.call(listPages, { query: {} })).data).toMatchObject([{ live_version: null, newest_version: 1 }])
  await api.call(deletePage, { params })
  expect((await refusalOf(versions()))?.status).toBe(404)
})

test('which version visitors read on a day, and when they read each, also after it was taken offline (HIS-025, PGB-047)', async () => {
  const { portal, admin, api, params, save, publish, versions } = await setUp()
  const first = now
  const noon = (days: number) =>
    new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate() + days, 17))
  const on = async (days: number, who = admin) => {
    const { data } = await t
      .as(who)
      .call(listPageVersions, { params, query: { on: noon(days).toISOString().slice(0, 10) } })
    return data.map(({ number }) => number)
  }
  const wait = async (days: number) => {
    now = noon(days)
    await t.platform((tx) => tx.updateTable('sessions').set({ last_seen_at: now }).execute())
  }
  await wait(1)
  await publish(1)
  await wait(3)
  await save('Two')
  await publish(2)
  await wait(6)
  await api.call(updatePage, { params, body: { publication_status: 1 } })
  await wait(8)
  expect(await versions()).toMatchObject([
    { number: 2, live: [{ from: noon(3).toISOString(), until: noon(6).toISOString() }] },
    { number: 1, live: [{ from: noon(1).toISOString(), until: noon(3).toISOString() }] },
  ])
  expect([await on(0), await on(1), await on(2), await on(3), await on(5), await on(6), await on(8)]).toEqual([
    [],
    [1],
    [1],
    [2],
    [2],
    [],
    [],
  ])
  expect(await refusalOf(on(9))).toMatchObject({
    status: 422,
    errors: { on: ['Please choose today or an earlier day.'] },
  })
  const elsewhere = await t.make.person('portal_admin')
  expect((await refusalOf(on(1, elsewhere)))?.status).toBe(404)
  const learner = await t.make.person('learner', { portal })
  expect((await refusalOf(on(1, learner)))?.status).toBe(403)
  await publish(1)
  expect(await on(8)).toEqual([1])
})
