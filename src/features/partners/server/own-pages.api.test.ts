import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { aPartnerOf } from '../../../../tests/partners.ts'
import { showExternalPage } from '../contract.ts'
import {
  partnerAuthors,
  partnerFeatures,
  partnerPages,
  partnerQuestions,
  selectForPartnerPage,
} from '../contract-content.ts'

const t = testApp()
const aPartner = aPartnerOf(t)
const NOT_FOUND = { status: 404, code: 'not_found' }

const heading = (html: string) => [{ type: 'Heading', props: { id: 'h', html } }]

test('a page of a partner is public once it is approved, and again after a change (PAR-006, PAR-013, ROU-037, REV-006)', async () => {
  const { partner, api, seen } = await aPartner()
  const above = t.as(await t.make.person('super_admin', { portal: partner.portal }))
  const { data: page } = await api.call(partnerPages.create, {
    body: { title: 'Field days', components: heading('<h1 onclick="x()">Field <script>bad()</script>days</h1>') },
  })
  expect(page).toMatchObject({ slug: 'field-days', approval_status: 2, published_at: null })
  const params = { id: page.id }
  const show = () => t.as(partner.portal).call(showExternalPage, { params: { slug: 'field-days' } })
  await expect(show()).rejects.toMatchObject(NOT_FOUND)

  const refused = api.call(partnerPages.update, { params, body: { approval_status: 3 } })
  await expect(refused).rejects.toMatchObject({ status: 403 })
  const query = { user_id: partner.id }
  const approve = () => above.call(partnerPages.update, { params, query, body: { approval_status: 3 } })
  expect((await approve()).data).toMatchObject({ approval_status: 3, published_at: expect.any(String) })
  expect((await show()).data).toMatchObject({
    title: 'Field days',
    company: { name: `Company ${partner.id}` },
    components: [{ type: 'Heading', props: { html: '<h1>Field days</h1>' } }],
  })
  expect((await seen()).external_pages).toMatchObject([{ title: 'Field days' }])

  const { data: changed } = await api.call(partnerPages.update, { params, body: { title: 'Days outside' } })
  expect(changed).toMatchObject({ title: 'Days outside', slug: 'field-days', approval_status: 2 })
  await expect(show()).rejects.toMatchObject(NOT_FOUND)
  await approve()
  expect((await show()).data.title).toBe('Days outside')
})

test('pages are listed without their blocks, searched, sorted, kept as drafts and deleted (PAR-013, CNT-023, CNT-034)', async () => {
  const { api } = await aPartner()
  const add = async (title: string, approval_status?: 2 | 4) =>
    (await api.call(partnerPages.create, { body: { title, ...(approval_status && { approval_status }) } })).data
  const first = await add('Ropes', 4)
  await add('Anchors')
  expect((await add('Ropes')).slug).toBe('ropes-2')
  const titles = async (query = {}) => (await api.call(partnerPages.list, { query })).data.map(({ title }) => title)
  expect(await titles()).toEqual(['Anchors', 'Ropes', 'Ropes'])
  expect(await titles({ search: 'anch' })).toEqual(['Anchors'])
  expect(await titles({ sort: '-title', per_page: 1 })).toEqual(['Ropes'])
  const [row] = (await api.call(partnerPages.list, { query: { sort: 'updated_at' } })).data
  expect(row).toEqual({
    id: first.id,
    slug: 'ropes',
    title: 'Ropes',
    approval_status: 4,
    published_at: null,
    updated_at: expect.any(String),
  })
  const params = { id: first.id }
  const { data } = await api.call(partnerPages.update, {
    params,
    body: { meta_title: 'Ropes by us', slug: 'Our ropes' },
  })
  expect(data).toMatchObject({ approval_status: 4, meta_title: 'Ropes by us', slug: 'our-ropes' })
  await api.call(partnerPages.remove, { params })
  await expect(api.call(partnerPages.show, { params })).rejects.toMatchObject(NOT_FOUND)
})

test('compressed blocks come back compressed, wrong ones are refused (PAR-013, PGB-003, PGB-034, PGB-035)', async () => {
  const { partner, api } = await aPartner()
  const components = deflateSync(JSON.stringify(heading('<h2>Ropes</h2>'))).toString('base64')
  const { data } = await api.call(partnerPages.create, { body: { title: 'Ropes', components } })
  expect(typeof data.components).toBe('string')
  const above = t.as(await t.make.person('super_admin', { portal: partner.portal }))
  const params = { id: data.id }
  const body = { approval_status: 3 as const }
  await above.call(partnerPages.update, { params, query: { user_id: partner.id }, body })
  const page = await t.as(partner.portal).call(showExternalPage, { params: { slug: 'ropes' } })
  expect(page.data.components).toMatchObject([{ type: 'Heading', props: { html: '<h2>Ropes</h2>' } }])
  const plain = heading('<h2>Knots</h2>')
  expect((await api.call(partnerPages.update, { params, body: { components: plain } })).data.components).toMatchObject(
    plain,
  )
  const wrong = api.call(partnerPages.update, {
    params,
    body: { components: [{ type: 'Script', props: { id: 's' } }] },
  })
  await expect(wrong).rejects.toMatchObject({ status: 422, errors: { components: [expect.any(String)] } })
})

test('a partner reaches no page of another company (ROL-027, ROL-061, PAR-013)', async () => {
  const { partner, api } = await aPartner()
  const other = await aPartner(partner.portal)
  const { data } = await api.call(partnerPages.create, { body: { title: 'Ours' } })
  const params = { id: data.id }
  await expect(other.api.call(partnerPages.show, { params })).rejects.toMatchObject(NOT_FOUND)
  await expect(other.api.call(partnerPages.update, { params, body: { title: 'Mine' } })).rejects.toMatchObject(
    NOT_FOUND,
  )
  await expect(other.api.call(partnerPages.remove, { params })).rejects.toMatchObject(NOT_FOUND)
  expect((await other.api.call(partnerPages.list, {})).data).toEqual([])
})

test('a page can be built from the partner’s own content and the terms of the portal (PAR-008, PAR-014)', async () => {
  const { partner, api } = await aPartner()
  const other = await aPartner(partner.portal)
  await other.api.call(partnerFeatures.create, { body: { title: 'Theirs' } })
  const { data: feature } = await api.call(partnerFeatures.create, { body: { title: 'Small groups' } })
  const { data: author } = await api.call(partnerAuthors.create, { body: { name: 'Rae Ridge' } })
  const { data: question } = await api.call(partnerQuestions.create, {
    body: { question: 'Where?', answer: '<p>Here</p>' },
  })
  const term = (kind: string, title: string) =>
    t.app.db.withPortal(partner.portal.id, (tx) =>
      tx
        .insertInto('terms')
        .values({ portal_id: partner.portal.id, kind, title, slug: title.toLowerCase() })
        .returning(['id', 'title'])
        .executeTakeFirstOrThrow(),
    )
  const expected = {
    features: [{ id: feature.id, title: 'Small groups' }],
    authors: [{ id: author.id, name: 'Rae Ridge' }],
    questions: [{ id: question.id, title: 'Where?' }],
    options: [await term('training_option', 'Online')],
    states: [await term('state', 'Idaho')],
    agencies: [await term('agency', 'Osha')],
    categories: [await term('category', 'Heights')],
    languages: [await term('language', 'English')],
  }
  expect((await api.call(selectForPartnerPage, {})).data).toEqual(expected)
  const above = t.as(await t.make.person('super_admin', { portal: partner.portal }))
  expect((await above.call(selectForPartnerPage, { query: { user_id: partner.id } })).data).toEqual(expected)
  await expect(above.call(selectForPartnerPage, {})).rejects.toMatchObject(NOT_FOUND)
})
