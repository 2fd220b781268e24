import { beforeEach, expect, test } from 'vitest'
import { addInstructor, createCourse, updateCourse, updatePrices } from '#features/courses/contract.ts'
import { updateDueDates } from '#features/courses/contract-due.ts'
import { addDays, dayOf, startOfDay } from '#kernel/format/day.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { exportCalls } from '../../../../tests/exports.ts'
import { FORBIDDEN, MISSING } from '../../../../tests/people.ts'
import { listHistory, previewRestore, restoreHistory, showPastState } from '../contract.ts'

const ZONE = 'America/New_York'
const TODAY = dayOf(new Date(), ZONE)
const noonAfter = (days: number) => new Date(startOfDay(addDays(TODAY, days), ZONE).getTime() + 12 * 3_600_000)
let now = noonAfter(1)
beforeEach(() => {
  now = noonAfter(1)
})
const t = testApp({ now: () => now })
const waitUntil = async (days: number) => {
  now = noonAfter(days)
  await t.platform((tx) => tx.updateTable('sessions').set({ last_seen_at: now }).execute())
}
const { csv } = exportCalls(t)

const term = (portal: TestPortal, kind: string, title: string) =>
  t.platform(async (tx) => {
    const values = { portal_id: portal.id, kind, title, slug: title.toLowerCase() }
    return (
      await tx
        .insertInto('terms')
        .values(values as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  })

const setUp = async () => {
  const admin = await t.make.person('portal_admin', { first_name: 'Ada', last_name: 'Lane' })
  const { portal } = admin
  const api = t.as(admin)
  const { id, slug } = (await api.call(createCourse, { body: { title: 'Rigging', slug: null } as never })).data
  const course_pricings = [
    { from: 1, price: 99 },
    { from: 10, price: 89 },
  ]
  await api.call(updatePrices, { params: { slug }, body: { course_pricings } as never })
  return { admin, portal, api, id, params: { slug }, of: { kind: 'course', course_id: id } as const }
}
type Of = { kind: 'course'; course_id: number }
const history = async (who: TestPerson, of: Of, query: object = {}) =>
  (await t.as(who).call(listHistory, { query: { ...of, ...query } as never })).data.map(({ made_by, changes }) => [
    made_by,
    ...changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
  ])
const preview = async (who: TestPerson, of: Of, target: object) =>
  (await t.as(who).call(previewRestore, { query: { ...of, ...target } as never })).data
const restore = async (who: TestPerson, of: Of, target: object) => {
  const { seen_id, fields } = await preview(who, of, target)
  return (await t.as(who).call(restoreHistory, { body: { ...of, ...target, seen_id, fields } as never })).data.fields
}
const newestId = async (who: TestPerson, of: Of) =>
  (await t.as(who).call(listHistory, { query: { ...of, per_page: 1 } as never })).data[0]?.id ?? 0

test('settings, prices, terms, instructors, dates and versions of a course are one history, by part and in the export (HIS-022, HIS-003, HIS-009)', async () => {
  const { admin, portal, api, params, of } = await setUp()
  const topic = await term(portal, 'category', 'Cranes')
  const guide = await t.make.person('instructor', { portal, first_name: 'Gus', last_name: 'Guide' })
  await api.call(addInstructor, { params, body: { user_id: guide.id } })
  await api.call(updateCourse, { params, body: { title: 'Rigging basics', category_ids: [topic] } })
  await api.call(updateCourse, { params, body: { title: 'Rigging basics', category_ids: [topic] } })
  const course_pricings = [
    { from: 1, price: 109 },
    { from: 20, price: 79 },
  ]
  await api.call(updatePrices, { params, body: { course_pricings, max_discount: 10 } as never })
  await api.call(updateDueDates, { params, body: { due_days: 30, due_at: null } })
  await api.call(updateCourse, { params, body: { publication_status: 2 } })
  const entries = await history(admin, of)
  expect(entries.flatMap(([who, ...changes]) => changes.map((change) => [who, change]))).toEqual(
    [
      'Version published: null → 1',
      'Status: Draft → Published',
      'Due after: null → 30 days after enrollment',
      'Discount for returning buyers: 0% → 10%',
      'Price added: null → 20+ at $79.00',
      'Price: 1+ at $99.00 → 1+ at $109.00',
      'Price removed: 10+ at $89.00 → null',
      'Catalog term added: null → Cranes',
      'Title: Rigging → Rigging basics',
      'Instructor added: null → Gus Guide',
      'Price added: null → 10+ at $89.00',
      'Price added: null → 1+ at $99.00',
    ].map((change) => ['Ada Lane', change]),
  )
  expect(await history(admin, of, { part: 'pricing' })).toHaveLength(6)
  const rows = await csv(admin, `/history/export?kind=course&course_id=${of.course_id}&part=due_dates`)
  expect(rows.map(({ Who, Field, After }) => [Who, Field, After])).toEqual([
    ['Ada Lane', 'Due after', '30 days after enrollment'],
  ])
})

test('a course is shown as of a day with the version of then, and settings, prices, terms and dates are put back by their screens (HIS-010, HIS-023, HIS-024, HIS-015)', async () => {
  const { admin, portal, api, params, of } = await setUp()
  const [cranes, hoists, english] = [
    await term(portal, 'category', 'Cranes'),
    await term(portal, 'category', 'Hoists'),
    await term(portal, 'language', 'English'),
  ]
  await api.call(updateCourse, {
    params,
    body: { category_ids: [cranes], language_id: english, author: { name: 'Ira' }, options: { button_name: 'Join' } },
  })
  await api.call(updateDueDates, { params, body: { due_days: 30, due_at: null } })
  const guide = await t.make.person('instructor', { portal })
  await api.call(addInstructor, { params, body: { user_id: guide.id } })
  await waitUntil(3)
  await api.call(updateCourse, {
    params,
    body: { title: 'Slings', category_ids: [hoists], language_id: null, author: { name: null }, is_marketable: false },
  })
  await api.call(updateCourse, { params, body: { options: { button_name: null }, publication_status: 2 } })
  await api.call(updatePrices, {
    params,
    body: { course_pricings: [{ from: 5, price: 50 }], credit_price: 60, max_discount: 5 } as never,
  })
  await api.call(updateDueDates, { params, body: { due_days: null, due_at: noonAfter(40) } as never })
  await waitUntil(5)
  const on = addDays(TODAY, 2)
  const state = async () => (await api.call(showPastState, { query: { ...of, on } })).data
  const differing = (await state()).fields.filter(({ differs }) => differs)
  expect(differing.map(({ label, before }) => [label, before])).toEqual([
    ['Version published', null],
    ['Status', 'Draft'],
    ['Shown in the store', 'Yes'],
    ['Title', 'Rigging'],
    ['Author', 'Ira'],
    ['Button label', 'Join'],
    ['Prices', '1+ at $99.00, 10+ at $89.00'],
    ['Discount for returning buyers', '0%'],
    ['Price of a credit', null],
    ['Catalog terms', 'Cranes, English'],
    ['Due after', '30 days after enrollment'],
    ['Due date', null],
  ])
  expect(await restore(admin, of, { on })).toHaveLength(10)
  expect((await state()).fields.filter(({ differs }) => differs).map(({ field }) => field)).toEqual([
    'newest_version',
    'publication_status',
  ])
  expect((await t.as(admin).call(listHistory, { query: of })).data[0]).toMatchObject({
    made_by: 'Ada Lane',
    restored: expect.stringMatching(/^As of /),
  })
  // A form that was open takes nothing back unseen.
  await expect(
    api.call(updatePrices, { params, body: { course_pricings: [{ from: 1, price: 1 }] } as never }, { version: 1 }),
  ).rejects.toMatchObject({ code: 'record_changed' })
  expect((await api.call(showPastState, { query: { ...of, on: addDays(TODAY, -3) } })).data.existed).toBe(false)
  await expect(preview(admin, of, { on: addDays(TODAY, -3) })).rejects.toMatchObject({ code: 'invalid' })
})

test('a restore of a course says what stands in its way, and stays within the portal and the rights (HIS-012, HIS-014, HIS-024, ERR-190, ERR-191)', async () => {
  const { admin, portal, api, id, params, of } = await setUp()
  const reasons = async (target: object) =>
    Object.fromEntries((await preview(admin, of, target)).lines.map(({ field, reason }) => [field, reason]))
  await waitUntil(2)
  await api.call(updateDueDates, { params, body: { due_days: null, due_at: noonAfter(4) } as never })
  await waitUntil(3)
  await api.call(updateDueDates, { params, body: { due_days: 10, due_at: null } })
  await api.call(updatePrices, { params, body: { course_pricings: [], min_credit_price: 50 } as never })
  await waitUntil(6)
  const at = (days: number) => ({ on: addDays(TODAY, days) })
  expect(await reasons(at(2))).toMatchObject({
    due_at: 'This date has passed.',
    due_days: 'A course is due after days or on a date. Restore the day as a whole instead.',
    course_pricings: null,
    min_credit_price_cents: null,
  })
  // A published course keeps a price.
  await t.platform((tx) => tx.updateTable('courses').set({ publication_status: 2 }).where('id', '=', id).execute())
  await t.platform((tx) => tx.updateTable('courses').set({ title: 'Slings' }).where('id', '=', id).execute())
  const titleChange = await newestId(admin, of)
  await api
    .call(updatePrices, { params, body: { course_pricings: [{ from: 1, price: 5 }], credit_price: 60 } as never })
    .catch(() => null)
  // What another portal shares is its own.
  const source = await t.make.portal()
  await t.platform((tx) =>
    tx.updateTable('courses').set({ source_portal_id: source.id }).where('id', '=', id).execute(),
  )
  expect(await reasons({ change_id: titleChange })).toEqual({
    title: 'Another portal shares this course and changes what is in it.',
  })
  const seen = await preview(admin, of, { change_id: titleChange })
  const body = { ...of, change_id: titleChange, seen_id: seen.seen_id, fields: seen.fields }
  await expect(api.call(restoreHistory, { body })).rejects.toMatchObject({ code: 'nothing_to_restore' })
  await expect(api.call(restoreHistory, { body: { ...body, seen_id: 1 } })).rejects.toMatchObject({
    code: 'history_moved_on',
  })

  const elsewhere = await t.make.person('portal_admin')
  for (const call of [
    () => t.as(elsewhere).call(listHistory, { query: of }),
    () => t.as(elsewhere).call(showPastState, { query: { ...of, ...at(2) } }),
    () => t.as(elsewhere).call(previewRestore, { query: { ...of, change_id: titleChange } }),
    () => t.as(elsewhere).call(restoreHistory, { body }),
    () => api.call(listHistory, { query: { kind: 'course' } }),
  ])
    await expect(call()).rejects.toMatchObject(MISSING)
  await expect(api.call(showPastState, { query: { kind: 'course', ...at(2) } })).rejects.toMatchObject({ status: 422 })
  for (const role of ['course_admin', 'instructor', 'editor', 'learner'] as const) {
    const person = await t.make.person(role, { portal })
    await expect(t.as(person).call(listHistory, { query: of })).rejects.toMatchObject(FORBIDDEN)
  }
})
