import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { contentOf } from '../../../../tests/content.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { listSchedules } from '../contract.ts'
import { createSchedule, updateSchedule } from './api.ts'

const t = testApp()
const shop = shopOf(t)
const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)

test('upcoming dates of courses on sale are listed, next first (CAT-032, CNT-014, ROU-043)', async () => {
  const { portal, editor } = await contentOf(t)
  const instructor = await t.make.person('instructor', { portal, first_name: 'Ina', last_name: 'Structor' })
  const [course, draft] = [await shop.course(portal), await shop.course(portal, { publication_status: 1 })]
  const add = (course_id: number, from: number, to: number) =>
    editor.act((tx, ctx) =>
      createSchedule(tx, ctx, {
        course_id,
        starts_at: inHours(from),
        ends_at: inHours(to),
        time_zone: 'America/Denver',
        place: 'Denver, CO',
        instructor_id: instructor.id,
        seats: 12,
      }),
    )
  const later = await add(course.id, 48, 56)
  const running = await add(course.id, -1, 2)
  await add(course.id, -9, -1)
  await add(draft.id, 24, 32)
  const { data } = await t.as(portal).call(listSchedules, { query: {} })
  expect(data.map(({ id }) => id)).toEqual([running.id, later.id])
  expect(data[1]).toMatchObject({
    course: { title: course.title, slug: course.slug },
    time_zone: 'America/Denver',
    place: 'Denver, CO',
    seats: 12,
    instructor: { id: instructor.id, display_name: 'Ina Structor' },
  })
  expect((await t.as(portal).call(listSchedules, { query: { course: 'nothing' } })).data).toEqual([])
})

test('a date ends after it starts, has a valid time zone, and has people and courses of the portal (CNT-014, API-021)', async () => {
  const { portal, editor } = await contentOf(t)
  const other = await contentOf(t)
  const course = await shop.course(portal)
  const foreign = await shop.course(other.portal)
  const stranger = await t.make.person('instructor', { portal: other.portal })
  const good = { course_id: course.id, starts_at: inHours(1), ends_at: inHours(2), time_zone: 'UTC' }
  const refused = async (more: object) =>
    editor
      .act((tx, ctx) => createSchedule(tx, ctx, { ...good, ...more }))
      .catch((error) => Object.keys(error.fields ?? {}))
  expect(await refused({ ends_at: inHours(0) })).toEqual(['ends_at'])
  expect(await refused({ time_zone: 'Mars/Olympus' })).toEqual(['time_zone'])
  expect(await refused({ course_id: foreign.id })).toEqual(['course_id'])
  expect(await refused({ instructor_id: stranger.id })).toEqual(['instructor_id'])
  const { id } = await editor.act((tx, ctx) => createSchedule(tx, ctx, good))
  await expect(editor.act((tx, ctx) => updateSchedule(tx, ctx, id, { starts_at: inHours(3) }))).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(other.editor.act((tx, ctx) => updateSchedule(tx, ctx, id, { seats: 1 }))).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a portal without a shop has no dates (ROU-107, ROU-130)', async () => {
  const { portal } = await contentOf(t, { is_marketable: false })
  expect((await refusalOf(t.as(portal).call(listSchedules, { query: {} })))?.status).toBe(404)
})
