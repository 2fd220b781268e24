import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import * as contract from '../contract.ts'
import type { TermKind } from '../rules/kinds.ts'
import { createTerm, updateTerm } from './api.ts'

const t = testApp()

const CALLS = {
  agency: { list: contract.listAgencies, show: contract.showAgency },
  state: { list: contract.listStates, show: contract.showState },
  category: { list: contract.listCategories, show: contract.showCategory },
  organization: { list: contract.listOrganizations, show: contract.showOrganization },
  training_option: { list: contract.listTrainingOptions, show: contract.showTrainingOption },
} as const satisfies Partial<Record<TermKind, unknown>>

describe.each(Object.entries(CALLS))('%s', (name, { list, show }) => {
  const kind = name as keyof typeof CALLS

  test('is listed in order and shown with its texts (CAT-022, CAT-027, CAT-028)', async () => {
    const { portal, editor } = await contentOf(t)
    await editor.act((tx, ctx) => createTerm(tx, ctx, kind, { title: 'Second', sort_number: 2 }))
    const first = await editor.act((tx, ctx) =>
      createTerm(tx, ctx, kind, {
        title: 'First & foremost',
        sort_number: 1,
        text: '<p onclick="x()">Text<script>bad()</script></p>',
        meta_title: 'Meta',
        meta_description: 'About it',
        seo_keywords: 'a, b',
      }),
    )
    const { data } = await t.as(portal).call(list, { query: {} })
    expect(data.map(({ title }) => title)).toEqual(['First & foremost', 'Second'])
    const shown = await t.as(portal).call(show, { params: { slug: first.slug } })
    expect(shown.data).toMatchObject({
      id: first.id,
      slug: 'first-and-foremost',
      kind,
      text: '<p>Text</p>',
      meta_title: 'Meta',
      meta_description: 'About it',
      seo_keywords: 'a, b',
    })
  })

  test('does not exist in another portal, without a catalog, or in-house (ROU-110, ROU-114, ROU-130, API-021)', async () => {
    const { portal, editor } = await contentOf(t)
    const { slug } = await editor.act((tx, ctx) => createTerm(tx, ctx, kind, { title: 'Only here' }))
    const other = await contentOf(t)
    const call = (at: typeof portal) => refusalOf(t.as(at).call(show, { params: { slug } }))
    expect((await call(other.portal))?.status).toBe(404)
    expect((await t.as(other.portal).call(list, { query: {} })).data).toEqual([])
    for (const values of [{ has_course_catalog: false }, { type: 1 }]) {
      const closed = await contentOf(t, values)
      expect((await refusalOf(t.as(closed.portal).call(list, { query: {} })))?.status).toBe(404)
    }
  })
})

test('a language is found by its code, in either case, and its list by title (CAT-027, CAT-028, ROU-038)', async () => {
  const { portal, editor } = await contentOf(t)
  await editor.act((tx, ctx) => createTerm(tx, ctx, 'language', { title: 'Spanish', code: 'es' }))
  for (const code of ['es', 'ES']) {
    const { data } = await t.as(portal).call(contract.showLanguage, { params: { code } })
    expect(data).toMatchObject({ title: 'Spanish', code: 'es', kind: 'language' })
  }
  expect((await t.as(portal).call(contract.listLanguages, { query: {} })).data).toHaveLength(1)
  expect((await refusalOf(t.as(portal).call(contract.showLanguage, { params: { code: 'xx' } })))?.status).toBe(404)
})

test('a state shows its agencies, an agency its state, and a category its subcategories (CAT-041, CNT-003, CNT-019)', async () => {
  const { portal, editor } = await contentOf(t)
  const make = (kind: TermKind, body: Parameters<typeof createTerm>[3]) =>
    editor.act((tx, ctx) => createTerm(tx, ctx, kind, body))
  const state = await make('state', { title: 'Ohio', code: 'OH' })
  await make('agency', { title: 'Ohio Board', state_id: state.id })
  await make('agency', { title: 'Federal Board' })
  const parent = await make('category', { title: 'Safety' })
  await make('category', { title: 'Ladders', parent_id: parent.id })
  const shown = await t.as(portal).call(contract.showState, { params: { slug: 'ohio' } })
  expect(shown.data.agencies.map(({ title }) => title)).toEqual(['Ohio Board'])
  const agency = await t.as(portal).call(contract.showAgency, { params: { slug: 'ohio-board' } })
  expect(agency.data.state).toMatchObject({ title: 'Ohio', code: 'OH' })
  const category = await t.as(portal).call(contract.showCategory, { params: { slug: 'safety' } })
  expect(category.data.children.map(({ title }) => title)).toEqual(['Ladders'])
})

test('a taken slug gets a number, per list; links lead only to terms of the portal (CNT-023, API-021)', async () => {
  const { editor } = await contentOf(t)
  const other = await contentOf(t)
  const make = (kind: TermKind, body: Parameters<typeof createTerm>[3]) =>
    editor.act((tx, ctx) => createTerm(tx, ctx, kind, body))
  expect([(await make('agency', { title: 'OSHA' })).slug, (await make('agency', { title: 'OSHA' })).slug]).toEqual([
    'osha',
    'osha-2',
  ])
  expect((await make('category', { title: 'OSHA' })).slug).toBe('osha')
  const foreign = await other.editor.act((tx, ctx) => createTerm(tx, ctx, 'state', { title: 'Utah' }))
  await expect(make('agency', { title: 'Utah Board', state_id: foreign.id })).rejects.toMatchObject({
    code: 'invalid',
    fields: { state_id: [expect.any(String)] },
  })
  await expect(
    editor.act((tx, ctx) => updateTerm(tx, ctx, 'state', foreign.id, { title: 'Mine' })),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('a course is given any of all terms of its portal, in-house and by instructors too (BLD-094)', async () => {
  const { portal, editor } = await contentOf(t, { type: 1 })
  const other = await contentOf(t)
  await other.editor.act((tx, ctx) => createTerm(tx, ctx, 'agency', { title: 'Elsewhere' }))
  for (let at = 101; at > 0; at--)
    await editor.act((tx, ctx) => createTerm(tx, ctx, 'agency', { title: `Agency ${at}`, sort_number: at }))
  await editor.act((tx, ctx) => createTerm(tx, ctx, 'language', { title: 'Spanish', code: 'es' }))
  const instructor = await t.make.person('instructor', { portal })
  const { data } = await t.as(instructor).call(contract.listCourseTerms)
  expect(data.agencies.map(({ title }) => title)).toEqual(Array.from({ length: 101 }, (_, at) => `Agency ${at + 1}`))
  expect(data.languages.map(({ title }) => title)).toEqual(['Spanish'])
  expect([data.categories, data.states, data.organizations, data.training_options]).toEqual([[], [], [], []])
  const learner = await t.make.person('learner', { portal })
  expect((await refusalOf(t.as(learner).call(contract.listCourseTerms)))?.status).toBe(403)
})
