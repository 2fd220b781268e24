import { describe, expect, test } from 'vitest'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { listUsers } from '../contract.ts'

const t = testApp()

const list = (who: TestPerson, query: Record<string, unknown> = {}) =>
  t.as(who).call(listUsers, { query: query as never })
const idsOf = async (who: TestPerson, query?: Record<string, unknown>) =>
  (await list(who, query)).data.map((person) => person.id)
const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b)

const makeCourse = (portal: TestPortal, slug: string) =>
  t.platform(async (tx) => {
    const { id } = await tx
      .insertInto('courses')
      .values({ portal_id: portal.id, slug, title: slug })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
const join = (
  person: TestPerson,
  course_id: number,
  role: 'learner' | 'manager' | 'instructor',
  more: { manager_id?: number; curator_id?: number; ended_at?: Date } = {},
) =>
  t.platform((tx) =>
    tx
      .insertInto('enrollments')
      .values({
        portal_id: person.portal.id,
        user_id: person.id,
        course_id,
        role,
        expires_at: new Date('2040-01-01'),
        ...more,
      })
      .execute(),
  )

describe('the people of a portal', () => {
  test('administrators see everyone in their portal with e-mail and roles, and nobody of another (USR-025, ROL-047, API-021, API-023)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal, first_name: 'Ada', last_name: 'Admin' })
    const learner = await t.make.person('learner', { portal })
    await t.make.role(learner.id, portal, 'instructor')
    const elsewhere = await t.make.person('learner')
    await t.make.role(learner.id, elsewhere.portal, 'portal_admin')
    const superAdmin = await t.make.person('super_admin', { portal })
    const { data } = await list(admin)
    expect(sorted(data.map(({ id }) => id))).toEqual(sorted([admin.id, learner.id, superAdmin.id]))
    expect(data.find(({ id }) => id === admin.id)).toEqual({
      id: admin.id,
      display_name: 'Ada Admin',
      avatar: null,
      username: null,
      badge_number: null,
      email: admin.email,
      roles: ['portal_admin'],
      is_blocked: false,
      left_at: null,
      joined_at: expect.stringMatching(/^20/),
      courses: { current: 0, completed: 0 },
      last_active_at: expect.stringMatching(/^20/),
      has_second_factor: false,
      second_factor_due_at: null,
    })
    expect(data.find(({ id }) => id === learner.id)?.roles.sort()).toEqual(['instructor', 'learner'])
    expect(data.find(({ id }) => id === superAdmin.id)?.roles).toEqual(['super_admin'])
  })

  test.each(['learner', 'instructor', 'editor', 'accounting', 'partner'] as const)(
    'the role %s is refused (ROL-047, ROL-064)',
    async (role) => {
      const person = await t.make.person(role)
      await expect(list(person)).rejects.toMatchObject({ status: 403, code: 'not_enough_permissions' })
    },
  )

  test('a manager sees the learners assigned to them and the colleagues of their courses only (USR-040, ROL-027)', async () => {
    const portal = await t.make.portal()
    const manager = await t.make.person('manager', { portal })
    const [mine, curated, foreign, left] = await Promise.all(
      [1, 2, 3, 4].map(() => t.make.person('learner', { portal })),
    )
    const colleague = await t.make.person('manager', { portal })
    const teacher = await t.make.person('instructor', { portal })
    const stranger = await t.make.person('manager', { portal })
    const [course, other] = [await makeCourse(portal, 'own'), await makeCourse(portal, 'other')]
    await join(manager, course, 'manager')
    await join(colleague, course, 'manager')
    await join(teacher, course, 'instructor')
    await join(stranger, other, 'manager')
    await join(mine!, course, 'learner', { manager_id: manager.id })
    await join(curated!, other, 'learner', { manager_id: stranger.id, curator_id: manager.id })
    await join(foreign!, course, 'learner', { manager_id: colleague.id })
    await join(left!, course, 'learner', { manager_id: manager.id, ended_at: new Date() })
    expect(sorted(await idsOf(manager))).toEqual(sorted([mine!.id, curated!.id, colleague.id, teacher.id]))
    expect(await idsOf(manager, { role: 'manager' })).toEqual([colleague.id])
  })

  test('an outside manager sees the learners they brought, but not those they curate or colleagues (ROL-069)', async () => {
    const portal = await t.make.portal()
    const outside = await t.make.person('manager', { portal })
    await t.platform((tx) =>
      tx.updateTable('portal_user_roles').set({ is_outside: true }).where('user_id', '=', outside.id).execute(),
    )
    const [brought, curated] = [await t.make.person('learner', { portal }), await t.make.person('learner', { portal })]
    const colleague = await t.make.person('manager', { portal })
    const course = await makeCourse(portal, 'shared')
    await join(outside, course, 'manager')
    await join(colleague, course, 'manager')
    await join(brought, course, 'learner', { manager_id: outside.id })
    await join(curated, course, 'learner', { manager_id: colleague.id, curator_id: outside.id })
    expect(await idsOf(outside)).toEqual([brought.id])
  })
})

describe('search, filters and order', () => {
  test('every search word must be in the name, e-mail or external id; pattern characters are literal (USR-009, API-014, INT-041)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal, email: 'chief@firm.example.com' })
    const rosa = await t.make.person('learner', {
      portal,
      first_name: 'Rosa',
      last_name: 'Blanco',
      email: 'rb@example.com',
    })
    await t.make.person('learner', { portal, first_name: 'Rosa', last_name: 'Verde' })
    expect(await idsOf(admin, { search: 'blan ROSA' })).toEqual([rosa.id])
    expect(await idsOf(admin, { search: 'chief@firm' })).toEqual([admin.id])
    await t.platform((tx) =>
      tx.updateTable('portal_users').set({ external_id: 'HR-00417' }).where('user_id', '=', rosa.id).execute(),
    )
    expect(await idsOf(admin, { search: 'hr-004' })).toEqual([rosa.id])
    expect(await idsOf(admin, { search: '%' })).toEqual([])
    expect(await idsOf(admin, { search: '_' })).toEqual([])
  })

  test('role, block and join date narrow the list (USR-009)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal })
    const blocked = await t.make.person('learner', { portal })
    const early = await t.make.person('learner', { portal })
    await t.platform(async (tx) => {
      await tx.updateTable('portal_users').set({ is_blocked: true }).where('user_id', '=', blocked.id).execute()
      await tx
        .updateTable('portal_users')
        .set({ joined_at: new Date('2020-05-01T00:00:00Z') })
        .where('user_id', '=', early.id)
        .execute()
    })
    expect(await idsOf(admin, { role: 'portal_admin' })).toEqual([admin.id])
    expect(await idsOf(admin, { is_blocked: 'true' })).toEqual([blocked.id])
    expect(await idsOf(admin, { joined_until: '2020-05-02T00:00:00Z' })).toEqual([early.id])
    expect(await idsOf(admin, { joined_from: '2020-05-01T00:00:00Z', joined_until: '2020-05-01T00:00:00Z' })).toEqual(
      [],
    )
  })

  test.each(['joined_at', '-joined_at', 'name', '-name', 'email', '-email'])(
    'paging by %s meets everybody once, and back again (API-012, API-013)',
    async (sort) => {
      const portal = await t.make.portal()
      const admin = await t.make.person('portal_admin', { portal, first_name: 'Zed' })
      for (const first_name of ['Émile', 'anna', 'Bert', 'anna']) await t.make.person('learner', { portal, first_name })
      const whole = await list(admin, { sort })
      expect(whole.data).toHaveLength(5)
      const seen: number[] = []
      let cursor: string | null | undefined
      let last = whole
      do {
        last = await list(admin, { sort, per_page: 2, ...(cursor && { cursor }) })
        seen.push(...last.data.map(({ id }) => id))
        cursor = last.meta.next_cursor
      } while (cursor)
      expect(seen).toEqual(whole.data.map(({ id }) => id))
      const back = await list(admin, { sort, per_page: 2, cursor: last.meta.prev_cursor })
      expect(back.data.map(({ id }) => id)).toEqual(seen.slice(2, 4))
    },
  )

  test('an unknown sort or role answers 422 (API-015)', async () => {
    const admin = await t.make.person('portal_admin')
    await expect(list(admin, { sort: 'password_hash' })).rejects.toMatchObject({ status: 422 })
    await expect(list(admin, { role: 'king' })).rejects.toMatchObject({ status: 422 })
  })
})
