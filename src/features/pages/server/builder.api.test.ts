import { expect, test } from 'vitest'
import { createPromoButton, createWidget } from '#features/widgets/server/api.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { multipart } from '../../../../tests/multipart.ts'
import { plain } from '../../../../tests/pictures.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import {
  copyPage,
  createPage,
  deletePage,
  showNamedRecords,
  showPageVersion,
  showPortalPage,
  takeBlocks,
  updatePage,
} from '../contract.ts'

const t = testApp()
const WORDS = { title: 'About us', meta_title: 'About us', meta_description: 'Who we are' }

const setUp = async () => {
  const { portal, editor } = await contentOf(t)
  const admin = await t.make.person('portal_admin', { portal })
  return { portal, editor, admin, api: t.as(admin) }
}
const png = () => plain(120, 60).png().toBuffer()
const send = async (who: TestPerson, path: string, bytes: Buffer, name = 'picture.png') => {
  const body = await multipart({ file: { name, bytes } })
  return t.request(who, { method: 'POST', url: `/api/v1${path}`, ...body })
}
const statusOf = async (who: TestPerson, url: string) => (await t.request(who, { method: 'GET', url })).statusCode
const image = (src: string) => ({ type: 'Image', props: { id: 'i', src, alt: '', width: 120, height: 60 } })

test('a picture of a block is stored for everyone, with its size, and what is no picture is refused (PGB-039)', async () => {
  const { admin } = await setUp()
  const answer = await send(admin, '/portal/pages/pictures', await png())
  expect(answer.json().data).toMatchObject({ width: 120, height: 60 })
  expect(await statusOf(admin, answer.json().data.src)).toBe(200)
  const refused = await send(admin, '/portal/pages/pictures', Buffer.from('<svg onload="alert(1)"/>'), 'a.png')
  expect(refused.statusCode).toBe(422)
})

test('a share picture takes the place of the former one, which earlier versions go on showing (PGB-037, PGB-047)', async () => {
  const { admin, api } = await setUp()
  const { data: page } = await api.call(createPage, { body: WORDS })
  const upload = async () => {
    const answer = await send(admin, `/portal/pages/${page.id}/seo-image`, await png())
    expect(answer.statusCode).toBe(200)
    return answer.json().data.seo_image as string
  }
  const first = await upload()
  const second = await upload()
  expect([await statusOf(admin, first), await statusOf(admin, second)]).toEqual([200, 200])
  const shown = async (number: number) =>
    (await api.call(showPageVersion, { params: { id: page.id, number } })).data.seo_image
  expect([await shown(1), await shown(2), await shown(3)]).toEqual([null, first, second])
  expect(
    (await send(admin, `/portal/pages/${page.id}/seo-image`, await plain(9, 9).webp().toBuffer(), 'a.webp')).statusCode,
  ).toBe(422)
  expect((await send(admin, '/portal/pages/999999/seo-image', await png())).statusCode).toBe(404)
})

test('a copy is a draft with everything of the page, and a share picture of its own (PGB-039)', async () => {
  const { admin, api } = await setUp()
  const components = [image('/logo.svg'), { type: 'Heading', props: { id: 'h', html: '<h1>Hi</h1>' } }]
  const body = { ...WORDS, publication_status: 2 as const, show_footer: false, button_name: 'About', components }
  const { data: page } = await api.call(createPage, { body })
  const share = (await send(admin, `/portal/pages/${page.id}/seo-image`, await png())).json().data.seo_image
  const { data: copy } = await api.call(copyPage, { params: { id: page.id } })
  expect(copy).toMatchObject({
    title: 'About us (copy)',
    slug: 'about-us-copy',
    publication_status: 1,
    published_at: null,
    show_footer: false,
    button_name: 'About',
    components: page.components,
  })
  expect(copy.seo_image).not.toBe(share)
  expect(await statusOf(admin, copy.seo_image as string)).toBe(200)
  await api.call(deletePage, { params: { id: page.id } })
  expect((await api.call(showPortalPage, { params: { id: copy.id } })).data.title).toBe('About us (copy)')
})

test('blocks from elsewhere are cleaned before they are shown, and refused where no page could hold them (PGB-017, PGB-034, PGB-041)', async () => {
  const { api } = await setUp()
  const hostile = '<h1 onclick="alert(1)">Hi<script>alert(1)</script><img src=x onerror=alert(1)></h1>'
  const { data } = await api.call(takeBlocks, {
    body: { components: [{ type: 'Heading', props: { id: 'h', html: hostile, onload: 'x' } }] },
  })
  expect(data.components).toEqual([
    { type: 'Heading', props: { id: 'h', html: '<h1>Hi</h1>', align: 'left', visibility: 'all' } },
  ])
  for (const components of [
    [{ type: 'Script', props: { id: 'a' } }],
    [{ type: 'Heading' }],
    ['Heading'],
    [{ type: 'Video', props: { id: 'a', video: 'javascript:alert(1)' } }],
    Array.from({ length: 201 }, (_, at) => ({ type: 'Heading', props: { id: `h${at}` } })),
    [
      { type: 'Heading', props: { id: 'same' } },
      { type: 'Alert', props: { id: 'same' } },
    ],
  ])
    expect((await refusalOf(api.call(takeBlocks, { body: { components } })))?.status).toBe(422)
})

test('the pictures of pasted blocks become those of the portal, and stay when the other removes its own (PGB-041)', async () => {
  const [from, to] = [await setUp(), await setUp()]
  const { data: page } = await from.api.call(createPage, { body: WORDS })
  const share = (await send(from.admin, `/portal/pages/${page.id}/seo-image`, await png())).json().data.seo_image
  const html = `<p>Look: <img src="${share}" alt="" /></p>`
  const components = [image(share), { type: 'EditorText', props: { id: 't', mode: 'full', html } }]
  const { data } = await to.api.call(takeBlocks, { body: { components } })
  expect((data.components[0] as { props: { src: string } }).props.src).toBe(share)
  const rows = (portalId: number) =>
    t.app.db.withPlatform((tx) =>
      tx.selectFrom('media').select('id').where('portal_id', '=', portalId).where('is_public', '=', true).execute(),
    )
  expect(await rows(to.portal.id)).toHaveLength(1)
  await to.api.call(takeBlocks, { body: { components } })
  expect(await rows(to.portal.id)).toHaveLength(1)
  await send(from.admin, `/portal/pages/${page.id}/seo-image`, await png())
  expect(await statusOf(to.admin, share)).toBe(200)
})

test('the builder reads the widgets and promo buttons that blocks name, of its own portal only (PGB-039)', async () => {
  const [own, other] = [await setUp(), await setUp()]
  const make = ({ editor }: typeof own) =>
    editor.act(async (tx, ctx) => {
      const button = await createPromoButton(tx, ctx, { title: 'Call us', link: '/contact' })
      const block = { type: 'PromoButtons', props: { id: 'p', promo_button_ids: [button.id] } }
      return { button, widget: await createWidget(tx, ctx, { title: 'Contact', components: [block] }) }
    })
  const [mine, theirs] = [await make(own), await make(other)]
  const query = { widget_ids: `${mine.widget.id},${theirs.widget.id}`, promo_button_ids: `${theirs.button.id}` }
  const { data } = await own.api.call(showNamedRecords, { query: query as never })
  expect(Object.keys(data.widgets)).toEqual([String(mine.widget.id)])
  expect(Object.keys(data.buttons)).toEqual([String(mine.button.id)])
  expect((await own.api.call(showNamedRecords, { query: {} })).data).toEqual({ widgets: {}, buttons: {} })
})

test('a page of 500 blocks is saved compressed and comes back compressed (PGB-002, PGB-003)', async () => {
  const { api } = await setUp()
  const { deflateSync, inflateSync } = await import('node:zlib')
  const column = (at: number) =>
    Array.from({ length: 5 }, (_, each) => ({
      type: 'EditorText',
      props: { id: `t${at}-${each}`, mode: 'full', html: `<p>${'Safety first. '.repeat(150)}</p>` },
    }))
  const components = Array.from({ length: 84 }, (_, at) => ({
    type: 'Section',
    props: { id: `s${at}`, column_1: column(at) },
  }))
  const packed = deflateSync(JSON.stringify(components)).toString('base64')
  const { data: page } = await api.call(createPage, { body: WORDS })
  const { data } = await api.call(updatePage, { params: { id: page.id }, body: { components: packed } })
  const back = JSON.parse(inflateSync(Buffer.from(data.components as string, 'base64')).toString())
  expect(back).toHaveLength(84)
  // The same uncompressed is more than most calls may send.
  expect(JSON.stringify(components).length).toBeGreaterThan((1 << 20) >> 1)
  await api.call(updatePage, { params: { id: page.id }, body: { components } })
  expect((await api.call(showPortalPage, { params: { id: page.id } })).data.components).toHaveLength(84)
})
