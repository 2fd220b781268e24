import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PAGE_KINDS } from '#app/rendering/page-kinds.ts'
import { updateSettings } from '#features/portals/contract.ts'
import { shareVersion } from '#kernel/product/share-picture.ts'
import type { TestPortal } from '../../../../tests/api.ts'
import { testApp } from '../../../../tests/api.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { sitemapText } from './documents.ts'
import { drawPicture } from './draw-picture.ts'

const t = testApp()
const shop = shopOf(t)

const sitemap = (portal: TestPortal, part: Parameters<typeof sitemapText>[3] = null, most = 50_000) =>
  t.app.db.withPortal(portal.id, (tx) =>
    sitemapText(
      tx,
      { id: portal.id, origin: `https://${portal.host}` },
      { paths: ['/', '/course'], kinds: PAGE_KINDS },
      part,
      most,
    ),
  )
const pathsIn = (text: string | null) =>
  [...(text ?? '').matchAll(/<loc>https:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path)

test('a sitemap lists only the published pages of its own portal, with their last change (SEO-023, CAT-004)', async () => {
  const [portal, other] = [await shop.portal(), await shop.portal()]
  const published = await shop.course(portal, { updated_at: new Date('2026-01-02T03:04:05Z') })
  const coming = await shop.course(portal, { publication_status: 3 })
  for (const values of [{ publication_status: 1 }, { publication_status: 4 }, { is_marketable: false }])
    await shop.course(portal, values)
  const bundle = await shop.bundle(portal, [published])
  await shop.bundle(portal, [published], { publication_status: 1 })
  await shop.course(other)
  const text = await sitemap(portal)
  expect(pathsIn(text)).toEqual([
    '/',
    '/course',
    `/course/${published.slug}`,
    `/course/${coming.slug}`,
    `/bundles/${bundle.slug}`,
  ])
  expect(text).toContain(`/course/${published.slug}</loc><lastmod>2026-01-02T03:04:05.000Z</lastmod>`)
})

test('a large portal has an index whose parts together list every page once (SEO-023)', async () => {
  const portal = await shop.portal()
  const courses = []
  for (let turn = 0; turn < 7; turn++) courses.push(await shop.course(portal))
  const index = await sitemap(portal, null, 3)
  expect(index).toContain('<sitemapindex')
  const parts = pathsIn(index).map(
    (path) => new URLSearchParams(path?.replace('/sitemap.xml?', '').replaceAll('&#38;', '&')),
  )
  const listed: (string | undefined)[] = []
  for (const part of parts) {
    const paths = pathsIn(
      await sitemap(portal, { kind: part.get('kind') ?? '', after: Number(part.get('after') ?? 0) }, 3),
    )
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.length).toBeLessThanOrEqual(3)
    listed.push(...paths)
  }
  expect(listed).toEqual(['/', '/course', ...courses.map(({ slug }) => `/course/${slug}`)])
  expect(await sitemap(portal, { kind: 'course', after: 1e9 }, 3)).toBeNull()
  expect(await sitemap(portal, { kind: 'users', after: 0 }, 3)).toBeNull()
})

const pixelsOf = (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
const pictureOf = (portal: TestPortal, kind: string, id: number, version = '') =>
  t.request(portal, { url: `/api/v1/main/share-pictures/${kind}/${id}${version && `?version=${version}`}` })

test('a page without a picture gets one drawn, 1123 × 794, and redrawn when its title changes (SEO-006, SEO-011)', async () => {
  const portal = await shop.portal({ primary_color: '#1b56b3' })
  const { id } = await shop.course(portal, { title: 'Ladder safety' })
  const words = { portal_name: portal.name, primary_color: '#1b56b3' }
  const first = await pictureOf(portal, 'course', id, shareVersion({ title: 'Ladder safety', ...words }))
  expect(first.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const { data, info } = await pixelsOf(first.rawPayload)
  expect([info.width, info.height]).toEqual([1123, 794])
  expect([...data.subarray(0, 3)]).toEqual([0x1b, 0x56, 0xb3])
  expect((await pictureOf(portal, 'course', id)).rawPayload.equals(first.rawPayload)).toBe(true)

  await t.platform((tx) => tx.updateTable('courses').set({ title: 'Fire safety' }).where('id', '=', id).execute())
  const second = await pictureOf(portal, 'course', id, shareVersion({ title: 'Ladder safety', ...words }))
  expect(second.rawPayload.equals(first.rawPayload)).toBe(false)
  expect(second.headers['cache-control']).toBe('public, max-age=300')
  const folder = `share-pictures/${portal.id}/course/${id}`
  const kept = await Array.fromAsync(t.app.services.files.list(folder))
  expect(kept.map(({ key }) => key)).toEqual([`${folder}/${shareVersion({ title: 'Fire safety', ...words })}.png`])
})

test('a title in any script is drawn, and a right-to-left one is on the right (SEO-011, CER-030)', async () => {
  const inked = async (title: string) => {
    const { data, info } = await pixelsOf(
      await drawPicture({ title, portal_name: title, primary_color: '#1b56b3', host: 'a.example' }),
    )
    const { width, height } = info
    // Below the mark and above the address.
    const columns = new Set<number>()
    for (let y = 110; y < height - 130; y += 1)
      for (let x = 0; x < width; x += 1) if ((data[(y * width + x) * 3] ?? 0) > 200) columns.add(x)
    return { left: Math.min(...columns), right: Math.max(...columns), count: columns.size }
  }
  const [latin, arabic, thai, chinese] = await Promise.all(['Safety', 'السلامة', 'ความปลอดภัย', '安全培训'].map(inked))
  for (const ink of [latin, thai, chinese]) expect(ink?.left).toBeLessThan(100)
  expect(arabic?.left).toBeGreaterThan(600)
  expect(arabic?.right).toBeGreaterThan(1020)
  for (const ink of [latin, arabic, thai, chinese]) expect(ink?.count).toBeGreaterThan(200)
})

test('the portal’s own picture follows its color; a record without a public page has none (SEO-011)', async () => {
  const portal = await shop.portal()
  const { id } = await shop.course(portal, { publication_status: 1 })
  const other = await shop.portal()
  const foreign = await shop.course(other)
  for (const [kind, record] of [
    ['course', id],
    ['course', foreign.id],
    ['bundle', id],
    ['portal', other.id],
    ['nothing', 1],
  ] as const)
    expect((await pictureOf(portal, kind, record)).statusCode).toBe(404)
  const before = await pictureOf(portal, 'portal', portal.id)
  const admin = await t.make.person('portal_admin', { portal })
  await t.as(admin).call(updateSettings, { body: { primary_color: '#c96a12' } })
  const after = await pictureOf(portal, 'portal', portal.id)
  expect([...(await pixelsOf(after.rawPayload)).data.subarray(0, 3)]).toEqual([0xc9, 0x6a, 0x12])
  expect(after.rawPayload.equals(before.rawPayload)).toBe(false)
})

test('a portal with only legal pages has its own picture for them, and none for its courses (SEO-011, ROU-118, PRT-029)', async () => {
  for (const state of [{ is_paused: true }, { status: 'pending' as const }]) {
    const portal = await shop.portal(state)
    const course = await shop.course(portal)
    expect((await pictureOf(portal, 'portal', portal.id)).statusCode).toBe(200)
    expect((await pictureOf(portal, 'course', course.id)).statusCode).toBe(404)
  }
})
