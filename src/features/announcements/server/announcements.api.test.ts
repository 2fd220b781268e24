import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import {
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  listShownAnnouncements,
  updateAnnouncement,
} from '../contract.ts'

const t = testApp()
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const setUp = async () => {
  const admin = await t.make.person('portal_admin')
  const announce = async (body: object) =>
    (await t.as(admin).call(createAnnouncement, { body: { audience: 'banner', title: 'T', text: 'X', ...body } })).data
  const shown = async (who: Parameters<typeof t.as>[0]) =>
    (await t.as(who).call(listShownAnnouncements)).data.map(({ title }) => title).sort()
  return { admin, portal: admin.portal, announce, shown }
}

test('an announcement is created, changed, listed and deleted (PRT-051, PRT-052, PRT-067)', async () => {
  const { admin, announce } = await setUp()
  const api = t.as(admin)
  const announcement = await announce({ audience: 'learner', title: ' Holidays ', text: 'Closed.' })
  expect(announcement).toEqual({
    id: expect.any(Number),
    audience: 'learner',
    title: 'Holidays',
    text: 'Closed.',
    starts_at: null,
    ends_at: null,
    is_active: true,
    version: 0,
  })
  const params = { id: announcement.id }
  const { data } = await api.call(updateAnnouncement, { params, body: { is_active: false } })
  expect(data).toEqual({ ...announcement, is_active: false, version: 1 })
  await announce({ title: 'Other' })
  const titles = async (query: object) => (await api.call(listAnnouncements, { query })).data.map(({ title }) => title)
  expect(await titles({})).toEqual(['Other', 'Holidays'])
  expect(await titles({ audience: 'learner' })).toEqual(['Holidays'])
  expect(await titles({ search: 'holi' })).toEqual(['Holidays'])
  await api.call(deleteAnnouncement, { params })
  await expect(api.call(updateAnnouncement, { params, body: {} })).rejects.toMatchObject({ status: 404 })
  expect(await titles({})).toEqual(['Other'])
})

test('banners are for everyone, the others for the dashboard of their role, each in its time and portal (PRT-051, PRT-052, PRT-075)', async () => {
  const { portal, announce, shown } = await setUp()
  const learner = await t.make.person('learner', { portal })
  const manager = await t.make.person('manager', { portal })
  await announce({ title: 'banner' })
  await announce({ title: 'learners', audience: 'learner' })
  await announce({ title: 'managers', audience: 'manager' })
  await announce({ title: 'now', starts_at: day(-1), ends_at: day(1) })
  await announce({ title: 'later', starts_at: day(1) })
  await announce({ title: 'over', ends_at: day(-1) })
  await announce({ title: 'off', is_active: false })
  expect(await shown(portal)).toEqual(['banner', 'now'])
  expect(await shown(learner)).toEqual(['banner', 'learners', 'now'])
  expect(await shown(manager)).toEqual(['banner', 'managers', 'now'])
  expect(await shown(await t.make.portal())).toEqual([])
})

test('an announcement must end after it begins, and must have a text (PRT-052, VAL-005)', async () => {
  const { admin, announce } = await setUp()
  await expect(announce({ starts_at: day(2), ends_at: day(1) })).rejects.toMatchObject({
    errors: { ends_at: ['Please choose a time after the start.'] },
  })
  await expect(announce({ title: ' ' })).rejects.toMatchObject({ errors: { title: ['This field is required.'] } })
  const { id } = await announce({ starts_at: day(2) })
  await expect(
    t.as(admin).call(updateAnnouncement, { params: { id }, body: { ends_at: day(1) } }),
  ).rejects.toMatchObject({ status: 422 })
})
