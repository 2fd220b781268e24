import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { codesOf, enrolling } from '../../../../tests/enrolling.ts'
import { loadCredits } from '../../credits/server/api.ts'
import { createEnrollments, deleteEnrollments, listCurators, setCurator, showAccess } from '../contract.ts'
import { enrollLearner } from './api.ts'

const t = testApp()
const make = enrolling(t)
const { school, learner, enroll, numbers, begin, load } = make

describe('unenrolling (USR-018, USR-023, USR-036, CRD-024)', () => {
  const remove = (who: TestPerson, ...ids: number[]) =>
    t.as(who).call(deleteEnrollments, { body: { role_id: 'learner', ids } })

  test('without progress the credit returns to where it came from: course credits, general credits, or a manager', async () => {
    const { portal, admin, course_id } = await school(1)
    const manager = await t.make.person('manager', { portal })
    const own = { kind: 'manager', course_id, user_id: manager.id } as const
    await make.buy(portal, own, 1)
    await make.buy(portal, { kind: 'portal', course_id }, 1)
    const people = [await learner(portal), await learner(portal), await learner(portal)] as const
    const enrollments = await enroll(admin, course_id, people[0], people[1])
    const ofManager = await make.run(manager, (tx, ctx) =>
      enrollLearner(tx, ctx, { user_id: people[2].id, course_id, grant: { kind: 'credit', holder: own } }),
    )
    expect(await numbers(portal)).toMatchObject({ remaining: 0, used: 2 })
    const ids = [...enrollments.map(({ id }) => id), ofManager.id]
    expect((await remove(admin, ...ids)).data.deleted.sort()).toEqual(ids.sort())
    await make.run(portal, async (tx) => {
      for (const holder of [own, { kind: 'portal', course_id }, { kind: 'portal', course_id: null }] as const)
        expect(await loadCredits(tx, portal.id, holder)).toMatchObject({ remaining: 1, distributed: 0, used: 0 })
    })
    await expect(remove(admin, ...ids)).rejects.toMatchObject({ status: 404 })
    expect(await make.check()).toEqual([])
  })

  test('with progress the credit stays used and the records stay', async () => {
    const { portal, admin, course_id } = await school()
    const [enrollment] = await enroll(admin, course_id, await learner(portal))
    const id = enrollment?.id ?? 0
    await t.platform((tx) =>
      tx
        .insertInto('course_user_progress')
        .values({ portal_id: portal.id, enrollment_id: id, item_type: 'Text', item_id: 1, status: 1 })
        .execute(),
    )
    await remove(admin, id)
    expect(await numbers(portal)).toMatchObject({ remaining: 4, used: 1 })
    expect(await load(portal, id)).toMatchObject({ access: 'expired', is_readable: false, ended_at: expect.any(Date) })
    const progress = await t.platform((tx) =>
      tx.selectFrom('course_user_progress').select('id').where('enrollment_id', '=', id).execute(),
    )
    expect(progress).toHaveLength(1)
    expect(await make.check()).toEqual([])
  })

  test('a manager can unenroll only their own learners who have no progress; otherwise the text is ERR-065 (MGR-011)', async () => {
    const { portal, admin, course_id } = await school()
    const manager = await t.make.person('manager', { portal })
    const own = { kind: 'manager', course_id, user_id: manager.id } as const
    await make.buy(portal, own, 2)
    const [mine, theirs] = [await learner(portal), await learner(portal)]
    const { id } = await make.run(manager, (tx, ctx) =>
      enrollLearner(tx, ctx, { user_id: mine.id, course_id, grant: { kind: 'credit', holder: own } }),
    )
    const [other] = await enroll(admin, course_id, theirs)
    await expect(remove(manager, other?.id ?? 0)).rejects.toMatchObject({ status: 404 })
    await begin(portal, id)
    await expect(remove(manager, id)).rejects.toMatchObject({
      status: 422,
      code: 'user_has_progress',
      message: 'User has a progress',
    })
    await remove(admin, id)
    expect(await load(portal, id)).toMatchObject({ ended_at: expect.any(Date) })
  })

  test('all ids must have the named role, or nobody is unenrolled (USR-037)', async () => {
    const { portal, admin, course_id } = await school()
    const manager = await t.make.person('manager', { portal })
    const body = { course_id, role_id: 'manager' as const, user_ids: [manager.id] }
    const assigned = (await t.as(admin).call(createEnrollments, { body })).data.enrolled[0]
    const [enrollment] = await enroll(admin, course_id, await learner(portal))
    await expect(remove(admin, enrollment?.id ?? 0, assigned?.id ?? 0)).rejects.toMatchObject({ status: 422 })
    expect((await load(portal, enrollment?.id ?? 0))?.ended_at).toBeNull()
    const { data } = await t
      .as(admin)
      .call(deleteEnrollments, { body: { role_id: 'manager', ids: [assigned?.id ?? 0] } })
    expect(data.deleted).toEqual([assigned?.id])
    expect(await numbers(portal)).toMatchObject({ used: 1 })
  })

  test('unenrolling and enrolling the same people at once neither blocks nor loses a credit', async () => {
    const { portal, admin, course_id } = await school(30)
    const people = await Promise.all(Array.from({ length: 6 }, () => learner(portal)))
    const enrollments = await enroll(admin, course_id, ...people)
    const calls = [
      ...enrollments.map(({ id }) => remove(admin, id)),
      ...people.map((person) => enroll(admin, course_id, person)),
      remove(admin, ...enrollments.map(({ id }) => id)),
      enroll(admin, course_id, ...people),
    ]
    const codes = codesOf(await Promise.allSettled(calls))
    expect(Object.keys(codes).every((code) => ['ok', 'invalid', 'not_found'].includes(code))).toBe(true)
    expect(await make.check()).toEqual([])
    const active = await t.platform((tx) =>
      tx
        .selectFrom('enrollments')
        .select('id')
        .where('course_id', '=', course_id)
        .where('ended_at', 'is', null)
        .execute(),
    )
    expect(await numbers(portal)).toMatchObject({ used: active.length, remaining: 30 - active.length })
  })
})

describe('managers and instructors in a course (USR-015)', () => {
  const assign = (who: TestPerson, course_id: number, role_id: 'manager' | 'instructor', user: TestPerson) =>
    t.as(who).call(createEnrollments, { body: { course_id, role_id, user_ids: [user.id] } })

  test('use no credit; a person who may assign roles gives a missing one, others are refused (CRD-032, ERR-051)', async () => {
    const { portal, admin, course_id } = await school()
    const person = await learner(portal)
    const courseAdmin = await t.make.person('course_admin', { portal })
    await expect(assign(courseAdmin, course_id, 'manager', person)).rejects.toMatchObject({
      status: 422,
      code: 'role_not_held',
      message: 'The user does not have this role',
    })
    const { data } = await assign(admin, course_id, 'manager', person)
    expect(data.enrolled[0]).toMatchObject({ role_id: 'manager', access: 'active' })
    await expect(assign(admin, course_id, 'manager', person)).rejects.toMatchObject({ status: 422 })
    await assign(courseAdmin, course_id, 'instructor', await t.make.person('instructor', { portal }))
    expect(await numbers(portal)).toMatchObject({ used: 0 })
  })

  test('a curator is an instructor or manager of that course (USR-016)', async () => {
    const { portal, admin, course_id } = await school()
    const teacher = await t.make.person('instructor', { portal })
    const [enrollment] = await enroll(admin, course_id, await learner(portal))
    const set = (curator_id: number | null) =>
      t.as(admin).call(setCurator, { params: { id: enrollment?.id ?? 0 }, body: { curator_id } })
    await expect(set(teacher.id)).rejects.toMatchObject({ status: 422, errors: { curator_id: [expect.any(String)] } })
    await assign(admin, course_id, 'instructor', teacher)
    expect((await set(teacher.id)).data.curator_id).toBe(teacher.id)
    expect((await set(null)).data.curator_id).toBeNull()
  })

  test('possible curators are listed by name, for people who may set one (USR-016, ROL-036)', async () => {
    const { portal, admin, course_id } = await school()
    const [enrollment] = await enroll(admin, course_id, await learner(portal))
    const params = { id: enrollment?.id ?? 0 }
    const names = async () => (await t.as(admin).call(listCurators, { params })).data.map((one) => one.display_name)
    const before = await names()
    const person = (role: 'instructor' | 'manager', last_name: string) =>
      t.make.person(role, { portal, first_name: 'Zed', last_name })
    await person('instructor', 'Elsewhere')
    await assign(admin, course_id, 'manager', await person('manager', 'Two'))
    await assign(admin, course_id, 'instructor', await person('instructor', 'One'))
    expect(await names()).toEqual([...before, 'Zed One', 'Zed Two'])
    const teacher = t.as(await person('instructor', 'Three'))
    await expect(teacher.call(listCurators, { params })).rejects.toMatchObject({ status: 403 })
    const elsewhere = t.as(await t.make.person('portal_admin'))
    await expect(elsewhere.call(listCurators, { params })).rejects.toMatchObject({ status: 404 })
  })

  test('an instructor can ask for the reason only about their own learners in their own courses (ROL-027, ROL-083)', async () => {
    const { portal, admin, course_id } = await school()
    const teacher = await t.make.person('instructor', { portal })
    const [enrollment] = await enroll(admin, course_id, await learner(portal))
    const params = { id: enrollment?.id ?? 0 }
    const ask = () => t.as(teacher).call(showAccess, { params })
    await expect(ask()).rejects.toMatchObject({ status: 404 })
    await assign(admin, course_id, 'instructor', teacher)
    expect((await ask()).data.can_work).toBe(true)
    const colleague = await t.make.person('instructor', { portal })
    await assign(admin, course_id, 'instructor', colleague)
    await t.as(admin).call(setCurator, { params, body: { curator_id: colleague.id } })
    await expect(ask()).rejects.toMatchObject({ status: 404 })
    await t.as(admin).call(setCurator, { params, body: { curator_id: teacher.id } })
    expect((await ask()).data.can_work).toBe(true)
    await expect(t.as(teacher).call(setCurator, { params, body: { curator_id: null } })).rejects.toMatchObject({
      status: 403,
    })
  })
})
