import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { documentItems, listOutline, modules, scormModules } from '../contract.ts'

const t = testApp()
const make = authoring(t)

const setUp = async () => {
  const admin = await t.make.person('portal_admin')
  const { id: courseId } = await make.course(admin)
  const api = t.as(admin)
  const outline = async () =>
    (await api.call(listOutline, { params: { courseId } })).data.map(({ title, module_items: items }) => [
      title,
      ...items.map((item) => item.title),
    ])
  return { admin, api, courseId, outline }
}

test('an item whose answer was lost is made once, also by two calls at once (BLD-092, API-024)', async () => {
  const { admin, api, courseId, outline } = await setUp()
  const module = await api.call(modules.create, { params: { courseId }, body: { title: 'M' } })
  const media_uuid = await make.media(admin.portal, 'pdf')
  const body = { module_id: module.data.itemable_id, title: 'Plan', media_uuid }
  const once = { idempotency_key: 'file-1-item' }
  const [first, second] = await Promise.all([
    api.call(documentItems.create, { body }, once),
    api.call(documentItems.create, { body }, once),
  ])
  expect(second).toEqual(first)
  expect(await api.call(documentItems.create, { body }, once)).toEqual(first)
  expect(await outline()).toEqual([['M', 'Plan']])
  // Another file is another item, whatever it is called.
  await api.call(documentItems.create, { body }, { idempotency_key: 'file-2-item' })
  expect(await outline()).toEqual([['M', 'Plan', 'Plan']])
})

test('a refused item leaves its key free for the next try (BLD-092)', async () => {
  const { admin, api, courseId, outline } = await setUp()
  const module = await api.call(modules.create, { params: { courseId }, body: { title: 'M' } })
  const media_uuid = await make.media(admin.portal, 'pdf')
  const once = { idempotency_key: 'file-1-item' }
  const call = (module_id: number) =>
    api.call(documentItems.create, { body: { module_id, title: 'Plan', media_uuid } }, once)
  await expect(call(999_999)).rejects.toMatchObject({ status: 404 })
  await call(module.data.itemable_id)
  expect(await outline()).toEqual([['M', 'Plan']])
})

test('the module for dropped files and a SCORM module are made once as well (BLD-092)', async () => {
  const { api, courseId, outline } = await setUp()
  for (const calls of [modules, scormModules] as const) {
    const create = () =>
      api.call(
        calls.create as typeof modules.create,
        { params: { courseId }, body: { title: 'Uploaded files' } },
        { idempotency_key: `${calls.type}-1` },
      )
    const [first, second] = await Promise.all([create(), create()])
    expect(second.data.itemable_id).toBe(first.data.itemable_id)
  }
  expect(await outline()).toEqual([['Uploaded files'], ['Uploaded files']])
})
