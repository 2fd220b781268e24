import { expect, test } from 'vitest'
import { createPage, publishPageVersion, updatePage } from '#features/pages/contract.ts'
import {
  createRelease,
  deleteRelease,
  makePreviewLink,
  publishRelease,
  rollBackRelease,
} from '#features/releases/contract.ts'
import { createPromoButton, createWidget } from '#features/widgets/server/api.ts'
import { testApp } from '../../../tests/api.ts'
import { contentOf } from '../../../tests/content.ts'
import { testPages } from '../../../tests/pages.ts'
import { refusalOf } from '../../../tests/shop.ts'

const t = testApp()
const pages = testPages(t)
// A second process of the same program, with a cache and a message bus of its own.
const beside = testPages(t)

const text = (id: string, state: string) => ({ type: 'Heading', props: { id, html: `<h2>State-${state}</h2>` } })
const COLORS = ['#0b5fff', '#b00020', '#0a7d33', '#6a1b9a']

/** A site of two pages, a widget, a promo button, a navigation and a theme, which all say which state they are of. */
const setUp = async () => {
  const { portal, editor } = await contentOf(t)
  const admin = await t.make.person('portal_admin', { portal })
  const api = t.as(admin)
  const { widget, button } = await editor.act(async (tx, ctx) => ({
    widget: await createWidget(tx, ctx, { title: 'Part', components: [text('p', '0')] }),
    button: await createPromoButton(tx, ctx, { title: 'State-0', link: '/faq' }),
  }))
  const blocks = (state: string) => [
    text('h', state),
    { type: 'Widget', props: { id: 'w', widget_id: widget.id } },
    { type: 'PromoButtons', props: { id: 'b', promo_button_ids: [button.id] } },
  ]
  const make = async (slug: string) =>
    (
      await api.call(createPage, {
        body: {
          ...{ slug, title: slug, meta_title: slug, meta_description: slug },
          ...{ components: blocks('0'), publication_status: 2 as const },
        },
      })
    ).data
  const site = [await make('one'), await make('two')]
  /** A release that changes everything to a state; the pages go live as the versions that were saved for it. */
  const release = async (state: string) => {
    const versions = []
    for (const { id } of site) {
      const { data } = await api.call(updatePage, { params: { id }, body: { components: blocks(state) } })
      versions.push({ kind: 'page' as const, record_id: id, value: { version: data.newest_version } })
    }
    const groups = [{ button_name: `State-${state}`, title: `State-${state}`, slug: 'faq' }]
    const items = [
      ...versions,
      { kind: 'widget' as const, record_id: widget.id, value: { title: 'Part', components: [text('p', state)] } },
      { kind: 'promo_button' as const, record_id: button.id, value: { title: `State-${state}`, link: '/faq' } },
      { kind: 'navigation' as const, record_id: 0, value: { groups } },
      { kind: 'theme' as const, record_id: 0, value: themeOf(state) },
    ]
    return (await api.call(createRelease, { body: { name: state, items } })).data.id
  }
  return { portal, admin, api, site, release }
}

const themeOf = (state: string) => {
  const color = COLORS[Number(state) % COLORS.length]
  return {
    ...{ primary_color: color, footer_header_color: color },
    text_font: Number(state) % 2 === 0 ? 'lora' : 'manrope',
    site_header: { action: { label: `State-${state}`, href: '/faq' } },
    site_footer: { text: `State-${state}` },
  }
}
const fontIn = (html: string) => /--font:"(Lora|Manrope)"/.exec(html)?.[1]
const statesIn = (html: string) => [...new Set([...html.matchAll(/State-(\d+)/g)].map(([, state]) => Number(state)))]
const colorIn = (html: string) => /<meta name="theme-color"[^>]*content="([^"]+)"/.exec(html)?.[1]

test('under load no reader sees a mixture of two releases, in two processes with their caches, through releases and rollbacks (PGB-053, PGB-056)', async () => {
  const { portal, api, release } = await setUp()
  const [first, ...others] = [await release('1'), await release('2'), await release('3'), await release('4')]
  await api.call(publishRelease, { params: { id: first as number }, body: {} })

  let isOver = false
  let reads = 0
  const mixtures: unknown[] = []
  const colors = new Map<number, Set<string>>()
  const seen = new Set<number>()
  const reader = async (process: typeof pages, at: number) => {
    for (let each = at; !isOver; each++) {
      const { statusCode, body } = await process.open(portal, each % 2 === 0 ? '/one' : '/two')
      const states = statesIn(body)
      if (statusCode !== 200 || states.length !== 1) mixtures.push([statusCode, states])
      for (const state of states) {
        seen.add(state)
        colors.set(state, (colors.get(state) ?? new Set()).add(`${colorIn(body)} ${fontIn(body)}`))
      }
      reads++
      // What is kept is answered without waiting for anything; the releases need a turn as well.
      await new Promise(setImmediate)
    }
  }
  const readers = [0, 1, 2, 3].flatMap((at) => [reader(pages, at), reader(beside, at)])
  try {
    const change = async (call: () => Promise<unknown>) => {
      await call()
      await Promise.all([pages.open(portal, '/one'), beside.open(portal, '/two')])
    }
    // Each was put together over the first state, so its editor goes on over what the one before changed.
    const publish = (id: number) => change(() => api.call(publishRelease, { params: { id }, body: { over: true } }))
    for (const id of others) await publish(id)
    for (const id of others.toReversed()) await change(() => api.call(rollBackRelease, { params: { id } }))
    for (const id of others) await publish(id)
  } finally {
    isOver = true
    await Promise.all(readers)
  }
  expect(mixtures).toEqual([])
  // Each state has one color and one font, those that went live with it.
  for (const [state, shown] of colors) {
    expect(shown.size).toBe(1)
    if (state > 0) expect([...shown][0]).toMatch(/^#\w{6} (Lora|Manrope)$/)
  }
  expect(seen.size).toBeGreaterThan(1)
  expect(reads).toBeGreaterThan(20)
}, 120_000)

test('a visitor who asks after a release went live sees it on every page, and never goes back (PGB-053)', async () => {
  const { portal, api, release } = await setUp()
  for (const state of ['1', '2', '3', '4', '5']) {
    const id = await release(state)
    await Promise.all(['/one', '/two'].map((path) => pages.open(portal, path)))
    await api.call(publishRelease, { params: { id }, body: {} })
    // One page is drawn again at once; the one that is kept from before may not be answered after it.
    const drawn = statesIn((await pages.open(portal, `/one?fresh=${state}`)).body)
    const kept = statesIn((await pages.open(portal, '/two')).body)
    expect([drawn, kept]).toEqual([[Number(state)], [Number(state)]])
  }
})

test('a preview link shows the whole site as it will be, to nobody else, unfound and unkept, until the release is live (PGB-051)', async () => {
  const { portal, admin, api, site, release } = await setUp()
  const id = await release('1')
  const { data } = await api.call(makePreviewLink, { params: { id } })
  const { search } = new URL(data.url)
  expect(statesIn((await pages.open(portal, '/one')).body)).toEqual([0])
  for (const who of [portal, admin])
    for (const path of ['/one', '/two']) {
      const answer = await pages.open(who, path + search)
      expect(statesIn(answer.body)).toEqual([1])
      expect(answer.body).toContain('This is a preview')
      expect(answer.body).not.toContain('first_name')
      expect(answer.headers).toMatchObject({
        'x-robots-tag': 'noindex',
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      })
    }
  expect(colorIn((await pages.open(portal, `/one${search}`)).body)).not.toBe(
    colorIn((await pages.open(portal, '/one')).body),
  )
  // Looking changed nothing.
  expect(statesIn((await pages.open(portal, '/one')).body)).toEqual([0])
  expect(statesIn((await pages.open(portal, '/two')).body)).toEqual([0])

  const other = await contentOf(t)
  const forged = search.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const [where, query] of [
    [other.portal, search],
    [portal, forged],
    [portal, '?preview=1-2-3.x'],
  ] as const)
    expect((await pages.open(where, `/one${query}`)).statusCode).toBe(404)
  await api.call(publishPageVersion, { params: { id: site[0]?.id as number, number: 2 } })
  await api.call(publishRelease, { params: { id }, body: {} })
  expect((await pages.open(portal, `/one${search}`)).statusCode).toBe(404)
  expect((await refusalOf(api.call(makePreviewLink, { params: { id } })))?.status).toBe(404)
  const draft = await release('2')
  const link = new URL((await api.call(makePreviewLink, { params: { id: draft } })).data.url).search
  await api.call(deleteRelease, { params: { id: draft } })
  expect((await pages.open(portal, `/one${link}`)).statusCode).toBe(404)
})
