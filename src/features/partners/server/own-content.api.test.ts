import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { aPartnerOf } from '../../../../tests/partners.ts'
import * as content from '../contract-content.ts'

const t = testApp()
const NOT_FOUND = { status: 404, code: 'not_found' }

const aPartner = aPartnerOf(t)

test('authors are added, listed, shown, changed and deleted (PAR-008, PAR-010, CNT-005, CNT-036)', async () => {
  const { api, seen } = await aPartner()
  const author = await api.call(content.partnerAuthors.create, {
    query: {},
    body: { name: 'Rae Ridge', description: '<p>Climbs<script>bad()</script></p>' },
  })
  expect(author.data).toMatchObject({
    name: 'Rae Ridge',
    slug: 'rae-ridge',
    description: '<p>Climbs</p>',
    avatar: null,
  })
  await api.call(content.partnerAuthors.create, { query: {}, body: { name: 'Ann Alp' } })
  const params = { id: author.data.id }
  const list = await api.call(content.partnerAuthors.list, { query: {} })
  expect(list.data.map(({ name }) => name)).toEqual(['Ann Alp', 'Rae Ridge'])
  expect((await api.call(content.partnerAuthors.list, { query: { search: 'ridg' } })).data).toHaveLength(1)
  const changed = await api.call(content.partnerAuthors.update, { params, query: {}, body: { name: 'Rae Summit' } })
  expect(changed.data).toMatchObject({ name: 'Rae Summit', slug: 'rae-ridge', description: '<p>Climbs</p>' })
  expect((await api.call(content.partnerAuthors.show, { params, query: {} })).data).toEqual(changed.data)
  expect((await seen()).authors.map(({ name }) => name)).toEqual(['Ann Alp', 'Rae Summit'])
  await api.call(content.partnerAuthors.remove, { params, query: {} })
  await expect(api.call(content.partnerAuthors.show, { params, query: {} })).rejects.toMatchObject(NOT_FOUND)
  expect((await seen()).authors.map(({ name }) => name)).toEqual(['Ann Alp'])
})

test('features are in order and managed by their partner (PAR-008, PAR-011, CNT-009)', async () => {
  const { api, seen } = await aPartner()
  const add = (title: string, sort_number: number) =>
    api.call(content.partnerFeatures.create, {
      query: {},
      body: { title, text: 'Outside', icon: 'users', sort_number },
    })
  const second = await add('Field days', 2)
  await add('Small groups', 1)
  const params = { id: second.data.id }
  const titles = async () =>
    (await api.call(content.partnerFeatures.list, { query: {} })).data.map(({ title }) => title)
  expect(await titles()).toEqual(['Small groups', 'Field days'])
  const body = { title: 'Days outside', text: null, sort_number: 0 }
  const { data } = await api.call(content.partnerFeatures.update, { params, query: {}, body })
  expect(data).toMatchObject({ id: params.id, ...body, icon: 'users' })
  expect(await titles()).toEqual(['Days outside', 'Small groups'])
  expect((await seen()).features.map(({ title }) => title)).toEqual(['Days outside', 'Small groups'])
  await api.call(content.partnerFeatures.remove, { params, query: {} })
  await expect(api.call(content.partnerFeatures.show, { params, query: {} })).rejects.toMatchObject(NOT_FOUND)
  await expect(add(' ', 1)).rejects.toMatchObject({ status: 422, errors: { title: ['This field is required.'] } })
})

test('questions are managed by their partner, and answers are cleaned and never empty (PAR-008, PAR-012, CNT-007)', async () => {
  const { api, seen } = await aPartner()
  const add = (answer: string) =>
    api.call(content.partnerQuestions.create, { query: {}, body: { question: 'Where?', answer, sort_number: 1 } })
  await expect(add('<p><br></p>')).rejects.toMatchObject({
    status: 422,
    errors: { answer: ['This field is required.'] },
  })
  const { data } = await add('<p onclick="x()">Here</p>')
  expect(data).toMatchObject({ question: 'Where?', slug: 'where', answer: '<p>Here</p>', sort_number: 1 })
  const params = { id: data.id }
  await api.call(content.partnerQuestions.update, { params, query: {}, body: { answer: '<p>There</p>' } })
  expect((await api.call(content.partnerQuestions.list, { query: { search: 'wher' } })).data).toMatchObject([
    { question: 'Where?', answer: '<p>There</p>' },
  ])
  expect((await seen()).questions).toMatchObject([{ question: 'Where?', answer: '<p>There</p>' }])
  await api.call(content.partnerQuestions.remove, { params, query: {} })
  await expect(api.call(content.partnerQuestions.show, { params, query: {} })).rejects.toMatchObject(NOT_FOUND)
})

test('a partner reaches no content of another; a super admin names the partner; without a company there is none (ROL-024, ROL-027, ROL-061)', async () => {
  const { partner, api } = await aPartner()
  const other = await aPartner(partner.portal)
  const { data } = await api.call(content.partnerFeatures.create, { query: {}, body: { title: 'Mine' } })
  const params = { id: data.id }
  const body = { title: 'Theirs' }
  await expect(other.api.call(content.partnerFeatures.show, { params, query: {} })).rejects.toMatchObject(NOT_FOUND)
  await expect(other.api.call(content.partnerFeatures.update, { params, query: {}, body })).rejects.toMatchObject(
    NOT_FOUND,
  )
  await expect(other.api.call(content.partnerFeatures.remove, { params, query: {} })).rejects.toMatchObject(NOT_FOUND)
  expect((await other.api.call(content.partnerFeatures.list, { query: {} })).data).toEqual([])
  const above = t.as(await t.make.person('super_admin', { portal: partner.portal }))
  const query = { user_id: partner.id }
  expect((await above.call(content.partnerFeatures.list, { query })).data).toMatchObject([{ title: 'Mine' }])
  expect((await above.call(content.partnerFeatures.update, { params, query, body })).data).toMatchObject(body)
  const bare = t.as(await t.make.person('partner', { portal: partner.portal }))
  await expect(bare.call(content.partnerFeatures.list, { query: {} })).rejects.toMatchObject(NOT_FOUND)
})
