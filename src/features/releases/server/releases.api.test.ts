import { expect, test } from 'vitest'
import { createPage, publishPageVersion, updatePage } from '#features/pages/contract.ts'
import { showPage } from '#features/pages/contract-site.ts'
import type { AnyBlock } from '#features/pages/rules/blocks.ts'
import { listNavigations, showPortal, updateSettings } from '#features/portals/contract.ts'
import { THEME_FIELDS } from '#features/portals/rules/theme.ts'
import { promoButtons, widgets } from '#features/widgets/contract.ts'
import { createPromoButton, createWidget } from '#features/widgets/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import { testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import {
  createRelease,
  deleteRelease,
  dropItem,
  listReleases,
  pickItem,
  publishRelease,
  rollBackRelease,
  scheduleRelease,
  showRelease,
  updateRelease,
} from '../contract.ts'
import { jobs } from './jobs.ts'

const t = testApp()
const says = (text: string) => [{ type: 'Heading', props: { id: 'h', html: `<h2>${text}</h2>` } }]
const words = (title: string) => ({ title, meta_title: title, meta_description: title })
const GROUPS = [{ button_name: 'Ask us', title: 'Ask us', slug: 'faq' }]

/** A portal with a published page that shows a widget and a promo button, and what visitors read of all that. */
const setUp = async () => {
  const { portal, editor } = await contentOf(t)
  const admin = await t.make.person('portal_admin', { portal })
  const api = t.as(admin)
  const { widget, button } = await editor.act(async (tx, ctx) => ({
    widget: await createWidget(tx, ctx, { title: 'Part', components: says('Old part') }),
    button: await createPromoButton(tx, ctx, { title: 'Old button', link: '/faq' }),
  }))
  const blocks = (text: string) => [
    ...says(text),
    { type: 'Widget', props: { id: 'w', widget_id: widget.id } },
    { type: 'PromoButtons', props: { id: 'b', promo_button_ids: [button.id] } },
  ]
  const { data: page } = await api.call(createPage, {
    body: { ...words('Offer'), components: blocks('Old page'), publication_status: 2 },
  })
  const save = (text: string) => api.call(updatePage, { params: { id: page.id }, body: { components: blocks(text) } })
  const seen = async () => {
    const { data } = await t.as(portal).call(showPage, { params: { slug: page.slug }, query: {} })
    const [heading, part, buttons] = data.components as AnyBlock[]
    const { data: groups } = await t.as(portal).call(listNavigations, {})
    return [
      heading?.props.html,
      part?.props.html,
      (buttons?.props['items'] as { title: string }[] | undefined)?.[0]?.title,
      groups.map(({ button_name: name }) => name).join(),
    ]
  }
  const all = [
    { kind: 'page' as const, record_id: page.id },
    { kind: 'widget' as const, record_id: widget.id, value: { title: 'Part', components: says('New part') } },
    { kind: 'promo_button' as const, record_id: button.id, value: { title: 'New button', link: '/course' } },
    { kind: 'navigation' as const, record_id: 0, value: { groups: GROUPS } },
    { kind: 'theme' as const, record_id: 0, value: { primary_color: '#123456' } },
  ]
  return { portal, admin, api, page, widget, button, save, seen, all }
}
const OLD = ['<h2>Old page</h2>', '<h2>Old part</h2>', 'Old button', '']
const NEW = ['<h2>New page</h2>', '<h2>New part</h2>', 'New button', 'Ask us']

test('a release puts page, widget, promo button, navigation and theme live together, and goes back in one action (PGB-050, PGB-052)', async () => {
  const { api, save, seen, all, portal } = await setUp()
  await save('New page')
  const { data: release } = await api.call(createRelease, { body: { name: 'Fall', items: all } })
  expect(release.items.map(({ kind, standing }) => [kind, standing])).toEqual([
    ['page', 'ready'],
    ['widget', 'ready'],
    ['promo_button', 'ready'],
    ['navigation', 'ready'],
    ['theme', 'ready'],
  ])
  expect(await seen()).toEqual(OLD)
  const params = { id: release.id }
  const { data: live } = await api.call(publishRelease, { params, body: {} })
  expect(live).toMatchObject({ status: 'live', changed_since: [] })
  expect(await seen()).toEqual(NEW)
  const color = async () => (await t.app.resolvers.portalById(portal.id))?.setting.primary_color
  expect(await color()).toBe('#123456')
  // What is live is not edited, and not put live twice.
  for (const call of [
    () => api.call(publishRelease, { params, body: {} }),
    () => api.call(pickItem, { params, body: all[0] as never }),
    () => api.call(deleteRelease, { params }),
  ])
    expect((await refusalOf(call()))?.status).toBe(422)
  const { data: back } = await api.call(rollBackRelease, { params })
  expect(back.status).toBe('rolled_back')
  expect(await seen()).toEqual(OLD)
  expect(await color()).toBe(null)
  // It can go live again, as it was.
  await api.call(publishRelease, { params, body: {} })
  expect(await seen()).toEqual(NEW)
  expect((await api.call(listReleases, { query: { status: 'live' } })).data).toMatchObject([
    { name: 'Fall', items_count: 5, published_by: { id: expect.any(Number) } },
  ])
})

test('only what was picked goes live, as it was when it was picked: nobody’s draft travels in another’s release (PGB-054)', async () => {
  const { api, portal, page, save, seen, all } = await setUp()
  await save('New page')
  const { data: release } = await api.call(createRelease, { body: { name: 'Mine', items: [all[0] as never] } })
  // A colleague goes on with the same page, and with another.
  const colleague = t.as(await t.make.person('portal_admin', { portal }))
  const { data: other } = await colleague.call(createPage, {
    body: { ...words('Other'), components: says('Live'), publication_status: 2 },
  })
  const params = { id: other.id }
  await colleague.call(updatePage, { params, body: { components: says('Half done') } })
  await colleague.call(updatePage, { params: { id: page.id }, body: { title: 'Half done' } })
  await api.call(publishRelease, { params: { id: release.id }, body: {} })
  expect((await seen())[0]).toBe('<h2>New page</h2>')
  const read = async (slug: string) => (await t.as(portal).call(showPage, { params: { slug }, query: {} })).data
  expect((await read('offer')).title).toBe('Offer')
  expect((await read('other')).components).toMatchObject(says('Live'))
  // A part can be picked again, and taken out.
  const { data: second } = await api.call(createRelease, { body: { name: 'Second', items: [all[0], all[1]] as never } })
  const { data: left } = await api.call(dropItem, {
    params: { id: second.id, kind: 'widget', recordId: all[1]?.record_id as number },
  })
  expect(left.items).toMatchObject([{ kind: 'page', value: { version: 3 } }])
})

test('a release that would undo what was published since asks first, and so does a rollback (PGB-050, PGB-052, ERR-145)', async () => {
  const { api, page, button, save, seen, all } = await setUp()
  await save('New page')
  const { data: release } = await api.call(createRelease, { body: { name: 'Late', items: all } })
  const params = { id: release.id }
  await save('Newest page')
  await api.call(publishPageVersion, { params: { id: page.id, number: 3 } })
  await api.call(promoButtons.update, { params: { id: button.id }, query: {}, body: { title: 'Fixed button' } })
  const refusal = await refusalOf(api.call(publishRelease, { params, body: {} }))
  expect([refusal?.status, refusal?.code]).toEqual([409, 'release_in_the_way'])
  expect(refusal?.message).toBe(
    'Nothing was changed, because “Offer” and “Old button” changed in the meantime. Look at what is marked in the release, then decide.',
  )
  expect(await seen()).toEqual(['<h2>Newest page</h2>', '<h2>Old part</h2>', 'Fixed button', ''])
  const { data } = await api.call(showRelease, { params })
  expect(data.items.map(({ standing }) => standing)).toEqual(['behind', 'ready', 'behind', 'ready', 'ready'])
  await api.call(publishRelease, { params, body: { over: true } })
  expect(await seen()).toEqual(NEW)

  await api.call(promoButtons.update, { params: { id: button.id }, query: {}, body: { title: 'Later button' } })
  const stuck = await refusalOf(api.call(rollBackRelease, { params }))
  expect([stuck?.code, stuck?.message]).toEqual(['release_in_the_way', expect.stringContaining('because “Old button”')])
  expect((await api.call(showRelease, { params })).data.changed_since).toEqual(['Old button'])
  expect((await seen())[0]).toBe('<h2>New page</h2>')
  await api.call(promoButtons.update, { params: { id: button.id }, query: {}, body: { title: 'New button' } })
  await api.call(rollBackRelease, { params })
  expect(await seen()).toEqual(['<h2>Newest page</h2>', '<h2>Old part</h2>', 'Fixed button', ''])
})

test('a record that was deleted, a wrong value and an empty release are told, and nothing goes live (PGB-050)', async () => {
  const { api, widget, all } = await setUp()
  const { data: empty } = await api.call(createRelease, { body: { name: 'Empty' } })
  expect((await refusalOf(api.call(publishRelease, { params: { id: empty.id }, body: {} })))?.status).toBe(422)
  const params = { id: empty.id }
  for (const [item, status] of [
    [{ kind: 'page', record_id: 999_999 }, 404],
    [{ ...all[0], value: { version: 99 } }, 422],
    [{ ...all[2], value: { title: '', link: 'javascript:alert(1)' } }, 422],
    [{ ...all[1], value: { title: 'Part', components: [{ type: 'Script', props: { id: 'x' } }] } }, 422],
    [{ ...all[3], value: { groups: [{ button_name: 'x', title: 'x', slug: '//evil' }] } }, 422],
    [{ ...all[4], value: { primary_color: 'red;}' } }, 422],
  ] as const)
    expect((await refusalOf(api.call(pickItem, { params, body: item as never })))?.status).toBe(status)
  await api.call(updateRelease, { params, body: { name: 'Parts' } })
  await api.call(pickItem, { params, body: all[1] as never })
  await api.call(pickItem, { params, body: all[2] as never })
  await api.call(widgets.remove, { params: { id: widget.id }, query: {} })
  expect((await refusalOf(api.call(publishRelease, { params, body: {} })))?.code).toBe('release_in_the_way')
  await api.call(publishRelease, { params, body: { over: true } })
  expect((await api.call(showRelease, { params })).data).toMatchObject({ name: 'Parts', status: 'live' })
  await api.call(rollBackRelease, { params })
  expect((await api.call(promoButtons.list, { query: {} })).data).toMatchObject([{ title: 'Old button' }])
})

test('a release goes live at its time, which can be moved or taken back, and says why it could not (PGB-049)', async () => {
  const { api, page, save, seen, all, portal } = await setUp()
  await save('New page')
  const at = new Date(Date.now() + 3_600_000)
  const later = new Date(at.getTime() + 3_600_000)
  const body = { name: 'Timed', items: all, publish_at: at.toISOString() }
  const { data: release } = await api.call(createRelease, { body })
  expect(release).toMatchObject({ status: 'scheduled', publish_at: at.toISOString() })
  const params = { id: release.id }
  const [handler] = jobs(t.app.services)
  const run = (due: Date) =>
    handler?.run({ portal_id: portal.id, release_id: release.id, publish_at: due.toISOString() } as never, {
      db: t.app.db,
      now: due,
      signal: new AbortController().signal,
    })
  await api.call(scheduleRelease, { params, body: { publish_at: later.toISOString() } })
  // The job of the former time finds another.
  await run(at)
  expect(await seen()).toEqual(OLD)
  await api.call(scheduleRelease, { params, body: { publish_at: null } })
  await run(later)
  expect(await seen()).toEqual(OLD)
  const past = api.call(scheduleRelease, { params, body: { publish_at: new Date(Date.now() - 1000).toISOString() } })
  expect((await refusalOf(past))?.status).toBe(422)

  await api.call(scheduleRelease, { params, body: { publish_at: later.toISOString() } })
  await save('Newest page')
  await api.call(publishPageVersion, { params: { id: page.id, number: 3 } })
  await run(later)
  expect((await api.call(showRelease, { params })).data).toMatchObject({
    status: 'draft',
    publish_at: null,
    problem: expect.stringContaining('because “Offer” changed in the meantime'),
  })
  await api.call(pickItem, { params, body: all[0] as never })
  await api.call(scheduleRelease, { params, body: { publish_at: later.toISOString() } })
  await run(later)
  // A second run of the same job finds it done.
  await run(later)
  expect((await seen())[0]).toBe('<h2>Newest page</h2>')
  expect((await api.call(showRelease, { params })).data).toMatchObject({ status: 'live', problem: null })
})

test('two releases of one portal at the same moment follow each other, and one published twice goes live once (PGB-050)', async () => {
  const { api, button, seen } = await setUp()
  const make = async (title: string) => {
    const item = { kind: 'promo_button' as const, record_id: button.id, value: { title, link: '/faq' } }
    return (await api.call(createRelease, { body: { name: title, items: [item] } })).data.id
  }
  const [one, two] = [await make('One'), await make('Two')]
  const answers = await Promise.allSettled(
    [one, one, two, two].map((id) => api.call(publishRelease, { params: { id }, body: {} })),
  )
  // The second to come would undo the first, and is asked about it.
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const winner = answers[0]?.status === 'fulfilled' || answers[1]?.status === 'fulfilled' ? 'One' : 'Two'
  expect((await seen())[2]).toBe(winner)
})

test('a theme goes live and back as a whole; what its value leaves out stays as it was when it was picked (PGB-056, PRT-125)', async () => {
  const { api, portal } = await setUp()
  const theme = async () => {
    const { setting } = (await t.app.resolvers.portalById(portal.id)) as PortalContext
    return THEME_FIELDS.map((field) => setting[field])
  }
  const changed = {
    heading_font: 'lora' as const,
    site_header: { layout: 'centered' as const, has_search: true, action: null },
    site_footer: { text: 'Since 1998', columns: [], social: [], has_contacts: true, has_navigation: true },
  }
  await api.call(updateSettings, { body: { secondary_color: '#224466' } })
  const before = await theme()
  const item = { kind: 'theme' as const, record_id: 0, value: changed }
  const { data: release } = await api.call(createRelease, { body: { name: 'Look', items: [item] } })
  expect(release.items[0]?.value).toMatchObject({ ...changed, secondary_color: '#224466', primary_color: null })
  const params = { id: release.id }
  await api.call(publishRelease, { params, body: {} })
  expect(await theme()).not.toEqual(before)
  expect(await theme()).toEqual(THEME_FIELDS.map((field) => release.items[0]?.value[field]))
  // What others change in the theme meanwhile is not undone.
  await api.call(updateSettings, { body: { text_font: 'manrope' } })
  expect((await refusalOf(api.call(rollBackRelease, { params })))?.code).toBe('release_in_the_way')
  await api.call(updateSettings, { body: { text_font: null } })
  await api.call(rollBackRelease, { params })
  expect(await theme()).toEqual(before)
})

test('a theme that could not be shown is refused before it is kept in a release (PGB-056, PRT-125, PRT-076)', async () => {
  const { api } = await setUp()
  const create = (value: Record<string, unknown>) =>
    refusalOf(api.call(createRelease, { body: { name: 'Look', items: [{ kind: 'theme', record_id: 0, value }] } }))
  expect(await create({ logo: '/api/v1/media/00000000-0000-4000-8000-000000000000' })).toMatchObject({
    status: 422,
    errors: { logo: ['This picture does not exist anymore. Please choose another one.'] },
  })
  expect(await create({ logo: 'https://example.com/logo.png' })).toMatchObject({ status: 422 })
  expect(await create({ logo: null })).toMatchObject({ status: 422, code: 'portal_would_close' })
  expect(await create({ text_font: 'comic' })).toMatchObject({ status: 422 })
  expect(await create({ site_header: { action: { label: 'Go', href: '//evil.example' } } })).toMatchObject({
    status: 422,
  })
})

test('who has the theme open is asked before their save undoes what a release put live (PGB-056, API-030)', async () => {
  const { api } = await setUp()
  const opened = await api.call(showPortal, {})
  const version = (opened.data as { version?: number }).version ?? 0
  const item = { kind: 'theme' as const, record_id: 0, value: { primary_color: '#123456' } }
  const { data } = await api.call(createRelease, { body: { name: 'Look', items: [item] } })
  await api.call(publishRelease, { params: { id: data.id }, body: {} })
  const late = api.call(updateSettings, { body: { primary_color: '#654321' } }, { version })
  expect((await refusalOf(late))?.code).toBe('record_changed')
})

test('every answer names the release that visitors see, so that open pages learn of a newer one (PGB-057)', async () => {
  const { api, portal, all } = await setUp()
  const named = async () => {
    const answer = await t.app.http.inject({ url: '/api/v1/portal', headers: { host: portal.host } })
    return Number(answer.headers['x-site-release'])
  }
  const first = await named()
  const { data } = await api.call(createRelease, { body: { name: 'Look', items: [all[4] as never] } })
  const params = { id: data.id }
  expect(await named()).toBe(first)
  await api.call(publishRelease, { params, body: {} })
  expect(await named()).toBe(first + 1)
  await api.call(rollBackRelease, { params })
  expect(await named()).toBe(first + 2)
})
