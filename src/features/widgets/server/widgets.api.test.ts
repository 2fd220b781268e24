import { expect, test } from 'vitest'
import { createPage } from '#features/pages/contract.ts'
import { showPage } from '#features/pages/contract-site.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { promoButtons, widgets } from '../contract.ts'
import { createPromoButton, createWidget } from './api.ts'

const t = testApp()
const WORDS = { title: 'About us', meta_title: 'About us', meta_description: 'Who we are' }
const heading = (id: string, html = '<h1>Hello</h1>') => ({ type: 'Heading', props: { id, html } })
type AnyBlock = { type: string; props: Record<string, unknown> }

const setUp = async () => {
  const { portal, editor } = await contentOf(t)
  const admin = await t.make.person('portal_admin', { portal })
  return { portal, editor, admin, api: t.as(admin) }
}

test('a widget appears on every page that names it, and promo buttons have their texts and links (CNT-012, CNT-021, PGB-035)', async () => {
  const { portal, editor, api } = await setUp()
  const call = { title: 'Call', link: 'tel:+15550100100', link_target: 'new', follow: 'nofollow' } as const
  const [widget, button, withButton] = await editor.act(async (tx, ctx) => {
    const inside = await createPromoButton(tx, ctx, { ...call, title: 'Write' })
    const promo = { type: 'PromoButtons', props: { id: 'b', promo_button_ids: [inside.id] } }
    return [
      await createWidget(tx, ctx, { title: 'Call us', components: [heading('w', '<h2>Call us</h2>')] }),
      await createPromoButton(tx, ctx, call),
      await createWidget(tx, ctx, { title: 'Write to us', components: [promo] }),
    ]
  })
  const components = [
    { type: 'Widget', props: { id: 'one', widget_id: widget?.id } },
    { type: 'Widget', props: { id: 'two', widget_id: widget?.id } },
    { type: 'Widget', props: { id: 'gone', widget_id: 999_999 } },
    { type: 'PromoButtons', props: { id: 'p', promo_button_ids: [button?.id, 999_999] } },
    {
      type: 'Section',
      props: { id: 's', column_1: [{ type: 'Widget', props: { id: 'in', widget_id: withButton?.id } }] },
    },
  ]
  await api.call(createPage, { body: { ...WORDS, publication_status: 2, components } })
  const { data } = await t.as(portal).call(showPage, { params: { slug: 'about-us' } })
  const shown = data.components as AnyBlock[]
  expect(shown.map(({ type, props }) => [type, props.id])).toEqual([
    ['Heading', 'one-w'],
    ['Heading', 'two-w'],
    ['PromoButtons', 'p'],
    ['Section', 's'],
  ])
  expect(shown[2]?.props.items).toMatchObject([call])
  expect(shown[3]?.props.column_1).toMatchObject([{ props: { id: 'in-b', items: [{ ...call, title: 'Write' }] } }])
})

test('a widget and a promo button say on how many pages they stand, and leave a page that names them (CNT-022, CNT-039)', async () => {
  const { portal, editor, api } = await setUp()
  const [widget, button] = await editor.act(async (tx, ctx) => [
    await createWidget(tx, ctx, { title: 'Call us', components: [heading('w', '<h2>Call us</h2>')] }),
    await createPromoButton(tx, ctx, { title: 'Call', link: '/course' }),
  ])
  const twice = ['one', 'two'].map((id) => ({ type: 'Widget', props: { id, widget_id: widget?.id } }))
  const promo = { type: 'PromoButtons', props: { id: 'p', promo_button_ids: [button?.id] } }
  const components = [heading('h'), ...twice, { type: 'Section', props: { id: 's', column_1: [promo] } }]
  await api.call(createPage, { body: { ...WORDS, publication_status: 2, components } })
  const blocks = async () =>
    ((await t.as(portal).call(showPage, { params: { slug: 'about-us' } })).data.components as AnyBlock[]).length
  expect(await blocks()).toBe(4)
  for (const [calls, id] of [
    [widgets, widget?.id ?? 0],
    [promoButtons, button?.id ?? 0],
  ] as const) {
    const [list, show, remove] = [calls.list, calls.show, calls.remove] as AnyEndpoint[]
    const call = api.call as (endpoint: AnyEndpoint | undefined, args: object) => Promise<{ data: never }>
    expect((await call(show, { params: { id } })).data).toMatchObject({ used_by: [{ by: 'pages', count: 1 }] })
    expect((await call(list, { query: {} })).data).toMatchObject([{ used_by: [{ by: 'pages', count: 1 }] }])
    await call(remove, { params: { id } })
  }
  expect(await blocks()).toBe(2)
})

test('a promo button leads to a page of the site or an address, and nowhere else (CNT-012, VAL-017)', async () => {
  const { api } = await setUp()
  const add = (link: string, more = {}) => api.call(promoButtons.create, { body: { title: 'Go', link, ...more } })
  for (const link of ['/courses?x=1', '#plans', 'https://example.com/a', 'mailto:a@example.com', 'tel:+15550100100'])
    expect((await add(link)).data).toMatchObject({ link, link_target: 'current', follow: 'dofollow' })
  for (const link of ['//example.com', 'javascript:alert(1)', 'courses', ''])
    expect(Object.keys((await refusalOf(add(link)))?.errors ?? {}), link).toEqual(['link'])
  expect(Object.keys((await refusalOf(add('/', { color: 'reddish' })))?.errors ?? {})).toEqual(['color'])
})

test('the blocks of a widget are checked and cleaned as those of a page (CNT-021, PGB-034, PGB-035)', async () => {
  const { api } = await setUp()
  const body = { title: 'Call us', components: [heading('w', '<h2 onclick="x()">Call<script>bad()</script></h2>')] }
  const { data } = await api.call(widgets.create, { body })
  expect(data.components).toMatchObject([{ type: 'Heading', props: { html: '<h2>Call</h2>' } }])
  const wrong = [{ type: 'Iframe', props: { id: 'x' } }]
  const refusal = await refusalOf(api.call(widgets.update, { params: { id: data.id }, body: { components: wrong } }))
  expect(Object.keys(refusal?.errors ?? {})).toEqual(['components'])
})
