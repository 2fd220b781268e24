import { describe, expect, test } from 'vitest'
import { assignmentItems } from '#features/assignments/contract.ts'
import { examItems, surveyItems } from '#features/exams/contract-admin.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { cloudScormModules, listOutline, modules, scormModules, sortItems } from '../contract.ts'
import { DRAFT, loadOutline } from './api.ts'

const t = testApp()
const make = authoring(t)
const NOT_FOUND = { status: 404, code: 'not_found' }
const FORBIDDEN = { status: 403, code: 'not_enough_permissions' }

const setUp = async (titles: string[] = []) => {
  const admin = await t.make.person('portal_admin')
  const { id: courseId } = await make.course(admin)
  const api = t.as(admin)
  const params = { courseId }
  const ids: number[] = []
  for (const title of titles) ids.push((await api.call(modules.create, { params, body: { title } })).data.id)
  return { admin, courseId, api, params, ids }
}

const outlineOf = async (who: TestPerson, courseId: number) => {
  const { data } = await t.as(who).call(listOutline, { params: { courseId } })
  return data.map(({ title, sort_number }) => `${sort_number} ${title}`)
}

describe('items of every type (BLD-010, BLD-037, BLD-038)', () => {
  test('are created, listed, shown, changed and deleted by the same calls', async () => {
    const { api, params, courseId, admin } = await setUp()
    const types = [
      [modules, 'Module'],
      [examItems, 'Exam'],
      [surveyItems, 'Survey'],
      [assignmentItems, 'Assignment'],
      [cloudScormModules, 'CloudScormModule'],
      [scormModules, 'ScormModule'],
    ] as const
    for (const [index, [calls, type]] of types.entries()) {
      const any = calls as typeof modules
      const created = await api.call(any.create, { params, body: { title: `A ${type}` } })
      expect(created.data).toMatchObject({
        course_id: courseId,
        itemable_type: type,
        title: `A ${type}`,
        sort_number: index + 1,
        itemable: { id: created.data.itemable_id, title: `A ${type}` },
      })
      const one = { ...params, id: created.data.id }
      expect((await api.call(any.show, { params: one })).data).toEqual(created.data)
      const changed = await api.call(any.update, { params: one, body: { title: `B ${type}` } })
      expect(changed.data).toEqual({
        ...created.data,
        version: 1,
        title: `B ${type}`,
        itemable: { ...created.data.itemable, title: `B ${type}` },
      })
      expect((await api.call(any.list, { params })).data).toEqual([changed.data])
    }
    expect(await outlineOf(admin, courseId)).toEqual(types.map(([, type], index) => `${index + 1} B ${type}`))
    for (const [calls] of types) {
      const any = calls as typeof modules
      const [item] = (await api.call(any.list, { params })).data
      const one = { ...params, id: item?.id as number }
      expect(await api.call(any.remove, { params: one })).toBeNull()
      await expect(api.call(any.show, { params: one })).rejects.toMatchObject(NOT_FOUND)
      await expect(api.call(any.remove, { params: one })).rejects.toMatchObject(NOT_FOUND)
    }
    expect(await outlineOf(admin, courseId)).toEqual([])
    expect((await make.actions(admin.portal)).filter(({ action }) => action === 'course.remove-item')).toHaveLength(6)
  })

  test('an item is not found under another type (BLD-038)', async () => {
    const { api, params, ids } = await setUp(['A'])
    const one = { ...params, id: ids[0] as number }
    await expect(api.call(examItems.show, { params: one })).rejects.toMatchObject(NOT_FOUND)
    await expect(api.call(examItems.remove, { params: one })).rejects.toMatchObject(NOT_FOUND)
    await expect(api.call(examItems.update, { params: one, body: { title: 'B' } })).rejects.toMatchObject(NOT_FOUND)
  })

  test('a new item goes to its position, and an item can be moved (BLD-014)', async () => {
    const { admin, courseId, api, params, ids } = await setUp(['A', 'B', 'C'])
    await api.call(modules.create, { params, body: { title: 'New', sort_number: 2 } })
    expect(await outlineOf(admin, courseId)).toEqual(['1 A', '2 New', '3 B', '4 C'])
    await api.call(modules.update, { params: { ...params, id: ids[2] as number }, body: { sort_number: 1 } })
    expect(await outlineOf(admin, courseId)).toEqual(['1 C', '2 A', '3 New', '4 B'])
    await api.call(modules.update, { params: { ...params, id: ids[2] as number }, body: { sort_number: 99 } })
    expect(await outlineOf(admin, courseId)).toEqual(['1 A', '2 New', '3 B', '4 C'])
  })

  test('a bad body answers 422 and changes nothing (VAL-007)', async () => {
    const { admin, api, params } = await setUp(['A'])
    const before = await make.snapshot(admin.portal)
    const cases: [typeof modules, object, Record<string, string[]>][] = [
      [modules, {}, { title: ['This field is required.'] }],
      [modules, { title: 'A', sort_number: 0 }, { sort_number: ['Please enter a value of at least 1.'] }],
      [
        examItems as never,
        { title: 'A', passing_score: 101 },
        { passing_score: ['Please enter a value of no more than 100.'] },
      ],
      [
        examItems as never,
        { title: 'A', attempts_number: 0 },
        { attempts_number: ['Please enter a value of at least 1.'] },
      ],
      [scormModules as never, { title: 'A', scorm_id: 99_999_999 }, { scorm_id: ['Selected value is not valid'] }],
    ]
    for (const [calls, body, errors] of cases)
      await expect(api.call(calls.create, { params, body: body as never })).rejects.toMatchObject({
        status: 422,
        errors,
      })
    expect(await make.snapshot(admin.portal)).toEqual(before)
  })
})

describe('sorting (BLD-013, BLD-014, BLD-039)', () => {
  const order = (ids: readonly (number | undefined)[]) =>
    ids.map((id, index) => ({ id: id as number, sort_number: index + 1 }))

  test('puts all items in the wanted order', async () => {
    const { admin, courseId, api, params, ids } = await setUp(['A', 'B', 'C'])
    const [a, b, c] = ids
    const { data } = await api.call(sortItems, { params, body: { items: order([c, a, b]) } })
    expect(data).toEqual(order([c, a, b]))
    expect(await outlineOf(admin, courseId)).toEqual(['1 C', '2 A', '3 B'])
  })

  test('an incomplete or wrong list answers 422 and changes nothing', async () => {
    const { admin, api, params, ids } = await setUp(['A', 'B', 'C'])
    const other = await setUp(['Elsewhere'])
    const [a, b, c] = ids as [number, number, number]
    const before = await make.snapshot(admin.portal)
    const cases: [{ id: number; sort_number: number }[], string][] = [
      [order([c, b]), 'items'],
      [order([c, b, a, 99_999_999]), 'items.3.id'],
      [order([c, b, other.ids[0]]), 'items.2.id'],
      [order([c, b, b]), 'items.2.id'],
      [[...order([c, b]), { id: a, sort_number: 2 }], 'items.2.sort_number'],
      [[...order([c, b]), { id: a, sort_number: 4 }], 'items.2.sort_number'],
      [[...order([c, b]), { id: a, sort_number: 0 }], 'items.2.sort_number'],
    ]
    for (const [items, field] of cases) {
      const failure = await api.call(sortItems, { params, body: { items } }).catch((error) => error)
      expect(failure).toMatchObject({ status: 422, code: 'invalid' })
      expect(Object.keys(failure.errors)).toContain(field)
    }
    expect(await make.snapshot(admin.portal)).toEqual(before)
  })

  test('the numbers stay 1 to n, whatever runs at the same time', async () => {
    const { admin, courseId, api, params, ids } = await setUp(['A', 'B', 'C', 'D'])
    const [a, b, c, d] = ids as [number, number, number, number]
    const settled = await Promise.allSettled([
      api.call(sortItems, { params, body: { items: order([d, c, b, a]) } }),
      api.call(sortItems, { params, body: { items: order([b, d, a, c]) } }),
      api.call(modules.create, { params, body: { title: 'E', sort_number: 1 } }),
      api.call(modules.create, { params, body: { title: 'F', sort_number: 3 } }),
      api.call(surveyItems.create, { params, body: { title: 'G' } }),
      api.call(modules.remove, { params: { ...params, id: c } }),
      api.call(modules.update, { params: { ...params, id: a }, body: { sort_number: 2 } }),
      api.call(modules.update, { params: { ...params, id: b }, body: { sort_number: 1 } }),
    ])
    // A sort after another item was added or removed is incomplete. Nothing else may fail.
    for (const [index, result] of settled.entries())
      if (result.status === 'rejected') {
        expect(index).toBeLessThan(2)
        expect(result.reason).toMatchObject({ status: 422 })
      }
    const { data } = await api.call(listOutline, { params })
    expect(data.map((item) => item.sort_number)).toEqual([1, 2, 3, 4, 5, 6])
    expect(data.map((item) => item.title).toSorted()).toEqual(['A', 'B', 'D', 'E', 'F', 'G'])
    const stored = await t.platform((tx) => loadOutline(tx, admin.portal.id, courseId, DRAFT))
    expect(stored.map((item) => item.id)).toEqual(data.map((item) => item.id))
  })
})

describe('who reaches an outline (ROL-027, ROL-034, API-021)', () => {
  test('another portal and a course out of reach answer 404, other roles 403', async () => {
    const { admin, params, ids } = await setUp(['A'])
    const { portal } = admin
    const one = { ...params, id: ids[0] as number }
    const before = await make.snapshot(portal)
    const out = [
      await t.make.person('portal_admin'),
      await t.make.person('instructor', { portal }),
      await t.make.person('partner', { portal }),
    ]
    for (const person of out) {
      const api = t.as(person)
      await expect(api.call(listOutline, { params })).rejects.toMatchObject(NOT_FOUND)
      await expect(api.call(modules.list, { params })).rejects.toMatchObject(NOT_FOUND)
      await expect(api.call(modules.show, { params: one })).rejects.toMatchObject(NOT_FOUND)
      await expect(api.call(modules.create, { params, body: { title: 'X' } })).rejects.toMatchObject(NOT_FOUND)
      await expect(api.call(modules.update, { params: one, body: { title: 'X' } })).rejects.toMatchObject(NOT_FOUND)
      await expect(api.call(modules.remove, { params: one })).rejects.toMatchObject(NOT_FOUND)
      await expect(api.call(sortItems, { params, body: { items: [] } })).rejects.toMatchObject(NOT_FOUND)
    }
    for (const role of ['learner', 'manager', 'accounting'] as const) {
      const api = t.as(await t.make.person(role, { portal }))
      await expect(api.call(listOutline, { params })).rejects.toMatchObject(FORBIDDEN)
      await expect(api.call(modules.create, { params, body: { title: 'X' } })).rejects.toMatchObject(FORBIDDEN)
    }
    expect(await make.snapshot(portal)).toEqual(before)
  })

  test('an instructor works on the outline of the courses they teach', async () => {
    const instructor = await t.make.person('instructor')
    const { id: courseId } = await make.course(instructor)
    await t.as(instructor).call(modules.create, { params: { courseId }, body: { title: 'Mine' } })
    expect(await outlineOf(instructor, courseId)).toEqual(['1 Mine'])
  })
})

describe('an item with learners’ work (BLD-042, LEG-007)', () => {
  test('is removed from the outline, but it and the records stay', async () => {
    const { admin, courseId, api, params, ids } = await setUp(['A', 'B'])
    const { portal } = admin
    const { data } = await api.call(modules.show, { params: { ...params, id: ids[0] as number } })
    const learner = await t.make.person('learner', { portal })
    const enrollment = await make.enroll(portal, courseId, learner)
    await t.platform((tx) =>
      tx
        .insertInto('course_user_progress')
        .values({
          portal_id: portal.id,
          enrollment_id: enrollment,
          item_type: 'Module',
          item_id: data.itemable_id,
          status: 5,
        })
        .execute(),
    )
    await api.call(modules.remove, { params: { ...params, id: data.id } })
    expect(await outlineOf(admin, courseId)).toEqual(['1 B'])
    const rows = await t.platform(async (tx) => ({
      module: await tx.selectFrom('modules').select('title').where('id', '=', data.itemable_id).execute(),
      progress: await tx
        .selectFrom('course_user_progress')
        .select('status')
        .where('enrollment_id', '=', enrollment)
        .execute(),
    }))
    expect(rows).toEqual({ module: [{ title: 'A' }], progress: [{ status: 5 }] })
  })
})

describe('SCORM modules (SCO-001, SCO-018)', () => {
  const aPackage = (admin: TestPerson, values: Record<string, unknown> = {}) =>
    t.platform(async (tx) => {
      const row = await tx
        .insertInto('scorm_packages')
        .values({ portal_id: admin.portal.id, file_name: 'a.zip', ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    })

  test('a native one names a package of the portal and shows its details', async () => {
    const { admin, api, params } = await setUp()
    const id = await aPackage(admin, { status: 'SUCCESS', entry: 'index.html', version: '1.2' })
    const body = { title: 'Forklift', scorm_id: id }
    const { data } = await api.call(scormModules.create, { params, body })
    expect(data.itemable).toMatchObject({
      slug: 'forklift',
      scorm_id: id,
      status: 'SUCCESS',
      entry: 'index.html',
      error: null,
    })
    expect((await api.call(scormModules.create, { params, body })).data.itemable.slug).toBe('forklift-2')
    const one = { ...params, id: data.id }
    expect(
      (await api.call(scormModules.update, { params: one, body: { scorm_id: null } })).data.itemable,
    ).toMatchObject({
      title: 'Forklift',
      scorm_id: null,
      status: null,
    })
    const foreign = await aPackage(await t.make.person('portal_admin'))
    await expect(api.call(scormModules.update, { params: one, body: { scorm_id: foreign } })).rejects.toMatchObject({
      status: 422,
      errors: { scorm_id: ['Selected value is not valid'] },
    })
  })

  test('a partner uses only packages of their own (API-021)', async () => {
    const partner = await t.make.person('partner')
    await make.company(partner.portal, partner)
    const { id: courseId } = await make.course(partner)
    const own = await aPackage(partner, { user_id: partner.id })
    const others = await aPackage(partner)
    const api = t.as(partner)
    const body = { title: 'A', scorm_id: own }
    expect((await api.call(scormModules.create, { params: { courseId }, body })).data.itemable.scorm_id).toBe(own)
    await expect(
      api.call(scormModules.create, { params: { courseId }, body: { title: 'A', scorm_id: others } }),
    ).rejects.toMatchObject({ status: 422 })
  })

  test('a cloud one stores the id of its course in the service', async () => {
    const { api, params } = await setUp()
    const body = { title: 'In the Cloud', scorm_id: 'abc-123' }
    const { data } = await api.call(cloudScormModules.create, { params, body })
    expect(data.itemable).toMatchObject({ slug: 'in-the-cloud', scorm_id: 'abc-123' })
  })
})
