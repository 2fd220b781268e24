import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { audioItems, documentItems, modules, textItems, videoItems } from '../contract.ts'
import { DRAFT, loadModuleItem, loadOutline } from './api.ts'

const t = testApp()
const make = authoring(t)
const NOT_FOUND = { status: 404, code: 'not_found' }

const setUp = async (role: 'portal_admin' | 'instructor' = 'portal_admin') => {
  const admin = await t.make.person(role)
  const { id: courseId } = await make.course(admin)
  const api = t.as(admin)
  const { data } = await api.call(modules.create, { params: { courseId }, body: { title: 'M' } })
  return { admin, portal: admin.portal, api, courseId, module_id: data.itemable_id, module: data }
}

const itemsOf = async (who: TestPerson, courseId: number, moduleId: number) => {
  const items = await t.platform((tx) => loadOutline(tx, who.portal.id, courseId, DRAFT))
  const match = items.find((item) => item.itemable_id === moduleId)
  return match?.module_items.map(({ title, sort_number }) => `${sort_number} ${title}`)
}

describe('content by type (BLD-011, BLD-017, BLD-018, BLD-041)', () => {
  test('a Text item has cleaned text and needs no title (LRN-004, PGB-034)', async () => {
    const { api, module_id, courseId } = await setUp()
    const { data } = await api.call(textItems.create, {
      body: { module_id, text: '<h2>Hi</h2><script>alert(1)</script><a href="javascript:x">y</a>' },
    })
    expect(data).toMatchObject({
      itemable_type: 'Text',
      itemable_id: data.id,
      module_id,
      course_id: courseId,
      title: 'Module Text Info',
      sort_number: 1,
      itemable: { text: '<h2>Hi</h2><a>y</a>' },
    })
    const changed = await api.call(textItems.update, {
      params: { id: data.id },
      body: { title: 'Welcome', text: '<p>Yo</p>' },
    })
    expect(changed.data).toMatchObject({ title: 'Welcome', itemable: { text: '<p>Yo</p>' } })
    expect((await api.call(textItems.show, { params: { id: data.id } })).data).toEqual(changed.data)
    await expect(api.call(textItems.create, { body: { module_id, text: '<p> </p>' } })).rejects.toMatchObject({
      status: 422,
      errors: { text: ['This field is required.'] },
    })
  })

  test.each([
    [documentItems, 'docs', 'audio'],
    [documentItems, 'pdf', 'img'],
    [audioItems, 'audio', 'pdf'],
  ] as const)('a file item takes %#: the right type of the own library', async (calls, right, wrong) => {
    const { api, module_id, portal } = await setUp()
    const uuid = await make.media(portal, right)
    const { data } = await (
      api.call as (e: typeof documentItems.create, a: object) => Promise<{ data: { id: number } }>
    )(calls.create as typeof documentItems.create, { body: { module_id, title: 'A file', media_uuid: uuid } })
    expect(data).toMatchObject({ title: 'A file', itemable: { media_uuid: uuid, media: { uuid, type: right } } })
    const elsewhere = await make.media(await t.make.portal(), right)
    const mistaken = await make.media(portal, wrong)
    for (const media_uuid of [elsewhere, mistaken, '01980000-0000-7000-8000-000000000000'])
      await expect(
        api.call(calls.update as typeof documentItems.update, { params: { id: data.id }, body: { media_uuid } }),
      ).rejects.toMatchObject({ status: 422, errors: { media_uuid: ['Selected value is not valid'] } })
  })

  test('partners choose among their own materials (UPL-008)', async () => {
    const partner = await t.make.person('partner')
    await make.company(partner.portal, partner)
    const { id: courseId } = await make.course(partner)
    const api = t.as(partner)
    const { data } = await api.call(modules.create, { params: { courseId }, body: { title: 'M' } })
    const body = { module_id: data.itemable_id, title: 'A' }
    const others = await make.media(partner.portal, 'pdf')
    await expect(api.call(documentItems.create, { body: { ...body, media_uuid: others } })).rejects.toMatchObject({
      status: 422,
    })
    const own = await make.media(partner.portal, 'pdf', partner)
    expect(
      (await api.call(documentItems.create, { body: { ...body, media_uuid: own } })).data.itemable.media_uuid,
    ).toBe(own)
  })

  test('a Video item keeps the provider and id from its link (VAL-028)', async () => {
    const { api, module_id, portal } = await setUp()
    const { data } = await api.call(videoItems.create, {
      body: { module_id, title: 'Clip', video: 'https://vimeo.com/76979871/abc123?x=<script>' },
    })
    expect(data.itemable).toEqual({
      video: 'https://vimeo.com/76979871/abc123',
      video_provider: 'vimeo',
      video_id: '76979871',
      embed_url: 'https://player.vimeo.com/video/76979871?dnt=1&h=abc123',
      media_uuid: null,
      media: null,
      captions: [],
    })
    const changed = await api.call(videoItems.update, {
      params: { id: data.id },
      body: { video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    })
    expect(changed.data.itemable).toMatchObject({ video_provider: 'youtube', video_id: 'dQw4w9WgXcQ' })
    const stored = await t.platform((tx) => loadModuleItem(tx, portal.id, 'Video', data.id))
    expect(stored).toMatchObject({ video_provider: 'youtube', video_id: 'dQw4w9WgXcQ', video_hash: null, module_id })
    for (const video of ['https://example.com/1', 'javascript:alert(1)', ''])
      await expect(api.call(videoItems.update, { params: { id: data.id }, body: { video } })).rejects.toMatchObject({
        status: 422,
        errors: { video: ['Please enter a link to a supported video host.'] },
      })
  })

  test('an item is not found under another type', async () => {
    const { api, module_id } = await setUp()
    const { data } = await api.call(textItems.create, { body: { module_id, text: 'x' } })
    await expect(api.call(videoItems.show, { params: { id: data.id } })).rejects.toMatchObject(NOT_FOUND)
    await expect(api.call(videoItems.remove, { params: { id: data.id } })).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('the order in a module (BLD-014, BLD-040)', () => {
  test('follows additions, moves and deletions without gaps', async () => {
    const { admin, api, courseId, module_id } = await setUp()
    const add = async (title: string, sort_number?: number) =>
      (await api.call(textItems.create, { body: { module_id, title, text: 'x', sort_number } })).data.id
    const a = await add('A')
    await add('B')
    const c = await add('C', 1)
    expect(await itemsOf(admin, courseId, module_id)).toEqual(['1 C', '2 A', '3 B'])
    await api.call(textItems.update, { params: { id: c }, body: { sort_number: 3 } })
    expect(await itemsOf(admin, courseId, module_id)).toEqual(['1 A', '2 B', '3 C'])
    await api.call(textItems.remove, { params: { id: a } })
    expect(await itemsOf(admin, courseId, module_id)).toEqual(['1 B', '2 C'])
    await expect(api.call(textItems.show, { params: { id: a } })).rejects.toMatchObject(NOT_FOUND)
    const rows = await t.platform((tx) => tx.selectFrom('module_items').select('title').where('id', '=', a).execute())
    expect(rows).toEqual([{ title: 'A' }])
  })

  test('an item moves to another module of its course, never to another course', async () => {
    const { admin, api, courseId, module_id } = await setUp()
    const params = { courseId }
    const second = (await api.call(modules.create, { params, body: { title: 'N' } })).data.itemable_id
    const ids: number[] = []
    for (const title of ['A', 'B', 'C'])
      ids.push((await api.call(textItems.create, { body: { module_id, title, text: 'x' } })).data.id)
    const one = { id: ids[0] as number }
    await api.call(textItems.update, { params: one, body: { module_id: second, sort_number: 1 } })
    expect(await itemsOf(admin, courseId, module_id)).toEqual(['1 B', '2 C'])
    expect(await itemsOf(admin, courseId, second)).toEqual(['1 A'])
    const other = await make.course(admin)
    const elsewhere = await api.call(modules.create, { params: { courseId: other.id }, body: { title: 'O' } })
    await expect(
      api.call(textItems.update, { params: one, body: { module_id: elsewhere.data.itemable_id } }),
    ).rejects.toMatchObject({ status: 422, errors: { module_id: ['Selected value is not valid'] } })
    expect(await itemsOf(admin, courseId, second)).toEqual(['1 A'])
  })

  test('stays 1 to n, whatever runs at the same time', async () => {
    const { admin, api, courseId, module_id } = await setUp()
    const ids: number[] = []
    for (const title of ['A', 'B', 'C'])
      ids.push((await api.call(textItems.create, { body: { module_id, title, text: 'x' } })).data.id)
    const [a, b, c] = ids as [number, number, number]
    await Promise.all([
      api.call(textItems.create, { body: { module_id, title: 'D', text: 'x', sort_number: 1 } }),
      api.call(textItems.create, { body: { module_id, title: 'E', text: 'x', sort_number: 2 } }),
      api.call(videoItems.create, { body: { module_id, title: 'F', video: 'https://youtu.be/dQw4w9WgXcQ' } }),
      api.call(textItems.remove, { params: { id: b } }),
      api.call(textItems.update, { params: { id: a }, body: { sort_number: 3 } }),
      api.call(textItems.update, { params: { id: c }, body: { sort_number: 1 } }),
    ])
    const items = await itemsOf(admin, courseId, module_id)
    expect(items?.map((item) => Number(item.split(' ')[0]))).toEqual([1, 2, 3, 4, 5])
    expect(items?.map((item) => item.split(' ')[1]).toSorted()).toEqual(['A', 'C', 'D', 'E', 'F'])
  })
})

describe('who reaches a module item (ROL-027, API-021)', () => {
  test('not people of another portal, not instructors of another course, and not through a deleted module', async () => {
    const { admin, api, courseId, module_id, module, portal } = await setUp()
    const { data } = await api.call(textItems.create, { body: { module_id, text: 'x' } })
    const params = { id: data.id }
    const before = await make.snapshot(portal)
    for (const person of [await t.make.person('portal_admin'), await t.make.person('instructor', { portal })]) {
      const other = t.as(person)
      await expect(other.call(textItems.show, { params })).rejects.toMatchObject(NOT_FOUND)
      await expect(other.call(textItems.update, { params, body: { text: 'y' } })).rejects.toMatchObject(NOT_FOUND)
      await expect(other.call(textItems.remove, { params })).rejects.toMatchObject(NOT_FOUND)
      await expect(other.call(textItems.create, { body: { module_id, text: 'y' } })).rejects.toMatchObject(NOT_FOUND)
    }
    const learner = t.as(await t.make.person('learner', { portal }))
    await expect(learner.call(textItems.show, { params })).rejects.toMatchObject({ status: 403 })
    expect(await make.snapshot(portal)).toEqual(before)

    await api.call(modules.remove, { params: { courseId, id: module.id } })
    await expect(api.call(textItems.show, { params })).rejects.toMatchObject(NOT_FOUND)
    await expect(api.call(textItems.create, { body: { module_id, text: 'y' } })).rejects.toMatchObject(NOT_FOUND)
    expect(await t.platform((tx) => loadModuleItem(tx, admin.portal.id, 'Text', data.id))).toBeNull()
  })

  test('an item added while its module is being deleted leaves nothing half done', async () => {
    const { admin, api, courseId, module_id, module } = await setUp()
    const [added, removed] = await Promise.allSettled([
      api.call(textItems.create, { body: { module_id, text: 'x' } }),
      api.call(modules.remove, { params: { courseId, id: module.id } }),
    ])
    expect(removed.status).toBe('fulfilled')
    if (added.status === 'rejected') expect(added.reason).toMatchObject(NOT_FOUND)
    expect(await itemsOf(admin, courseId, module_id)).toBeUndefined()
  })
})
