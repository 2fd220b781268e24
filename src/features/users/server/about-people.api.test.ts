import { expect, test } from 'vitest'
import { listUsers, showUser, updateUser } from '#features/accounts/contract.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { FORBIDDEN, MISSING, peopleOf } from '../../../../tests/people.ts'
import * as contract from '../contract.ts'

const t = testApp()
const { setUp, course, enroll } = peopleOf(t)

test('notes are for people who manage others, never for the person, and stay in their portal (USR-027, USR-039, USR-041)', async () => {
  const { actor, portal, learner, api } = await setUp()
  const params = { id: learner.id }
  const { data: note } = await api.call(contract.createNote, { params, body: { text: ' Paid late. ' } })
  expect(note).toMatchObject({ text: 'Paid late.', author: { id: actor.id } })
  expect(note.author).not.toHaveProperty('email')
  const at = { id: learner.id, noteId: note.id }
  expect((await api.call(contract.updateNote, { params: at, body: { text: 'Paid.' } })).data.text).toBe('Paid.')
  const list = async (who: TestPerson, id = learner.id) =>
    (await t.as(who).call(contract.listNotes, { params: { id } })).data
  expect(await list(actor)).toMatchObject([{ id: note.id, text: 'Paid.' }])
  await expect(list(learner)).rejects.toMatchObject(FORBIDDEN)
  for (const role of ['accounting', 'editor', 'instructor'] as const)
    await expect(list(await t.make.person(role, { portal }))).rejects.toMatchObject(FORBIDDEN)
  // Even a person who may read notes cannot read those about themselves.
  const colleague = await t.make.person('course_admin', { portal })
  await api.call(contract.createNote, { params: { id: colleague.id }, body: { text: 'About you.' } })
  await expect(list(colleague, colleague.id)).rejects.toMatchObject(FORBIDDEN)
  expect(JSON.stringify((await t.as(colleague).call(showUser, { params: { id: colleague.id } })).data)).not.toContain(
    'About you.',
  )
  const elsewhere = await t.make.person('portal_admin')
  await t.make.role(learner.id, elsewhere.portal, 'learner')
  expect(await list(elsewhere)).toEqual([])
  await expect(t.as(elsewhere).call(contract.deleteNote, { params: at })).rejects.toMatchObject(MISSING)
  await expect(api.call(contract.createNote, { params, body: { text: ' ' } })).rejects.toMatchObject({
    errors: { text: ['This field is required.'] },
  })
  await api.call(contract.deleteNote, { params: at })
  await expect(api.call(contract.updateNote, { params: at, body: { text: 'x' } })).rejects.toMatchObject(MISSING)
})

test('tags are chosen from the portal’s tags, and the list can be filtered by them (USR-009, USR-030, USR-039)', async () => {
  const { portal, learner, api } = await setUp()
  const term = (at: TestPortal, kind: string, title: string) =>
    t.platform(
      async (tx) =>
        (
          await tx
            .insertInto('terms')
            .values({ portal_id: at.id, kind, title, slug: title.toLowerCase() } as never)
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
    )
  const [vip, late] = [await term(portal, 'tag', 'VIP'), await term(portal, 'tag', 'Late')]
  const params = { id: learner.id }
  const set = (tag_ids: number[]) => api.call(contract.updateUserTags, { params, body: { tag_ids } })
  const both = [
    { id: late, title: 'Late' },
    { id: vip, title: 'VIP' },
  ]
  expect((await set([vip, late, vip])).data).toEqual(both)
  expect((await api.call(contract.listUserTags, { params })).data).toEqual(both)
  const bearers = async (tag_id: number) => (await api.call(listUsers, { query: { tag_id } })).data.map(({ id }) => id)
  expect(await bearers(vip)).toEqual([learner.id])
  for (const wrong of [
    await term(portal, 'state', 'Ohio'),
    await term(await t.make.portal(), 'tag', 'Foreign'),
    999_999_999,
  ])
    await expect(set([wrong])).rejects.toMatchObject({ errors: { tag_ids: ['Selected value is not valid'] } })
  expect((await set([])).data).toEqual([])
  expect(await bearers(vip)).toEqual([])
})

test('the courses of a person with their role, for managers only in their own courses (USR-031, USR-040)', async () => {
  const { portal, learner, api } = await setUp()
  const manager = await t.make.person('manager', { portal })
  const [ladders, roofs] = [await course(portal, 'Ladders'), await course(portal, 'Roofs')]
  await enroll(portal, ladders, manager.id, { role: 'manager' })
  await enroll(portal, ladders, learner.id, { manager_id: manager.id })
  await enroll(portal, roofs, learner.id, { role: 'instructor' })
  const params = { id: learner.id }
  const { data } = await api.call(contract.listUserCourses, { params })
  expect(data.map(({ role, course: { title }, access }) => [role, title, access])).toEqual([
    ['instructor', 'Roofs', 'active'],
    ['learner', 'Ladders', 'active'],
  ])
  const titles = async (who: TestPerson, query = {}) =>
    (await t.as(who).call(contract.listUserCourses, { params, query })).data.map((row) => row.course.title)
  expect(await titles(manager)).toEqual(['Ladders'])
  expect(await titles(manager, { role: 'instructor' })).toEqual([])
  expect(
    (await api.call(contract.listUserCourses, { params, query: { role: 'instructor', search: 'roo' } })).data,
  ).toHaveLength(1)
})

test('a shipping address can be confirmed as entered, until it changes (USR-035, SHP-015)', async () => {
  const { learner, actor, api } = await setUp()
  const params = { id: learner.id }
  const confirm = (who: TestPerson) => t.as(who).call(contract.confirmShippingAddress, { params })
  await expect(confirm(learner)).rejects.toMatchObject({ errors: { shipping_address: ['This field is required.'] } })
  const address = {
    shipping_address: '1 Main Street',
    shipping_city: 'Boston',
    shipping_state: 'MA',
    shipping_zip_code: '02110',
  }
  await t.as(learner).call(updateUser, { params, body: address })
  expect((await confirm(learner)).data.shipping_confirmed_at).toMatch(/Z$/)
  expect((await t.as(learner).call(updateUser, { params, body: address })).data.shipping_confirmed_at).toMatch(/Z$/)
  expect(
    (await api.call(updateUser, { params, body: { shipping_city: 'Salem' } })).data.shipping_confirmed_at,
  ).toBeNull()
  expect((await confirm(actor)).data.shipping_confirmed_at).toMatch(/Z$/)
  await expect(confirm(await t.make.person('learner', { portal: learner.portal }))).rejects.toMatchObject(MISSING)
})
