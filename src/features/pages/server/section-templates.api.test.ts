import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { createPage, deletePage } from '../contract.ts'
import { sectionTemplates } from '../contract-templates.ts'

const t = testApp()

const heading = (id: string, html = '<h2>Our offices</h2>') => ({ type: 'Heading', props: { id, html } })
const section = (id: string, ...inside: object[]) => ({ type: 'Section', props: { id, column_1: inside } })
const save = (who: Parameters<typeof t.as>[0], title: string, components: unknown[]) =>
  t.as(who).call(sectionTemplates.create, { body: { title, components } })
const titles = async (who: Parameters<typeof t.as>[0], query = {}) =>
  (await t.as(who).call(sectionTemplates.list, { query })).data.map(({ title }) => title)

test('a template keeps blocks as they may stand on a page, says which kinds they are, and is renamed and deleted (PGB-062)', async () => {
  const editor = await t.make.person('portal_admin')
  const sent = [section('s', heading('h', '<h2 onclick="x()">Our offices<script>bad()</script></h2>')), heading('b')]
  const { data } = await save(editor, 'Offices', sent)
  expect(data).toMatchObject({ title: 'Offices', blocks_count: 2, types: ['Heading', 'Section'] })
  expect(data.components).toMatchObject([
    { type: 'Section', props: { column_1: [{ type: 'Heading', props: { html: '<h2>Our offices</h2>' } }] } },
    { type: 'Heading' },
  ])
  await save(editor, 'Prices', [heading('p')])
  expect(await titles(editor)).toEqual(['Offices', 'Prices'])
  expect(await titles(editor, { search: 'pric' })).toEqual(['Prices'])
  await t.as(editor).call(sectionTemplates.update, { params: { id: data.id }, body: { title: 'Where we are' } })
  expect(await titles(editor)).toEqual(['Prices', 'Where we are'])
  const renamed = await t.as(editor).call(sectionTemplates.show, { params: { id: data.id } })
  expect(renamed.data.components).toEqual(data.components)
  await t.as(editor).call(sectionTemplates.remove, { params: { id: data.id } })
  expect(await titles(editor)).toEqual(['Prices'])
})

test('a template without blocks, with wrong ones or with the name of another is refused at its field (PGB-062)', async () => {
  const editor = await t.make.person('portal_admin')
  await save(editor, 'Offices', [heading('h')])
  for (const [title, components, field] of [
    ['Empty', [], 'components'],
    ['Wrong', [{ type: 'Iframe', props: { id: 'x' } }], 'components'],
    ['Offices', [heading('h')], 'title'],
    ['  ', [heading('h')], 'title'],
  ] as const) {
    const refusal = await refusalOf(save(editor, title, [...components]))
    expect([refusal?.status, Object.keys(refusal?.errors ?? {})], title).toEqual([422, [field]])
  }
  // Two at once: a name is given once.
  const both = await Promise.all([1, 2].map(() => refusalOf(save(editor, 'Prices', [heading('p')]))))
  expect(both.map((each) => each?.status ?? 'saved').toSorted()).toEqual([422, 'saved'])
  expect(await titles(editor)).toEqual(['Offices', 'Prices'])
})

test('a template belongs to its portal, where another may have the same name (PGB-062, API-021)', async () => {
  const [one, other] = [await t.make.person('portal_admin'), await t.make.person('portal_admin')]
  const { data } = await save(one, 'Offices', [heading('h')])
  await save(other, 'Offices', [heading('h')])
  const params = { id: data.id }
  for (const call of [
    () => t.as(other).call(sectionTemplates.show, { params }),
    () => t.as(other).call(sectionTemplates.update, { params, body: { title: 'Mine' } }),
    () => t.as(other).call(sectionTemplates.remove, { params }),
  ])
    expect(await refusalOf(call())).toMatchObject({ status: 404 })
  expect(await titles(one)).toEqual(['Offices'])
})

test('a picture in a template stays in use when the page that it was saved from is deleted (PGB-062, UPL-052)', async () => {
  const editor = await t.make.person('portal_admin')
  const file = await multipart({ file: { name: 'office.png', bytes: png(40, 20) } })
  const stored = await t.request(editor, { method: 'POST', url: '/api/v1/portal/pages/pictures', ...file })
  const { src } = stored.json().data
  const components = [section('s', { type: 'Image', props: { id: 'i', src, alt: 'Our office' } })]
  const words = { title: 'Offices', meta_title: 'Offices', meta_description: 'Where we are' }
  const { data: page } = await t.as(editor).call(createPage, { body: { ...words, components } })
  await save(editor, 'Offices', components)
  await t.as(editor).call(deletePage, { params: { id: page.id } })
  const uses = await t.platform((tx) =>
    tx
      .selectFrom('media_uses')
      .select('used_in')
      .where('portal_id', '=', editor.portal.id)
      .where('uuid', '=', src.split('/').at(-1))
      .execute(),
  )
  expect(uses).toContainEqual({ used_in: 'section_templates' })
  const shown = await t.request(editor.portal, { method: 'GET', url: src })
  expect(shown.statusCode).toBeLessThan(400)
})
