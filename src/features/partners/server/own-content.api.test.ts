import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { showPartnerCompany } from '../contract.ts'
import * as content from '../contract-content.ts'
import { saveOwnCompany } from '../contract-partner.ts'

const t = testApp()
const NOT_FOUND = { status: 404, code: 'not_found' }

const aPartner = async (portal?: TestPerson['portal']) => {
  const partner = await t.make.person('partner', {
    portal: portal ?? (await t.make.portal({ is_marketable: true, has_course_catalog: true })),
  })
  const { data } = await t.as(partner).call(saveOwnCompany, { query: {}, body: { name: `Company ${partner.id}` } })
  const seen = async () => (await t.as(partner.portal).call(showPartnerCompany, { params: { slug: data.slug } })).data
  return { partner, api: t.as(partner), seen }
}

test('authors are added, listed, shown, changed and deleted (PAR-008, PAR-010, CNT-005, CNT-036)', async () => {
  const { api, seen } = await aPartner()
  const made = await api.call(content.createPartnerAuthor, {
    query: {},
    body: { name: 'Rae Ridge', description: '<p>Climbs<script>bad()</script></p>' },
  })
  expect(made.data).toMatchObject({ name: 'Rae Ridge', slug: 'rae-ridge', description: '<p>Climbs</p>', avatar: null })
  await api.call(content.createPartnerAuthor, { query: {}, body: { name: 'Ann Alp' } })
  const params = { id: made.data.id }
  const list = await api.call(content.listPartnerAuthors, { query: {} })
  expect(list.data.map(({ name }) => name)).toEqual(['Ann Alp', 'Rae Ridge'])
  expect((await api.call(content.listPartnerAuthors, { query: { search: 'ridg' } })).data).toHaveLength(1)
  const changed = await api.call(content.updatePartnerAuthor, { params, query: {}, body: { name: 'Rae Summit' } })
  expect(changed.data).toMatchObject({ name: 'Rae Summit', slug: 'rae-ridge', description: '<p>Climbs</p>' })
  expect((await api.call(content.showPartnerAuthor, { params, query: {} })).data).toEqual(changed.data)
  expect((await seen()).authors.map(({ name }) => name)).toEqual(['Ann Alp', 'Rae Summit'])
  await api.call(content.deletePartnerAuthor, { params, query: {} })
  await expect(api.call(content.showPartnerAuthor, { params, query: {} })).rejects.toMatchObject(NOT_FOUND)
  expect((await seen()).authors.map(({ name }) => name)).toEqual(['Ann Alp'])
})

test('features stand in their order and are looked after by their partner (PAR-008, PAR-011, CNT-009)', async () => {
  const { api, seen } = await aPartner()
  const add = (title: string, sort_number: number) =>
    api.call(content.createPartnerFeature, { query: {}, body: { title, text: 'Outside', icon: 'users', sort_number } })
  const second = await add('Field days', 2)
  await add('Small groups', 1)
  const params = { id: second.data.id }
  const titles = async () => (await api.call(content.listPartnerFeatures, { query: {} })).data.map(({ title }) => title)
  expect(await titles()).toEqual(['Small groups', 'Field days'])
  const body = { title: 'Days outside', text: null, sort_number: 0 }
  const { data } = await api.call(content.updatePartnerFeature, { params, query: {}, body })
  expect(data).toEqual({ id: params.id, title: 'Days outside', text: null, icon: 'users', sort_number: 0 })
  expect(await titles()).toEqual(['Days outside', 'Small groups'])
  expect((await seen()).features.map(({ title }) => title)).toEqual(['Days outside', 'Small groups'])
  await api.call(content.deletePartnerFeature, { params, query: {} })
  await expect(api.call(content.showPartnerFeature, { params, query: {} })).rejects.toMatchObject(NOT_FOUND)
  await expect(add(' ', 1)).rejects.toMatchObject({ status: 422, errors: { title: ['This field is required.'] } })
})

test('questions are looked after by their partner, answers are cleaned and never empty (PAR-008, PAR-012, CNT-007)', async () => {
  const { api, seen } = await aPartner()
  const add = (answer: string) =>
    api.call(content.createPartnerQuestion, { query: {}, body: { question: 'Where?', answer, sort_number: 1 } })
  await expect(add('<p><br></p>')).rejects.toMatchObject({
    status: 422,
    errors: { answer: ['This field is required.'] },
  })
  const { data } = await add('<p onclick="x()">Here</p>')
  expect(data).toMatchObject({ question: 'Where?', slug: 'where', answer: '<p>Here</p>', sort_number: 1 })
  const params = { id: data.id }
  await api.call(content.updatePartnerQuestion, { params, query: {}, body: { answer: '<p>There</p>' } })
  expect((await api.call(content.listPartnerQuestions, { query: { search: 'wher' } })).data).toMatchObject([
    { question: 'Where?', answer: '<p>There</p>' },
  ])
  expect((await seen()).questions).toMatchObject([{ question: 'Where?', answer: '<p>There</p>' }])
  await api.call(content.deletePartnerQuestion, { params, query: {} })
  await expect(api.call(content.showPartnerQuestion, { params, query: {} })).rejects.toMatchObject(NOT_FOUND)
})

test('a partner reaches no content of another; a super admin names the partner; without a company there is none (ROL-024, ROL-027, ROL-061)', async () => {
  const { partner, api } = await aPartner()
  const other = await aPartner(partner.portal)
  const { data } = await api.call(content.createPartnerFeature, { query: {}, body: { title: 'Mine' } })
  const params = { id: data.id }
  const body = { title: 'Theirs' }
  await expect(other.api.call(content.showPartnerFeature, { params, query: {} })).rejects.toMatchObject(NOT_FOUND)
  await expect(other.api.call(content.updatePartnerFeature, { params, query: {}, body })).rejects.toMatchObject(
    NOT_FOUND,
  )
  await expect(other.api.call(content.deletePartnerFeature, { params, query: {} })).rejects.toMatchObject(NOT_FOUND)
  expect((await other.api.call(content.listPartnerFeatures, { query: {} })).data).toEqual([])
  const above = t.as(await t.make.person('super_admin', { portal: partner.portal }))
  const query = { user_id: partner.id }
  expect((await above.call(content.listPartnerFeatures, { query })).data).toMatchObject([{ title: 'Mine' }])
  expect((await above.call(content.updatePartnerFeature, { params, query, body })).data).toMatchObject(body)
  const bare = t.as(await t.make.person('partner', { portal: partner.portal }))
  await expect(bare.call(content.listPartnerFeatures, { query: {} })).rejects.toMatchObject(NOT_FOUND)
})
