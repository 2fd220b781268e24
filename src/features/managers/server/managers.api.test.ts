import { describe, expect, test } from 'vitest'
import type { Role } from '#kernel/permissions.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { codesOf, enrolling } from '../../../../tests/enrolling.ts'
import { createEnrollments, setCurator } from '../../enrollments/contract.ts'
import { recordProgress } from '../../enrollments/server/api.ts'
import {
  giveCourseCredits,
  listLearners,
  listManagerCourses,
  listManagerUsers,
  showCourseManagers,
  showManagerCourse,
  takeCourseCredits,
} from '../contract.ts'

const t = testApp()
const make = enrolling(t)
const NOT_FOUND = { status: 404, code: 'not_found' }
const FORBIDDEN = { status: 403, code: 'not_enough_permissions' }

const school = async (credits = 20) => {
  const portal = await t.make.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const manager = await t.make.person('manager', { portal, first_name: 'Mona', last_name: 'Manager' })
  const course = await make.course(portal)
  if (credits > 0) await make.plan(portal, credits)
  return { portal, admin, manager, course }
}
const give = (who: TestPerson, slug: string, amount: number, user_id?: number) =>
  t.as(who).call(giveCourseCredits, { params: { slug }, body: { amount, ...(user_id && { user_id }) } })
const take = (who: TestPerson, slug: string, amount: number, user_id?: number) =>
  t.as(who).call(takeCourseCredits, { params: { slug }, body: { amount, ...(user_id && { user_id }) } })
const learner = (portal: TestPortal, values = {}) => t.make.person('learner', { portal, ...values })
const enrolByEmail = async (who: TestPerson, course_id: number, ...people: { email: string }[]) => {
  const emails = people.map(({ email }) => email)
  return (await t.as(who).call(createEnrollments, { body: { course_id, emails } })).data.enrolled
}
const start = (portal: TestPortal, id: number, items_done = 1) =>
  make.run(portal, (tx, ctx) => recordProgress(tx, ctx, id, { status: 1, items_done, started_at: ctx.now }))

describe('giving and taking credits (CRD-019 to CRD-022, CRD-027 to CRD-029)', () => {
  test('answers the movement and what is left of the portal and of the course', async () => {
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

  test('a manager hands on own credits to another manager and does not see those of the portal (ERR-061, PRT-055)', async () => {
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

  test('more than is left of the portal shows ERR-062', async () => {
    const { admin, manager, course } = await school(3)
    await expect(give(admin, course.slug, 4, manager.id)).rejects.toMatchObject({
      status: 422,
      code: 'portal_credits_not_enough',
      message: 'Credits are not enough in the portal',
    })
  })

  test('credits that are used cannot be taken: ERR-085 with the rest, ERR-065 once a learner has progress', async () => {
    const { portal, admin, manager, course } = await school()
    await give(admin, course.slug, 5, manager.id)
    const [made] = await enrolByEmail(manager, course.id, await learner(portal), await learner(portal))
    await expect(take(admin, course.slug, 4, manager.id)).rejects.toMatchObject({
      status: 422,
      code: 'max_value',
      message: 'Please enter a value of no more than 3.',
      errors: { amount: ['Please enter a value of no more than 3.'] },
    })
    await start(portal, made?.id ?? 0)
    await expect(take(admin, course.slug, 4, manager.id)).rejects.toMatchObject({
      status: 422,
      code: 'user_has_progress',
      message: 'User has a progress',
    })
    await expect(take(admin, course.slug, 6, manager.id)).rejects.toMatchObject({ code: 'max_value' })
    await take(admin, course.slug, 3, manager.id)
    expect(await make.check()).toEqual([])
  })

  test('nothing is given to an unpublished course, and what it has can be taken back (CRD-011, CRD-012)', async () => {
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

  test('credits go to those who hold the role manager (ERR-051); people and courses of other portals are not found', async () => {
    const { portal, admin, course } = await school()
    const other = await school()
    await expect(give(admin, course.slug, 1, (await learner(portal)).id)).rejects.toMatchObject({
      status: 422,
      code: 'role_not_held',
    })
    await expect(give(admin, course.slug, 1, other.manager.id)).rejects.toMatchObject(NOT_FOUND)
    await expect(give(admin, other.course.slug, 1)).rejects.toMatchObject(NOT_FOUND)
    await expect(take(admin, other.course.slug, 1)).rejects.toMatchObject(NOT_FOUND)
  })

  test('the portal’s credits move by those with full access to them, own ones by managers of the course (ROL-056, ROL-027)', async () => {
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
    await expect(other).rejects.toMatchObject({ status: 409 })
    await Promise.all([give(admin, course.slug, 2, manager.id), give(admin, course.slug, 2, manager.id)])
    const pair = [take(admin, course.slug, 3, manager.id), take(admin, course.slug, 3, manager.id)]
    expect(codesOf(await Promise.allSettled(pair))).toEqual({ ok: 1, max_value: 1 })
    expect(await make.check()).toEqual([])
  })
})

describe('a manager’s courses and people (MGR-010, MGR-013, MGR-018, ROL-027)', () => {
  test('the courses a manager is assigned to or holds credits of, with the record of CRD-004', async () => {
    const { portal, admin, manager, course } = await school()
    const assigned = await make.course(portal, { title: 'Assigned' })
    await make.course(portal, { title: 'Of others' })
    await give(admin, course.slug, 6, manager.id)
    const body = { course_id: assigned.id, role_id: 'manager' as const, user_ids: [manager.id] }
    await t.as(admin).call(createEnrollments, { body })
    await enrolByEmail(manager, course.id, await learner(portal))
    const { data } = await t.as(manager).call(listManagerCourses)
    expect(
      data.map(({ title, total, remaining, distributed, used, publication_status }) => [
        title,
        total,
        remaining,
        distributed,
        used,
        publication_status,
      ]),
    ).toEqual([
      ['Assigned', 0, 0, 0, 0, 2],
      [course.title, 6, 5, 1, 1, 2],
    ])
    const found = await t.as(manager).call(listManagerCourses, { query: { search: 'assign' } })
    expect(found.data.map(({ id }) => id)).toEqual([assigned.id])
    const first = await t.as(manager).call(listManagerCourses, { query: { per_page: 1, sort: '-title' } })
    const next = await t.as(manager).call(listManagerCourses, {
      query: { per_page: 1, sort: '-title', cursor: first.meta.next_cursor ?? '' },
    })
    expect([first.data[0]?.id, next.data[0]?.id, next.meta.next_cursor]).toEqual([course.id, assigned.id, null])
  })

  test('a manager pays with own credits and sees own learners only, with progress; another manager’s stay hidden', async () => {
    const { portal, admin, manager, course } = await school()
    const rival = await t.make.person('manager', { portal })
    await give(admin, course.slug, 3, manager.id)
    await give(admin, course.slug, 3, rival.id)
    const outline = await t.platform(async (tx) => {
      const place = { portal_id: portal.id, course_id: course.id }
      const module = await tx
        .insertInto('modules')
        .values({ ...place, title: 'One' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const exam = await tx
        .insertInto('exams')
        .values({ ...place, type: 'exam', title: 'Two' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('outline_items')
        .values([
          { ...place, itemable_type: 'Module', itemable_id: module.id, sort_number: 1 },
          { ...place, itemable_type: 'Exam', itemable_id: exam.id, sort_number: 2 },
        ])
        .execute()
      await tx
        .insertInto('module_items')
        .values(
          [1, 2].map((n) => ({
            portal_id: portal.id,
            module_id: module.id,
            itemable_type: 'Text',
            sort_number: n,
            text: 'x',
          })),
        )
        .execute()
      return ['Module', 'Exam']
    })
    const mine = await learner(portal, { first_name: 'Lena', last_name: 'Learner' })
    const theirs = await learner(portal)
    const [made] = await enrolByEmail(manager, course.id, mine)
    const [hidden] = await enrolByEmail(rival, course.id, theirs)
    await start(portal, made?.id ?? 0, 1)

    const { data } = await t.as(manager).call(showManagerCourse, { params: { slug: course.slug } })
    expect(data).toMatchObject({ id: course.id, total: 3, remaining: 2, distributed: 1, used: 1, can_give: true })
    expect(data.outline.map((item) => item.itemable_type)).toEqual(outline)
    expect(data.outline[0]?.module_items).toHaveLength(2)
    expect(data.people).toMatchObject([
      {
        id: made?.id,
        user: { id: mine.id, display_name: 'Lena Learner', email: mine.email },
        progress: 33,
        status: 1,
        access: 'active',
        manager_id: manager.id,
      },
    ])
    const people = await t.as(manager).call(listManagerUsers)
    expect(people.data.map(({ id, enrollments }) => [id, enrollments.map((one) => one.id)])).toEqual([
      [mine.id, [made?.id]],
    ])
    expect((await t.as(manager).call(listManagerUsers, { query: { search: 'lena LEARN' } })).data).toHaveLength(1)
    expect((await t.as(manager).call(listManagerUsers, { query: { search: '100%' } })).data).toHaveLength(0)
    const body = { course_id: course.id, user_ids: [theirs.id] }
    await expect(t.as(manager).call(createEnrollments, { body })).rejects.toMatchObject(NOT_FOUND)

    const params = { id: hidden?.id ?? 0 }
    await t.as(admin).call(setCurator, { params, body: { curator_id: manager.id } })
    expect((await t.as(manager).call(listManagerUsers)).data.map(({ id }) => id)).toEqual([theirs.id, mine.id])
  })

  test('an outside manager sees only the people they brought themselves (ROL-069)', async () => {
    const { portal, admin, course } = await school()
    const manager = await t.make.person('manager', { portal })
    await t.platform((tx) =>
      tx.updateTable('portal_user_roles').set({ is_outside: true }).where('user_id', '=', manager.id).execute(),
    )
    await give(admin, course.slug, 2, manager.id)
    const [brought, entrusted] = [await learner(portal), await learner(portal)]
    await enrolByEmail(manager, course.id, brought)
    const body = { course_id: course.id, user_ids: [entrusted.id], curator_id: manager.id }
    await t.as(admin).call(createEnrollments, { body })
    expect((await t.as(manager).call(listManagerUsers)).data.map(({ id }) => id)).toEqual([brought.id])
    const shown = await t.as(manager).call(showManagerCourse, { params: { slug: course.slug } })
    expect(shown.data.people.map(({ user }) => user.id)).toEqual([brought.id])
  })

  test('lists the credits handed out in the course and how many can be taken back (CRD-020)', async () => {
    const { portal, admin, manager, course } = await school()
    const second = await t.make.person('manager', { portal, first_name: 'Nora', last_name: 'Next' })
    await give(admin, course.slug, 9, manager.id)
    await give(manager, course.slug, 4, second.id)
    await enrolByEmail(second, course.id, await learner(portal))
    const { data } = await t.as(manager).call(showManagerCourse, { params: { slug: course.slug } })
    expect(data.handed_out).toEqual([
      { user: { id: second.id, display_name: 'Nora Next', avatar: null, email: second.email }, amount: 4, takeable: 3 },
    ])
  })

  test('only managers and super admins open manager courses; a course of others is not found (ROL-033)', async () => {
    const { portal, admin, manager, course } = await school()
    await give(admin, course.slug, 1, manager.id)
    const params = { slug: course.slug }
    for (const role of ['portal_admin', 'admin', 'course_admin', 'accounting', 'instructor', 'learner'] as const) {
      const api = t.as(await t.make.person(role, { portal }))
      await expect(api.call(listManagerCourses)).rejects.toMatchObject(FORBIDDEN)
      await expect(api.call(showManagerCourse, { params })).rejects.toMatchObject(FORBIDDEN)
      await expect(api.call(listManagerUsers)).rejects.toMatchObject(FORBIDDEN)
    }
    const stranger = await t.make.person('manager', { portal })
    await expect(t.as(stranger).call(showManagerCourse, { params })).rejects.toMatchObject(NOT_FOUND)
    expect((await t.as(stranger).call(listManagerCourses)).data).toEqual([])
    const superAdmin = t.as(await t.make.person('super_admin', { portal }))
    expect((await superAdmin.call(listManagerCourses)).data.map(({ id }) => id)).toEqual([course.id])
    expect((await superAdmin.call(showManagerCourse, { params })).data.can_give).toBe(true)
    const far = await t.make.person('manager')
    await expect(t.as(far).call(showManagerCourse, { params })).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('a course’s learners and managers for those who run it (BLD-034)', () => {
  test('the managers record has the credits of the course and each manager (CRD-004)', async () => {
    const { portal, admin, manager, course } = await school()
    await give(admin, course.slug, 10)
    await give(admin, course.slug, 6, manager.id)
    await enrolByEmail(manager, course.id, await learner(portal))
    const assigned = await t.make.person('manager', { portal })
    const body = { course_id: course.id, role_id: 'manager' as const, user_ids: [assigned.id] }
    const { data: made } = await t.as(admin).call(createEnrollments, { body })
    const courseAdmin = await t.make.person('course_admin', { portal })
    const { data } = await t.as(courseAdmin).call(showCourseManagers, { params: { courseId: course.id } })
    expect(data).toMatchObject({
      id: course.id,
      title: course.title,
      publication_status: 2,
      total: 10,
      remaining: 4,
      distributed: 6,
      used: 0,
      managers: [
        {
          user: { id: manager.id },
          enrollment_id: null,
          is_outside: false,
          total: 6,
          remaining: 5,
          distributed: 1,
          used: 1,
        },
        { user: { id: assigned.id }, enrollment_id: made.enrolled[0]?.id, total: 0 },
      ],
    })
    const other = await school()
    await expect(
      t.as(courseAdmin).call(showCourseManagers, { params: { courseId: other.course.id } }),
    ).rejects.toMatchObject(NOT_FOUND)
    await expect(t.as(manager).call(showCourseManagers, { params: { courseId: course.id } })).rejects.toMatchObject(
      FORBIDDEN,
    )
  })

  test('the learners of a course by access; an instructor sees those entrusted to them (ROL-036, ROL-027)', async () => {
    const { portal, admin, course } = await school()
    const teacher = await t.make.person('instructor', { portal })
    const people = [await learner(portal), await learner(portal), await learner(portal)] as const
    const [first, second] = await enrolByEmail(admin, course.id, ...people)
    await make.run(portal, (tx, ctx) => recordProgress(tx, ctx, first?.id ?? 0, { status: 5, completed_at: ctx.now }))
    const params = { slug: course.slug }
    const list = async (who: TestPerson, query = {}) =>
      (await t.as(who).call(listLearners, { params, query })).data.map(({ user }) => user.id)
    expect(await list(admin)).toEqual([people[2].id, people[1].id, people[0].id])
    expect(await list(admin, { access: 'expired' })).toEqual([people[0].id])
    expect(await list(admin, { access: 'active', sort: 'id' })).toEqual([people[1].id, people[2].id])
    expect(await list(admin, { access: 'pending' })).toEqual([])
    const done = await t.as(admin).call(listLearners, { params, query: { access: 'expired' } })
    expect(done.data[0]).toMatchObject({ status: 5, progress: 100 })

    await expect(list(teacher)).rejects.toMatchObject(NOT_FOUND)
    const body = { course_id: course.id, role_id: 'instructor' as const, user_ids: [teacher.id] }
    await t.as(admin).call(createEnrollments, { body })
    expect(await list(teacher)).toEqual([])
    await t.as(admin).call(setCurator, { params: { id: second?.id ?? 0 }, body: { curator_id: teacher.id } })
    expect(await list(teacher)).toEqual([people[1].id])
  })
})
