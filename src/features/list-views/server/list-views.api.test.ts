import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { showListView, updateListView } from '../contract.ts'

const t = testApp()
const params = { list: 'users' }

test('columns and saved filters belong to one person, portal and list, and survive a new sign-in (USR-049)', async () => {
  const person = await t.make.person('portal_admin')
  const colleague = await t.make.person('portal_admin', { portal: person.portal })
  const read = async (who: typeof person, list = 'users') =>
    (await t.as(who).call(showListView, { params: { list } })).data
  expect(await read(person)).toEqual({ columns: null, saved: [] })
  const view = {
    columns: ['email', 'courses'],
    saved: [{ name: 'Managers', query: { role: 'manager', sort: '-name' } }],
  }
  await t.as(person).call(updateListView, { params, body: view })
  expect(await read(person)).toEqual(view)
  await t.platform((tx) =>
    tx.updateTable('sessions').set({ ended_at: new Date() }).where('user_id', '=', person.id).execute(),
  )
  const token = await t.make.session(person.id, person.portal, 'portal_admin')
  expect(await read({ ...person, token })).toEqual(view)
  expect(await read(colleague)).toEqual({ columns: null, saved: [] })
  expect(await read(person, 'courses')).toEqual({ columns: null, saved: [] })
  await t.as(person).call(updateListView, { params, body: { columns: null, saved: [] } })
  expect(await read(person)).toEqual({ columns: null, saved: [] })
})

test.each([
  [{ columns: ['No!'], saved: [] }],
  [{ columns: null, saved: [{ name: ' ', query: {} }] }],
  [{ columns: null, saved: Array.from({ length: 31 }, (_, at) => ({ name: `F${at}`, query: {} })) }],
])('%j is refused (USR-049)', async (body) => {
  const person = await t.make.person('learner')
  await expect(t.as(person).call(updateListView, { params, body })).rejects.toMatchObject({ status: 422 })
})
