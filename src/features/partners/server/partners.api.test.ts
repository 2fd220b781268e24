import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import * as contract from '../contract.ts'
import * as partners from './api.ts'

const t = testApp()

const setUp = async (company: Record<string, unknown> = {}) => {
  const { portal, editor } = await contentOf(t)
  const { id, slug } = await editor.act((tx, ctx) =>
    partners.createCompany(tx, ctx, {
      name: 'Ridgeline Safety',
      address: '1 Ridge Road',
      address_2: 'Unit 2',
      city: 'Boise',
      state: 'ID',
      zip_code: '83702',
      country: 'US',
      url: 'https://ridgeline.example.com',
      phone: '+15550100700',
      about_us: '<p>We train<script>bad()</script></p>',
      social_links: [{ name: 'LinkedIn', address: 'https://social.example.com/ridgeline' }],
      ...company,
    }),
  )
  return { portal, editor, id, slug }
}

test('a company shows its profile, features, questions, authors and approved pages (CAT-029, CAT-042, PAR-001)', async () => {
  const { portal, editor, id, slug } = await setUp()
  await editor.act(async (tx, ctx) => {
    const of = { partner_company_id: id }
    await partners.createFeature(tx, ctx, {
      ...of,
      title: 'Field days',
      text: 'Outside',
      icon: 'users',
      sort_number: 1,
    })
    await partners.createPartnerQuestion(tx, ctx, { ...of, question: 'Where?', answer: '<p>Here</p>', sort_number: 1 })
    await partners.createAuthor(tx, ctx, { ...of, name: 'Rae Ridge', description: '<p>Climbs</p>' })
    await partners.createExternalPage(tx, ctx, { ...of, title: 'Shown', components: [], approval_status: 3 })
    await partners.createExternalPage(tx, ctx, { ...of, title: 'Waiting', components: [], approval_status: 2 })
  })
  const { data } = await t.as(portal).call(contract.showPartnerCompany, { params: { slug } })
  expect(data).toMatchObject({
    name: 'Ridgeline Safety',
    slug: 'ridgeline-safety',
    address: '1 Ridge Road',
    city: 'Boise',
    zip_code: '83702',
    about_us: '<p>We train</p>',
    social_links: [{ name: 'LinkedIn', address: 'https://social.example.com/ridgeline' }],
    features: [{ title: 'Field days', icon: 'users' }],
    questions: [{ question: 'Where?', answer: '<p>Here</p>' }],
    authors: [{ name: 'Rae Ridge', slug: 'rae-ridge' }],
    external_pages: [{ title: 'Shown', slug: 'shown' }],
  })
  expect((await t.as(portal).call(contract.listPartnerCompanies, { query: {} })).data).toMatchObject([
    { slug, city: 'Boise' },
  ])
})

test('a hidden address is in no answer of the server (PAR-002, CAT-042)', async () => {
  const { portal, slug } = await setUp({ disable_address: true })
  const { data } = await t.as(portal).call(contract.showPartnerCompany, { params: { slug } })
  const parts = ['address', 'address_2', 'city', 'state', 'zip_code', 'country'] as const
  expect(parts.map((part) => data[part])).toEqual(parts.map(() => null))
  const list = await t.as(portal).call(contract.listPartnerCompanies, { query: {} })
  expect(JSON.stringify([data, list])).not.toMatch(/Ridge Road|Boise|83702/)
})

test('an author of a partner has a page, an author of the portal has none (CAT-029, ROU-037)', async () => {
  const { portal, editor, id } = await setUp()
  const [of, own] = await editor.act(async (tx, ctx) => [
    await partners.createAuthor(tx, ctx, { partner_company_id: id, name: 'Rae Ridge' }),
    await partners.createAuthor(tx, ctx, { partner_company_id: null, name: 'House Writer' }),
  ])
  const show = (slug = '') => t.as(portal).call(contract.showProviderAuthor, { params: { slug } })
  expect((await show(of?.slug)).data).toMatchObject({ name: 'Rae Ridge', company: { slug: 'ridgeline-safety' } })
  expect((await refusalOf(show(own?.slug)))?.status).toBe(404)
})

test('partners of another portal do not exist, and without a catalog there are none (ROU-110, ROU-130, API-021)', async () => {
  const { editor, id, slug } = await setUp()
  const other = await contentOf(t)
  expect((await refusalOf(t.as(other.portal).call(contract.showPartnerCompany, { params: { slug } })))?.status).toBe(
    404,
  )
  await expect(
    other.editor.act((tx, ctx) => partners.updateCompany(tx, ctx, id, { name: 'Mine' })),
  ).rejects.toMatchObject({ code: 'not_found' })
  await editor.act((tx, ctx) => partners.updateCompany(tx, ctx, id, { name: 'Renamed', slug: 'renamed' }))
  const closed = await contentOf(t, { has_course_catalog: false })
  expect((await refusalOf(t.as(closed.portal).call(contract.listPartnerCompanies, { query: {} })))?.status).toBe(404)
})
