import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { selectCourses } from '../contract-selects.ts'

const t = testApp()
const make = authoring(t)

test('courses to choose from are those within reach, by title, a page at a time (BLD-033, ROL-027)', async () => {
  const admin = await t.make.person('portal_admin')
  for (const title of ['Cranes', 'Arc welding', 'Blasting']) await make.course(admin, { title })
  const api = t.as(admin)
  const all = await api.call(selectCourses)
  expect(all.data.map(({ title }) => title)).toEqual(['Arc welding', 'Blasting', 'Cranes'])
  expect(all.data[0]).toEqual({ id: expect.any(Number), title: 'Arc welding', publication_status: 1 })
  const first = await api.call(selectCourses, { query: { per_page: 2 } as never })
  const second = await api.call(selectCourses, {
    query: { per_page: 2, cursor: first.meta.next_cursor ?? undefined } as never,
  })
  expect(second.data.map(({ title }) => title)).toEqual(['Cranes'])
  const matches = await api.call(selectCourses, { query: { search: 'blast' } as never })
  expect(matches.data).toHaveLength(1)
  const published = await api.call(selectCourses, { query: { publication_status: 2 } as never })
  expect(published.data).toEqual([])
  const instructor = await t.make.person('instructor', { portal: admin.portal })
  expect((await t.as(instructor).call(selectCourses)).data).toEqual([])
})

test('another portal is for super admins alone, and their look into it is noted (BLD-033, PRT-040, ROL-024)', async () => {
  const admin = await t.make.person('portal_admin')
  await make.course(admin, { title: 'Cranes' })
  const root = await t.make.person('super_admin')
  const query = { portal_id: admin.portal.id }
  const seen = await t.as(root).call(selectCourses, { query: query as never })
  expect(seen.data.map(({ title }) => title)).toEqual(['Cranes'])
  expect((await make.actions(admin.portal)).at(-1)).toMatchObject({ action: 'portal.enter' })
  const stranger = await t.make.person('portal_admin')
  await expect(t.as(stranger).call(selectCourses, { query: query as never })).rejects.toMatchObject({
    code: 'not_your_portal',
  })
})
