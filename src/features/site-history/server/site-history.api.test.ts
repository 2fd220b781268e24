import { expect, test } from 'vitest'
import { showNavigation, updateNavigation } from '#features/portals/contract-navigation.ts'
import { createRelease, pickItem, publishRelease, rollBackRelease } from '#features/releases/contract.ts'
import { promoButtons, widgets } from '#features/widgets/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { type HistoryKind, listSiteVersions, restoreSiteVersion, showSiteVersion } from '../contract.ts'

const t = testApp()

const heading = (html: string) => [{ type: 'Heading', props: { id: 'h', html } }]
const link = (slug: string, button_name = slug) => ({ slug, button_name, title: button_name })
const editorOf = () => t.make.person('portal_admin')

const versionsOf = async (who: TestPerson, kind: HistoryKind, recordId: number) => {
  const { data } = await t.as(who).call(listSiteVersions, { params: { kind, recordId }, query: {} })
  return data.map(({ number, made_by, restored_from: from }) => [number, made_by, ...(from === null ? [] : [from])])
}
const saidIn = async (who: TestPerson, kind: HistoryKind, recordId: number, number: number) =>
  (await t.as(who).call(showSiteVersion, { params: { kind, recordId, number } })).data.value
const restore = (who: TestPerson, kind: HistoryKind, recordId: number, number: number) =>
  t.as(who).call(restoreSiteVersion, { params: { kind, recordId, number } })

test('every save of a widget is kept with who made it, one that changes nothing is not, and any is restored as a new version (PGB-063, PGB-065)', async () => {
  const editor = await editorOf()
  const { data: made } = await t.as(editor).call(widgets.create, {
    body: { title: 'Hours', components: heading('<h2>Nine to five</h2>') },
  })
  const params = { id: made.id }
  await t.as(editor).call(widgets.update, { params, body: { components: heading('<h2>Nine to six</h2>') } })
  await t.as(editor).call(widgets.update, { params, body: { components: heading('<h2>Nine to six</h2>') } })
  await t.as(editor).call(widgets.update, { params, body: { title: 'Opening hours' } })
  expect(await versionsOf(editor, 'widget', made.id)).toEqual([
    [3, 'save'],
    [2, 'save'],
    [1, 'create'],
  ])
  const { data } = await t.as(editor).call(listSiteVersions, {
    params: { kind: 'widget', recordId: made.id },
    query: { per_page: 1 },
  })
  expect(data[0]?.created_by).toMatchObject({ id: editor.id })
  expect(await saidIn(editor, 'widget', made.id, 2)).toMatchObject({
    title: 'Hours',
    components: [{ props: { html: '<h2>Nine to six</h2>' } }],
  })

  const { data: restored } = await restore(editor, 'widget', made.id, 1)
  expect(restored).toMatchObject({ number: 4, made_by: 'restore', restored_from: 1 })
  const { data: now } = await t.as(editor).call(widgets.show, { params })
  expect(now).toMatchObject({ title: 'Hours', components: [{ props: { html: '<h2>Nine to five</h2>' } }] })
  // Nothing is lost by it.
  expect(await saidIn(editor, 'widget', made.id, 3)).toMatchObject({ title: 'Opening hours' })
})

test('a form that was opened before a version was restored does not take it back unseen (PGB-065, ERR-138)', async () => {
  const editor = await editorOf()
  const { data: made } = await t.as(editor).call(promoButtons.create, { body: { title: 'Call', link: '/a' } })
  const params = { id: made.id }
  await t.as(editor).call(promoButtons.update, { params, body: { title: 'Call us' } })
  const { data: opened } = await t.as(editor).call(promoButtons.show, { params })
  await restore(editor, 'promo_button', made.id, 1)
  const late = await t.request(editor, {
    method: 'PUT',
    url: `/api/v1/portal/promo-buttons/${made.id}`,
    headers: { 'if-match': `"${(opened as unknown as { version: number }).version}"` },
    payload: { title: 'Ring us' },
  })
  expect(late.json()).toMatchObject({ code: 'record_changed' })
  expect((await t.as(editor).call(promoButtons.show, { params })).data).toMatchObject({ title: 'Call', link: '/a' })
})

test('the navigation keeps what it was before its first kept save, and two saves at once are two versions (PGB-063)', async () => {
  const editor = await editorOf()
  await t.platform((tx) =>
    tx
      .insertInto('navigation_groups')
      .values({ ...link('faq', 'Questions'), sort_number: 1, portal_id: editor.portal.id })
      .execute(),
  )
  const save = (...groups: object[]) => t.as(editor).call(updateNavigation, { body: { groups: groups as never } })
  expect(await versionsOf(editor, 'navigation', 0)).toEqual([])
  await save(link('home', 'Home'))
  expect(await versionsOf(editor, 'navigation', 0)).toEqual([
    [2, 'save'],
    [1, 'former'],
  ])
  expect(await saidIn(editor, 'navigation', 0, 1)).toEqual({ groups: [link('faq', 'Questions')] })
  await Promise.all([save(link('one')), save(link('two'))])
  expect((await versionsOf(editor, 'navigation', 0)).map(([number]) => number)).toEqual([4, 3, 2, 1])
  await restore(editor, 'navigation', 0, 1)
  expect((await t.as(editor).call(showNavigation)).data.groups).toEqual([link('faq', 'Questions')])
  expect((await versionsOf(editor, 'navigation', 0))[0]).toEqual([5, 'restore', 1])
})

test('what a release changes, and changes back, is kept as well (PGB-063, PGB-050, PGB-052)', async () => {
  const editor = await editorOf()
  const { data: made } = await t.as(editor).call(promoButtons.create, { body: { title: 'Call', link: '/a' } })
  const { data: release } = await t.as(editor).call(createRelease, { body: { name: 'Spring' } })
  const params = { id: release.id }
  const value = { title: 'Call now', link: '/b' }
  await t.as(editor).call(pickItem, { params, body: { kind: 'promo_button', record_id: made.id, value } as never })
  await t.as(editor).call(publishRelease, { params, body: {} as never })
  await t.as(editor).call(rollBackRelease, { params, body: {} as never })
  expect(await versionsOf(editor, 'promo_button', made.id)).toEqual([
    [3, 'roll_back'],
    [2, 'release'],
    [1, 'create'],
  ])
  expect(await saidIn(editor, 'promo_button', made.id, 2)).toMatchObject(value)
})

test('versions belong to their portal and go with their record (PGB-063, PGB-065, API-021)', async () => {
  const [editor, other] = [await editorOf(), await editorOf()]
  const { data: made } = await t.as(editor).call(widgets.create, { body: { title: 'Hours', components: [] } })
  const params = { kind: 'widget' as const, recordId: made.id, number: 1 }
  for (const call of [
    () => t.as(other).call(listSiteVersions, { params, query: {} }),
    () => t.as(other).call(showSiteVersion, { params }),
    () => t.as(other).call(restoreSiteVersion, { params }),
    () => t.as(editor).call(restoreSiteVersion, { params: { ...params, number: 9 } }),
  ])
    expect(await refusalOf(call())).toMatchObject({ status: 404 })
  await t.as(editor).call(widgets.remove, { params: { id: made.id } })
  expect(await refusalOf(t.as(editor).call(showSiteVersion, { params }))).toMatchObject({ status: 404 })
  const left = await t.platform((tx) =>
    tx.selectFrom('site_versions').select('number').where('portal_id', '=', editor.portal.id).execute(),
  )
  expect(left).toEqual([])
})
