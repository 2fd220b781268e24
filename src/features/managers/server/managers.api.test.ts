import { describe, expect, test } from 'vitest'
import { addDays, addMonthsToDay, DEFAULT_TIME_ZONE, dayOf, lastMomentOf } from '#kernel/format/day.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { handingOut } from '../../../../tests/handing-out.ts'
import { createEnrollments, setCurator } from '../../enrollments/contract.ts'
import { recordProgress } from '../../enrollments/server/api.ts'
import {
  listLearners,
  listManagerCourses,
  listManagerUsers,
  showCourseManagers,
  showManagerCourse,
  showManagerOverview,
} from '../contract.ts'

const t = testApp()
const { make, school, give, learner, enrollByEmail } = handingOut(t)
const NOT_FOUND = { status: 404, code: 'not_found' }
const FORBIDDEN = { status: 403, code: 'not_enough_permissions' }

describe('a manager’s courses and people (MGR-010, MGR-013, MGR-018, ROL-027)', () => {
  test('lists courses that a manager is assigned to or has credits of, with the record in CRD-004', async () => {
    const { portal, admin, manager, course } = await school()
    const assigned = await make.course(portal, { title: 'Assigned' })
    await make.course(portal, { title: 'Of others' })
    await give(admin, course.slug, 6, manager.id)
    const body = { course_id: assigned.id, role_id: 'manager' as const, user_ids: [manager.id] }
    await t.as(admin).call(createEnrollments, { body })
    await enrollByEmail(manager, course.id, await learner(portal))
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
    const page = await t.as(manager).call(listManagerCourses, { query: { search: 'assign' } })
    expect(page.data.map(({ id }) => id)).toEqual([assigned.id])
    const first = await t.as(manager).call(listManagerCourses, { query: { per_page: 1, sort: '-title' } })
    const next = await t.as(manager).call(listManagerCourses, {
      query: { per_page: 1, sort: '-title', cursor: first.meta.next_cursor ?? '' },
    })
    expect([first.data[0]?.id, next.data[0]?.id, next.meta.next_cursor]).toEqual([course.id, assigned.id, null])
  })

  test('managers pay with their own credits and see only their own learners, with progress', async () => {
    const { portal, admin, manager, course } = await school()
    const rival = await t.make.person('manager', { portal })
    await give(admin, course.slug, 3, manager.id)
    await give(admin, course.slug, 3, rival.id)
    const items = await t.platform(async (tx) => {
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
      const items = await tx
        .insertInto('module_items')
        .values(
          [1, 2].map((n) => ({ portal_id: portal.id, module_id: module.id, itemable_type: 'Text', sort_number: n })),
        )
        .returning('id')
        .execute()
      return items.map(({ id }) => id)
    })
    const mine = await learner(portal, { first_name: 'Lena', last_name: 'Learner' })
    const theirs = await learner(portal)
    const [enrollment] = await enrollByEmail(manager, course.id, mine)
    const [hidden] = await enrollByEmail(rival, course.id, theirs)
    const related_id = enrollment?.id ?? 0
    const number = await t.platform(async (tx) => {
      const at = {
        portal_id: portal.id,
        enrollment_id: related_id,
        item_type: 'Text',
        item_id: items[0] ?? 0,
        status: 5,
      }
      await tx.insertInto('course_user_progress').values(at).execute()
      await tx.updateTable('enrollments').set({ status: 1 }).where('id', '=', related_id).execute()
      const template = { portal_id: portal.id, title: 'T', text: 'T' }
      const { id: template_id } = await tx
        .insertInto('certificate_templates')
        .values(template)
        .returning('id')
        .executeTakeFirstOrThrow()
      const values = { portal_id: portal.id, user_id: mine.id, course_id: course.id, related_id, template_id }
      const words = { holder_name: 'Lena Learner', course_title: course.title, provider: 'P', design: '{}' }
      const certificate = { ...values, ...words, number: `C-${related_id}`, is_automatic: true, issued_at: new Date() }
      const inserted = tx.insertInto('certificates').values(certificate).returning('number')
      return (await inserted.executeTakeFirstOrThrow()).number
    })

    const { data } = await t.as(manager).call(showManagerCourse, { params: { slug: course.slug } })
    expect(data).toMatchObject({ id: course.id, total: 3, remaining: 2, distributed: 1, used: 1, can_give: true })
    expect(data.outline.map((item) => item.itemable_type)).toEqual(['Module', 'Exam'])
    expect(data.outline[0]?.module_items).toHaveLength(2)
    expect(data.people).toMatchObject([
      {
        id: enrollment?.id,
        user: { id: mine.id, display_name: 'Lena Learner', email: mine.email },
        progress: 33,
        certificate: { number },
        status: 1,
        access: 'active',
        manager_id: manager.id,
      },
    ])
    const people = await t.as(manager).call(listManagerUsers)
    expect(people.data.map(({ id, enrollments }) => [id, enrollments.map((one) => one.id)])).toEqual([
      [mine.id, [enrollment?.id]],
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
    await enrollByEmail(manager, course.id, brought)
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
    await enrollByEmail(second, course.id, await learner(portal))
    const { data } = await t.as(manager).call(showManagerCourse, { params: { slug: course.slug } })
    expect(data.handed_out).toEqual([
      { user: { id: second.id, display_name: 'Nora Next', avatar: null, email: second.email }, amount: 4, takeable: 3 },
    ])
  })

  test('only managers and super admins open manager courses; another manager’s course is not found (ROL-033)', async () => {
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

describe('a course’s learners and managers, for people who run it (BLD-034)', () => {
  test('the managers record has the credits of the course and each manager (CRD-004)', async () => {
    const { portal, admin, manager, course } = await school()
    await give(admin, course.slug, 10)
    await give(admin, course.slug, 6, manager.id)
    await enrollByEmail(manager, course.id, await learner(portal))
    const assigned = await t.make.person('manager', { portal })
    const body = { course_id: course.id, role_id: 'manager' as const, user_ids: [assigned.id] }
    const { data: enrollments } = await t.as(admin).call(createEnrollments, { body })
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
        { user: { id: assigned.id }, enrollment_id: enrollments.enrolled[0]?.id, total: 0 },
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

  test('the learners of a course by access; an instructor sees those without another curator (ROL-036, ROL-027, ROL-083)', async () => {
    const { portal, admin, course } = await school()
    const teacher = await t.make.person('instructor', { portal })
    const people = [await learner(portal), await learner(portal), await learner(portal)] as const
    const [first, second] = await enrollByEmail(admin, course.id, ...people)
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
    expect(await list(teacher)).toEqual([people[2].id, people[1].id, people[0].id])
    const colleague = await t.make.person('instructor', { portal })
    await t.as(admin).call(createEnrollments, { body: { ...body, user_ids: [colleague.id] } })
    await t.as(admin).call(setCurator, { params: { id: second?.id ?? 0 }, body: { curator_id: colleague.id } })
    expect(await list(teacher)).toEqual([people[2].id, people[0].id])
    expect(await list(colleague)).toEqual([people[2].id, people[1].id, people[0].id])
  })
})

describe('a manager’s figures', () => {
  test('credits, people, monthly completions and courses without credits are only those of the manager (MGR-018, CRD-007, ROL-027, PRT-078)', async () => {
    const { portal, admin, manager, course } = await school()
    const rival = await t.make.person('manager', { portal })
    const empty = await make.course(portal, { title: 'Empty' })
    const draft = await make.course(portal, { title: 'Draft', publication_status: 1 })
    for (const { id } of [empty, draft])
      await t.as(admin).call(createEnrollments, {
        body: { course_id: id, role_id: 'manager', user_ids: [manager.id] },
      })
    await give(admin, course.slug, 5, manager.id)
    await give(admin, course.slug, 5, rival.id)
    const people = [await learner(portal), await learner(portal), await learner(portal)]
    const [late, done, longAgo] = await enrollByEmail(manager, course.id, ...people)
    await enrollByEmail(rival, course.id, await learner(portal))
    const now = new Date()
    const set = (id: number, values: Record<string, unknown>) =>
      t.platform((tx) => tx.updateTable('enrollments').set(values).where('id', '=', id).execute())
    await set(late!.id, { due_at: new Date(now.getTime() - 2 * 86_400_000) })
    await set(done!.id, { completed_at: now, status: 2 })
    // The last evening of the month before last in the portal’s time zone, which is already the next month in UTC.
    const month = `${dayOf(now, DEFAULT_TIME_ZONE).slice(0, 7)}-01`
    const twoMonthsAgo = lastMomentOf(addDays(addMonthsToDay(month, -1), -1), DEFAULT_TIME_ZONE)
    await set(longAgo!.id, { completed_at: twoMonthsAgo, status: 2 })
    const { data } = await t.as(manager).call(showManagerOverview)
    expect(data).toMatchObject({ courses: 3, total: 5, remaining: 2, distributed: 3, used: 3, people: 1, overdue: 1 })
    expect(data.finished).toEqual([0, 0, 0, 1, 0, 1])
    expect(data.short.map(({ id, total }) => [id, total])).toEqual([[empty.id, 0]])
    await expect(t.as(admin).call(showManagerOverview)).rejects.toMatchObject(FORBIDDEN)
  })
})
