import { describe, expect, test } from 'vitest'
import type { Role } from '#kernel/access/permissions.ts'
import { testApp } from '../../../../tests/api.ts'
import { codesOf } from '../../../../tests/enrolling.ts'
import { handingOut } from '../../../../tests/handing-out.ts'
import { listNotifications } from '../../notifications/contract.ts'
import { giveCourseCredits, takeCourseCredits } from '../contract.ts'

const t = testApp()
const { make, school, give, take, learner, enrollByEmail, start } = handingOut(t)
const NOT_FOUND = { status: 404, code: 'not_found' }

describe('giving and taking credits (CRD-019 to CRD-022, CRD-027, CRD-028, CRD-029)', () => {
  test('tells the manager of the credits, and nobody when the course gets them (RTM-009)', async () => {
    const { admin, manager, course } = await school()
    await give(admin, course.slug, 8)
    await give(admin, course.slug, 3, manager.id)
    const { data } = await t.as(manager).call(listNotifications)
    expect(data).toMatchObject([
      { kind: 'credits_received', title: 'You received 3 credits', link: `/courses/managers/${course.slug}` },
    ])
    expect((await t.as(admin).call(listNotifications)).data).toEqual([])
  })

  test('returns the movement and the remaining credits of the portal and the course', async () => {
    const { admin, manager, course } = await school()
    expect((await give(admin, course.slug, 8)).data).toEqual({
      id: expect.any(Number),
      portalCredits: { total: 20, remaining: 20, distributed: 0, used: 0 },
      courseCredits: { course_id: course.id, total: 8, remaining: 8, distributed: 0, used: 0 },
    })
    expect((await give(admin, course.slug, 10, manager.id)).data).toMatchObject({
      portalCredits: { total: 20, remaining: 10, distributed: 10 },
      courseCredits: { total: 10, remaining: 0, distributed: 10 },
    })
    const params = { slug: course.slug }
    const body = { amount: 4, direction: 2 as const, manager_id: manager.id }
    expect((await t.as(admin).call(takeCourseCredits, { params, body })).data).toMatchObject({
      portalCredits: { remaining: 14, distributed: 6 },
    })
    await expect(
      t.as(admin).call(giveCourseCredits, { params, body: { amount: 1, direction: 2 as never } }),
    ).rejects.toMatchObject({ status: 422, errors: { direction: [expect.any(String)] } })
    const both = { amount: 1, user_id: admin.id, manager_id: manager.id }
    await expect(t.as(admin).call(giveCourseCredits, { params, body: both })).rejects.toMatchObject({ status: 422 })
    for (const amount of [0, -1, 1.5])
      await expect(give(admin, course.slug, amount)).rejects.toMatchObject({
        status: 422,
        errors: { amount: [expect.any(String)] },
      })
    expect(await make.check()).toEqual([])
  })

  test('managers pass their own credits to another manager and do not see those of the portal (ERR-061, PRT-055)', async () => {
    const { portal, admin, manager, course } = await school()
    const second = await t.make.person('manager', { portal })
    await give(admin, course.slug, 5, manager.id)
    expect((await give(manager, course.slug, 3, second.id)).data).toEqual({
      id: expect.any(Number),
      portalCredits: null,
      courseCredits: { course_id: course.id, total: 5, remaining: 2, distributed: 3, used: 0 },
    })
    await expect(give(manager, course.slug, 3, second.id)).rejects.toMatchObject({
      status: 422,
      code: 'own_credits_not_enough',
      message: 'Yours credits are not enough',
    })
    await expect(give(manager, course.slug, 1)).rejects.toMatchObject({ status: 422 })
    await expect(give(manager, course.slug, 1, manager.id)).rejects.toMatchObject({ status: 422 })
    await expect(take(second, course.slug, 1, manager.id)).rejects.toMatchObject({ code: 'max_value' })
    expect((await take(manager, course.slug, 3, second.id)).data.courseCredits).toMatchObject({
      remaining: 5,
      distributed: 0,
    })
    expect(await make.check()).toEqual([])
  })

  test('more than the portal has left shows ERR-062', async () => {
    const { admin, manager, course } = await school(3)
    await expect(give(admin, course.slug, 4, manager.id)).rejects.toMatchObject({
      status: 422,
      code: 'portal_credits_not_enough',
      message: 'Credits are not enough in the portal',
    })
  })

  test('used credits cannot be taken: ERR-085 with the remainder, ERR-065 once a learner has progress', async () => {
    const { portal, admin, manager, course } = await school()
    await give(admin, course.slug, 5, manager.id)
    const [enrollment] = await enrollByEmail(manager, course.id, await learner(portal), await learner(portal))
    await expect(take(admin, course.slug, 4, manager.id)).rejects.toMatchObject({
      status: 422,
      code: 'max_value',
      message: 'Please enter a value of no more than 3.',
      errors: { amount: ['Please enter a value of no more than 3.'] },
    })
    await start(portal, enrollment?.id ?? 0)
    await expect(take(admin, course.slug, 4, manager.id)).rejects.toMatchObject({
      status: 422,
      code: 'user_has_progress',
      message: 'User has a progress',
    })
    await expect(take(admin, course.slug, 6, manager.id)).rejects.toMatchObject({ code: 'max_value' })
    await take(admin, course.slug, 3, manager.id)
    expect(await make.check()).toEqual([])
  })

  test('nothing can be given to an unpublished course, and its credits can be taken back (CRD-011, CRD-012)', async () => {
    const { admin, manager, course } = await school()
    await give(admin, course.slug, 5, manager.id)
    for (const publication_status of [1, 3, 4]) {
      await t.platform((tx) =>
        tx.updateTable('courses').set({ publication_status }).where('id', '=', course.id).execute(),
      )
      await expect(give(admin, course.slug, 1, manager.id)).rejects.toMatchObject({ status: 422, code: 'invalid' })
      expect((await take(admin, course.slug, 1, manager.id)).data.id).toEqual(expect.any(Number))
    }
  })

  test('a credit given to a learner enrolls them, one each, and is not taken back while they have progress (CRD-001, CRD-019, CRD-022, ERR-065)', async () => {
    const { portal, admin, manager, course } = await school()
    await give(admin, course.slug, 5, manager.id)
    const [own] = await enrollByEmail(manager, course.id, await learner(portal))
    const second = await make.course(portal)
    await give(admin, second.slug, 5, manager.id)
    const person = own?.user_id ?? 0
    await expect(give(manager, second.slug, 2, person)).rejects.toMatchObject({
      status: 422,
      errors: { amount: ['Please enter a value of no more than 1.'] },
    })
    expect((await give(manager, second.slug, 1, person)).data).toEqual({
      id: expect.any(Number),
      portalCredits: null,
      courseCredits: { course_id: second.id, total: 5, remaining: 4, distributed: 1, used: 1 },
    })
    await expect(give(manager, second.slug, 1, person)).rejects.toMatchObject({ status: 422, code: 'invalid' })
    await expect(take(manager, second.slug, 1, person)).rejects.toMatchObject({ code: 'max_value' })
    const enrolled = await t.platform((tx) =>
      tx
        .selectFrom('enrollments')
        .select(['id', 'manager_id'])
        .where('course_id', '=', second.id)
        .where('user_id', '=', person)
        .executeTakeFirstOrThrow(),
    )
    expect(enrolled.manager_id).toBe(manager.id)
    await start(portal, enrolled.id)
    await expect(take(manager, second.slug, 1, person)).rejects.toMatchObject({ code: 'user_has_progress' })
    expect(await make.check()).toEqual([])
  })

  test('the portal gives a credit to any of its people; managers only to their own (ROL-007, ROL-027)', async () => {
    const { portal, admin, manager, course } = await school()
    const stranger = await learner(portal)
    await give(admin, course.slug, 2, manager.id)
    await expect(give(manager, course.slug, 1, stranger.id)).rejects.toMatchObject(NOT_FOUND)
    expect((await give(admin, course.slug, 1, stranger.id)).data.portalCredits).toMatchObject({ used: 1 })
    const accounting = await t.make.person('accounting', { portal })
    await expect(give(accounting, course.slug, 1, stranger.id)).rejects.toMatchObject({ status: 403 })
  })

  test('people and courses of other portals are not found', async () => {
    const { admin, course } = await school()
    const other = await school()
    await expect(give(admin, course.slug, 1, other.manager.id)).rejects.toMatchObject(NOT_FOUND)
    await expect(give(admin, other.course.slug, 1)).rejects.toMatchObject(NOT_FOUND)
    await expect(take(admin, other.course.slug, 1)).rejects.toMatchObject(NOT_FOUND)
  })

  test('the portal’s credits are moved by people with full access to them, a manager’s own by managers of the course (ROL-056, ROL-027)', async () => {
    const { portal, manager, course } = await school()
    const answers: Partial<Record<Role, string>> = {}
    const roles = [
      'admin',
      'portal_admin',
      'sub_admin',
      'course_admin',
      'accounting',
      'instructor',
      'editor',
      'partner',
      'learner',
    ] as const
    for (const role of roles) {
      const person = await t.make.person(role, { portal })
      const [result] = await Promise.allSettled([give(person, course.slug, 1)])
      answers[role] = Object.keys(codesOf([result]))[0]
    }
    const no = 'not_enough_permissions'
    expect(answers).toEqual({
      admin: 'ok',
      portal_admin: 'ok',
      sub_admin: no,
      course_admin: no,
      accounting: no,
      instructor: no,
      editor: no,
      partner: no,
      learner: no,
    })
    await expect(give(manager, course.slug, 1, manager.id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('two takes and gives at once with one key are one; without keys each counts (API-024)', async () => {
    const { admin, manager, course } = await school()
    const params = { slug: course.slug }
    const body = { amount: 3, user_id: manager.id }
    const keyed = (endpoint: typeof giveCourseCredits | typeof takeCourseCredits, key: string) =>
      t.as(admin).call(endpoint as typeof giveCourseCredits, { params, body }, { idempotency_key: key })
    const gifts = await Promise.all([keyed(giveCourseCredits, 'a'), keyed(giveCourseCredits, 'a')])
    expect(gifts[0].data.id).toBe(gifts[1].data.id)
    const takes = await Promise.all([keyed(takeCourseCredits, 'b'), keyed(takeCourseCredits, 'b')])
    expect(takes[0].data.id).toBe(takes[1].data.id)
    expect(takes[0].data.portalCredits).toMatchObject({ distributed: 0 })
    const other = t
      .as(admin)
      .call(giveCourseCredits, { params, body: { ...body, amount: 4 } }, { idempotency_key: 'a' })
    await expect(other).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    await Promise.all([give(admin, course.slug, 2, manager.id), give(admin, course.slug, 2, manager.id)])
    const pair = [take(admin, course.slug, 3, manager.id), take(admin, course.slug, 3, manager.id)]
    expect(codesOf(await Promise.allSettled(pair))).toEqual({ ok: 1, max_value: 1 })
    expect(await make.check()).toEqual([])
  })
})
