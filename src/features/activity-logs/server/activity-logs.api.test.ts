import { expect, test } from 'vitest'
import { updateUser } from '#features/accounts/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { listOwnActivity } from '../contract.ts'

const t = testApp()

test('the own activity stands newest first, page by page, and nobody else’s among it (REP-005, REP-007, REP-012)', async () => {
  const person = await t.make.person('learner')
  const other = await t.make.person('portal_admin', { portal: person.portal })
  const rename = (who: typeof person, city: string) =>
    t.as(who).call(updateUser, { params: { id: who.id }, body: { city } })
  for (const city of ['Boston', 'Salem', 'Lowell']) await rename(person, city)
  await rename(other, 'Lynn')
  const api = t.as(person)
  const first = await api.call(listOwnActivity, { query: { per_page: 2 } })
  expect(first.data[0]).toEqual({
    id: expect.any(Number),
    user_id: person.id,
    portal_id: person.portal.id,
    action: 'user.update',
    subject_type: 'user',
    subject_id: person.id,
    changes: { city: 'Lowell' },
    address: expect.any(String),
    is_impersonated: false,
    created_at: expect.any(String),
  })
  const second = await api.call(listOwnActivity, { query: { per_page: 2, cursor: first.meta.next_cursor ?? '' } })
  expect(second.data.map(({ changes }) => changes?.city)).toEqual(['Boston'])
  expect(second.meta.next_cursor).toBeNull()
  const oldest = await api.call(listOwnActivity, { query: { per_page: 1, sort: 'created_at' } })
  expect(oldest.data[0]?.changes?.city).toBe('Boston')
})

test('what somebody did while working as this person is marked (AUT-021, REP-012)', async () => {
  const person = await t.make.person('learner')
  const admin = await t.make.person('super_admin', { portal: person.portal })
  await t.platform((tx) =>
    tx
      .insertInto('activity_logs')
      .values({ portal_id: person.portal.id, user_id: person.id, impersonator_id: admin.id, action: 'order.create' })
      .execute(),
  )
  const { data } = await t.as(person).call(listOwnActivity)
  expect(data).toMatchObject([{ action: 'order.create', is_impersonated: true }])
})

test('entries of another portal stay there (REP-007, API-021)', async () => {
  const person = await t.make.person('learner')
  const elsewhere = await t.make.portal()
  await t.platform((tx) =>
    tx
      .insertInto('activity_logs')
      .values({ portal_id: elsewhere.id, user_id: person.id, action: 'order.create' })
      .execute(),
  )
  expect((await t.as(person).call(listOwnActivity)).data).toEqual([])
})
