import { expect, test } from 'vitest'
import { showCourse, updateCourse } from '#features/courses/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { listCategories, showCategory } from '../contract.ts'
import * as lists from '../contract-lists.ts'

const t = testApp()
const make = authoring(t)

/** An editor of a portal with a catalog. */
const editorOf = async () => {
  const { portal } = await contentOf(t)
  return { portal, editor: await t.make.person('editor', { portal }) }
}

const EVERY = Object.entries(lists).flatMap(([name, calls]) =>
  'list' in calls && 'remove' in calls ? [[name, calls] as const] : [],
)

test.each(EVERY)(
  '%s: an editor adds, finds, sorts, changes and deletes a record (CNT-001, CNT-035, ROL-040)',
  async (_, calls) => {
    const { editor } = await editorOf()
    const { call } = t.as(editor) as unknown as {
      call: (endpoint: unknown, args: object) => Promise<{ data: { id: number; title: string }[] & { id: number } }>
    }
    const first = (await call(calls.create, { body: { title: 'Anchors' } })).data
    await call(calls.create, { body: { title: 'Beams' } })
    const titles = async (query: object) => (await call(calls.list, { query })).data.map(({ title }) => title)
    expect(await titles({})).toEqual(['Anchors', 'Beams'])
    expect(await titles({ sort: '-title' })).toEqual(['Beams', 'Anchors'])
    expect(await titles({ search: 'beam' })).toEqual(['Beams'])
    const params = { id: first.id }
    await call(calls.update, { params, body: { title: 'Cranes' } })
    expect((await call(calls.show, { params })).data).toMatchObject({ title: 'Cranes', slug: 'anchors', used_by: [] })
    await call(calls.remove, { params })
    expect(await titles({})).toEqual(['Beams'])
    expect((await refusalOf(call(calls.show, { params })))?.status).toBe(404)
  },
)

test('a category that courses and categories use says so, and deleting it keeps both (CNT-022, CNT-039)', async () => {
  const { portal, editor } = await editorOf()
  const admin = await t.make.person('portal_admin', { portal })
  const { slug } = await make.course(admin)
  const create = async (body: { title: string; parent_id?: number }) =>
    (await t.as(editor).call(lists.categories.create, { body })).data
  const parent = await create({ title: 'Safety' })
  const child = await create({ title: 'Ladders', parent_id: parent.id })
  await t.as(admin).call(updateCourse, { params: { slug }, body: { category_ids: [parent.id] } })
  const used_by = [
    { by: 'courses', count: 1 },
    { by: 'categories', count: 1 },
  ]
  const params = { id: parent.id }
  expect((await t.as(editor).call(lists.categories.show, { params })).data.used_by).toEqual(used_by)
  const listed = (await t.as(editor).call(lists.categories.list, { query: { search: 'safety' } })).data
  expect(listed[0]?.used_by).toEqual(used_by)
  await t.as(editor).call(lists.categories.remove, { params })
  expect((await t.as(admin).call(showCourse, { params: { slug } })).data.categories).toEqual([])
  const kept = await t.as(editor).call(lists.categories.show, { params: { id: child.id } })
  expect(kept.data).toMatchObject({ title: 'Ladders', parent_id: null })
  expect((await t.as(portal).call(listCategories, { query: {} })).data.map(({ title }) => title)).toEqual(['Ladders'])
})

test('categories make no circle, not even in two moves at once (CNT-019)', async () => {
  const { editor } = await editorOf()
  const create = async (title: string) =>
    (await t.as(editor).call(lists.categories.create, { body: { title } })).data.id
  const move = (id: number, parent_id: number) =>
    t.as(editor).call(lists.categories.update, { params: { id }, body: { parent_id } })
  const [a, b, c] = [await create('A'), await create('B'), await create('C')]
  await move(b, a)
  await move(c, b)
  for (const [id, parent] of [
    [a, a],
    [a, c],
  ] as const)
    expect((await refusalOf(move(id, parent)))?.errors).toEqual({
      parent_id: ['A category cannot stand below itself.'],
    })
  const [d, e] = [await create('D'), await create('E')]
  const moves = await Promise.allSettled([move(d, e), move(e, d)])
  expect(moves.filter(({ status }) => status === 'rejected')).toHaveLength(1)
})

test('a changed slug keeps its former address, and a taken one gets a number (CNT-023, ROU-004)', async () => {
  const { portal, editor } = await editorOf()
  const create = async () => (await t.as(editor).call(lists.categories.create, { body: { title: 'Safety' } })).data
  const first = await create()
  expect((await create()).slug).toBe('safety-2')
  await t.as(editor).call(lists.categories.update, { params: { id: first.id }, body: { slug: 'Site Safety' } })
  for (const slug of ['safety', 'site-safety'])
    expect((await t.as(portal).call(showCategory, { params: { slug } })).data).toMatchObject({
      id: first.id,
      slug: 'site-safety',
    })
})

test('a code names one language, in either case (CNT-010, ROU-038)', async () => {
  const { editor } = await editorOf()
  const create = (title: string, code: string | null) =>
    t.as(editor).call(lists.languages.create, { body: { title, code } })
  const { id } = (await create('Spanish', 'es')).data
  expect((await refusalOf(create('Castilian', 'ES')))?.errors).toEqual({ code: ['Another language has this code.'] })
  await create('Polish', null)
  await create('Hmong', null)
  await t.as(editor).call(lists.languages.update, { params: { id }, body: { code: 'es' } })
})

test('editors edit states, super admins add them (CNT-016)', async () => {
  const { portal, editor } = await editorOf()
  const chief = await t.make.person('super_admin', { portal })
  const body = { title: 'Ohio', code: 'OH' }
  expect((await refusalOf(t.as(editor).call(lists.states.create, { body })))?.status).toBe(403)
  const { id } = (await t.as(chief).call(lists.states.create, { body })).data
  const changed = await t
    .as(editor)
    .call(lists.states.update, { params: { id }, body: { meta_title: 'Ohio training' } })
  expect(changed.data).toMatchObject({ title: 'Ohio', code: 'OH', meta_title: 'Ohio training' })
  expect(lists.states).not.toHaveProperty('remove')
})
