import { describe, expect, test } from 'vitest'
import { articles } from '#features/articles/contract-lists.ts'
import { listMaterials } from '#features/media/contract-admin.ts'
import { textItems } from '#features/outline/contract.ts'
import { createPage, deletePage, showPortalPage, updatePage } from '#features/pages/contract.ts'
import { showPage } from '#features/pages/contract-site.ts'
import { listSiteVersions } from '#features/site-history/contract.ts'
import { widgets } from '#features/widgets/contract.ts'
import { textPictureUrl } from '#kernel/uploads/text-pictures.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import { versioning } from '../../../../tests/versions/versioning.ts'
import {
  deleteLibraryFile,
  listLibrary,
  listMediaTags,
  putFileBack,
  showLibraryFile,
  updateLibraryFile,
} from '../contract.ts'

const t = testApp()
const { published } = versioning(t)

const send = async (who: TestPerson, url: string, name: string, bytes: Buffer, field = 'file') => {
  const answer = await t.request(who, {
    method: 'POST',
    url: `/api/v1${url}`,
    ...(await multipart({ [field]: { name, bytes } })),
  })
  expect([answer.statusCode, answer.json().message]).toEqual([200, undefined])
  return answer.json().data
}
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const names = ({ data }: { data: readonly { name: string }[] }) => data.map(({ name }) => name)

const pageWith = (src: string) => ({
  title: 'Ladders',
  meta_title: 'Ladders',
  meta_description: 'All about ladders',
  components: [{ type: 'Image', props: { id: 'a', src, alt: 'A ladder', width: 8, height: 8 } }],
})

test('the library lists pictures of pages and files of courses together, by search, kind, tag, order and page (UPL-048, UPL-049, UPL-050)', async () => {
  const editor = await t.make.person('editor')
  const api = t.as(editor)
  await send(editor, '/materials', 'Forklift manual.pdf', PDF)
  await send(editor, '/materials', 'Bay.png', png(9, 9))
  await send(editor, '/portal/pages/pictures', 'Home.png', png(40, 40))
  const list = (query: object = {}) => api.call(listLibrary, { query: query as never })
  const all = await list()
  expect(names(all)).toEqual(['Home.png', 'Bay.png', 'Forklift manual.pdf'])
  expect(all.data[0]).toMatchObject({ type: 'img', alt: null, tags: [], uses_count: 0 })
  expect(all.data[0]?.created_by).toBeTruthy()
  expect(names(await list({ type: 'pdf' }))).toEqual(['Forklift manual.pdf'])
  expect(names(await list({ search: 'fork' }))).toEqual(['Forklift manual.pdf'])
  expect(names(await list({ sort: 'name' }))).toEqual(['Bay.png', 'Forklift manual.pdf', 'Home.png'])
  const sizes = (await list({ sort: 'size' })).data.map(({ size }) => size)
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
  const first = await list({ per_page: 2 })
  expect(names(await list({ per_page: 2, cursor: first.meta.next_cursor ?? '' }))).toEqual(['Forklift manual.pdf'])

  const [home, , manual] = all.data
  await api.call(updateLibraryFile, {
    params: { id: manual?.id ?? 0 },
    body: { tags: ['Forklift ', 'forklift', 'PDF'] },
  })
  expect(names(await list({ tag: 'Forklift' }))).toEqual(['Forklift manual.pdf'])
  expect((await api.call(listMediaTags)).data).toEqual({
    tags: [
      { tag: 'Forklift', count: 1 },
      { tag: 'PDF', count: 1 },
    ],
    missing_alt: 2,
  })
  // Pictures without an alternative text, until somebody says what one shows or that it is a decoration.
  expect(names(await list({ alt: 'missing' }))).toEqual(['Home.png', 'Bay.png'])
  await api.call(updateLibraryFile, { params: { id: home?.id ?? 0 }, body: { alt: '' } })
  expect(names(await list({ alt: 'missing' }))).toEqual(['Bay.png'])
  // A picture for both is read where its address says.
  for (const { url, preview } of all.data)
    for (const address of [url, preview])
      if (address) expect((await t.request(editor, { method: 'GET', url: address })).statusCode).toBe(200)
})

test('a file says where it is used, in drafts, pages and lists, and is deleted only when nothing uses it (UPL-051, UPL-053)', async () => {
  const editor = await t.make.person('portal_admin')
  const api = t.as(editor)
  const { src } = await send(editor, '/portal/pages/pictures', 'Ladder.png', png(12, 12))
  const [file] = (await api.call(listLibrary, {})).data
  const id = file?.id ?? 0
  const uses = async () =>
    (await api.call(showLibraryFile, { params: { id } })).data.uses.map(({ place, title }) => `${place} ${title}`)
  expect(await uses()).toEqual([])
  const { data: page } = await api.call(createPage, { body: pageWith(src) as never })
  expect(await uses()).toEqual(['Page Ladders'])
  const { data: article } = await api.call(articles.create, {
    body: { title: 'On ladders', meta_description: 'x', text: `<p>a</p>` } as never,
  })
  await send(editor, `/admin/articles/${article.id}/thumbnail`, 'Cover.png', png(20, 20))
  const cover = (await api.call(listLibrary, { query: { search: 'Cover' } })).data[0]
  expect((await api.call(showLibraryFile, { params: { id: cover?.id ?? 0 } })).data.uses).toEqual([
    { place: 'Article', title: 'On ladders', href: `/admin/articles/${article.id}`, note: null },
  ])
  expect(names(await api.call(listLibrary, { query: { use: 'unused' } }))).toEqual([])
  await expect(api.call(deleteLibraryFile, { params: { id } })).rejects.toThrow(
    'Nothing was deleted. This file is used in Page “Ladders”.',
  )
  await api.call(updatePage, { params: { id: page.id }, body: { ...pageWith(src), components: [] } as never })
  // A version can be restored, and then shows the picture again.
  const { data: kept } = await api.call(showLibraryFile, { params: { id } })
  expect(kept.uses).toMatchObject([{ title: 'Ladders', note: 'Only in earlier versions' }])
  expect(kept.uses_count).toBe(1)
  await expect(api.call(deleteLibraryFile, { params: { id } })).rejects.toThrow('Nothing was deleted.')
  await api.call(deletePage, { params: { id: page.id } })
  expect(await uses()).toEqual([])
  expect((await api.call(showLibraryFile, { params: { id } })).data.uses_count).toBe(0)
  await api.call(deleteLibraryFile, { params: { id } })
  await expect(api.call(showLibraryFile, { params: { id } })).rejects.toMatchObject({ status: 404 })
  expect((await t.request(editor, { method: 'GET', url: src })).statusCode).toBe(404)
})

test('avatars, and files of other portals, are in no library (UPL-048)', async () => {
  const [editor, other] = [await t.make.person('editor'), await t.make.person('editor')]
  await send(editor, '/materials', 'Ours.pdf', PDF)
  await send(editor, `/users/${editor.id}/avatar`, 'Face.png', png(30, 30), 'avatar')
  expect(names(await t.as(editor).call(listLibrary, {}))).toEqual(['Ours.pdf'])
  expect(names(await t.as(other).call(listLibrary, {}))).toEqual([])
  const [ours] = (await t.as(editor).call(listMaterials, {})).data
  await expect(t.as(other).call(showLibraryFile, { params: { id: ours?.id ?? 0 } })).rejects.toMatchObject({
    status: 404,
  })
})

describe('replacing a file everywhere (UPL-054)', () => {
  const uuidIn = (address: string) => address.split('/').at(-1) as string

  test('a new picture stands at once in pages, widgets, lists and logos, and the former one can be put back', async () => {
    const admin = await t.make.person('portal_admin')
    const api = t.as(admin)
    const { src } = await send(admin, '/portal/pages/pictures', 'Old.png', png(12, 12))
    const old = uuidIn(src)
    const [file] = (await api.call(listLibrary, {})).data
    const id = file?.id ?? 0
    await api.call(updateLibraryFile, { params: { id }, body: { alt: 'Our yard', tags: ['Yard'] } })
    // One page is published as it is, another has a draft without the picture, a third is a draft.
    const make = async (title: string, publication_status: 1 | 2) =>
      (await api.call(createPage, { body: { ...pageWith(src), title, publication_status } as never })).data
    const [live, ahead, draft] = [await make('Live', 2), await make('Ahead', 2), await make('Draft', 1)]
    await api.call(updatePage, {
      params: { id: ahead.id },
      body: { ...pageWith(src), title: 'Ahead', components: [] } as never,
    })
    const { data: widget } = await api.call(widgets.create, {
      body: { title: 'Yard', components: pageWith(src).components } as never,
    })
    const versionOf = async ({ id }: { id: number }) =>
      ((await api.call(showPortalPage, { params: { id } })) as { version?: number }).version ?? 0
    const version = await versionOf(live)

    const sent = await send(admin, `/portal/media/${id}/replacement`, 'New.png', png(16, 16))
    expect(sent).toMatchObject({ name: 'New.png', alt: 'Our yard', tags: ['Yard'], former: [{ id, name: 'Old.png' }] })
    const fresh = uuidIn(sent.url)
    const shownOn = async (slug: string) =>
      JSON.stringify((await t.as(admin.portal).call(showPage, { params: { slug } })).data.components)
    expect(await shownOn(live.slug)).toContain(fresh)
    expect(await shownOn(ahead.slug)).toContain(fresh)
    const draftOf = async (page: { id: number }) =>
      JSON.stringify((await api.call(showPortalPage, { params: { id: page.id } })).data.components)
    expect(await draftOf(ahead)).toBe('[]')
    expect(await draftOf(draft)).toContain(fresh)
    expect(JSON.stringify((await api.call(widgets.show, { params: { id: widget.id } })).data)).toContain(fresh)
    const versions = await api.call(listSiteVersions, { params: { kind: 'widget', recordId: widget.id } })
    expect(versions.data.map(({ number, made_by }) => [number, made_by])).toEqual([
      [2, 'save'],
      [1, 'create'],
    ])
    // Nobody who has a page open takes the change back unseen.
    expect(await versionOf(live)).toBeGreaterThan(version)
    expect(names(await api.call(listLibrary, {}))).toEqual(['New.png'])
    // Pages that are open meanwhile go on showing the former one.
    expect((await t.request(admin.portal, { method: 'GET', url: src })).statusCode).toBe(200)

    const { data: back } = await api.call(putFileBack, { params: { id: sent.id, former_id: id } })
    expect(back).toMatchObject({ id, name: 'Old.png', alt: 'Our yard', former: [{ name: 'New.png' }] })
    expect(await shownOn(live.slug)).toContain(old)
    expect(await draftOf(draft)).toContain(old)
    expect(names(await api.call(listLibrary, {}))).toEqual(['Old.png'])
  })

  test('drafts of courses name the new file, published versions keep the former one', async () => {
    const { author, api, why, publish } = await published()
    const bytes = await multipart({ file: { name: 'lift.png', bytes: png(8, 8) } })
    const stored = (await t.request(author, { method: 'POST', url: '/api/v1/materials', ...bytes })).json().data
    const html = (uuid: string) => `<p><img src="${textPictureUrl(uuid)}" alt="A lift" /></p>`
    await api.call(textItems.update, { params: { id: why }, body: { text: html(stored.uuid) } })
    await publish(1)
    const admin = await t.make.person('portal_admin', { portal: author.portal })
    const before = await t.as(admin).call(showLibraryFile, { params: { id: stored.id } })
    expect(before.data.uses.map(({ place }) => place)).toEqual(['Course item', 'Published course'])
    const sent = await send(admin, `/portal/media/${stored.id}/replacement`, 'lift-2.png', png(9, 9))
    expect(sent.uses.map(({ place }: { place: string }) => place)).toEqual(['Course item'])
    const { data: item } = await api.call(textItems.show, { params: { id: why } })
    expect(JSON.stringify(item)).toContain(sent.uuid)
    for (const uuid of [stored.uuid, sent.uuid])
      expect((await t.request(admin, { method: 'GET', url: textPictureUrl(uuid) })).statusCode).toBe(200)
  })

  test.each([
    ['Old.png', png(9, 9), 'New.gif', Buffer.from('GIF89a'), 422],
    ['Old.pdf', PDF, 'New.png', png(9, 9), 422],
  ])('%s is not replaced by another kind of file', async (name, content, other, bytes, status) => {
    const admin = await t.make.person('portal_admin')
    const { id } = await send(admin, '/materials', name, content)
    const answer = await t.request(admin, {
      method: 'POST',
      url: `/api/v1/portal/media/${id}/replacement`,
      ...(await multipart({ file: { name: other, bytes } })),
    })
    expect([answer.statusCode, names(await t.as(admin).call(listLibrary, {}))]).toEqual([status, [name]])
  })
})
