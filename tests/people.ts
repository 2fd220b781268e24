import type { Role } from '#kernel/access/permissions.ts'
import type { TestApp, TestPortal } from './api.ts'

export const FORBIDDEN = {
  status: 403,
  code: 'not_enough_permissions',
  message: 'You do not have enough permissions for this action',
}
export const MISSING = { status: 404, code: 'not_found', message: 'Resource not found!' }

let counter = 0

/** Creates and looks up records for tests of a portal's people. */
export const peopleOf = (t: TestApp) => ({
  /** A portal with a person in this role and a learner. */
  setUp: async (role: Role = 'portal_admin') => {
    const actor = await t.make.person(role)
    const { portal } = actor
    return { actor, portal, learner: await t.make.person('learner', { portal }), api: t.as(actor) }
  },
  rolesOf: (userId: number, at: TestPortal) =>
    t.platform(async (tx) => {
      const rows = await tx
        .selectFrom('portal_user_roles')
        .select('role')
        .where('user_id', '=', userId)
        .where('portal_id', '=', at.id)
        .orderBy('role')
        .execute()
      return rows.map(({ role }) => role)
    }),
  /** An account. */
  userOf: (id: number) =>
    t.platform((tx) => tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
  /** A person as one portal knows them. */
  profileOf: (id: number, at: TestPortal) =>
    t.platform((tx) =>
      tx
        .selectFrom('portal_users')
        .selectAll()
        .where('portal_id', '=', at.id)
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow(),
    ),
  course: (at: TestPortal, title = 'Ladders') =>
    t.platform(async (tx) => {
      const { id } = await tx
        .insertInto('courses')
        .values({ portal_id: at.id, slug: `of-people-${++counter}`, title, publication_status: 2 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }),
  enroll: (at: TestPortal, course_id: number, user_id: number, values: Record<string, unknown> = {}) =>
    t.platform((tx) =>
      tx
        .insertInto('enrollments')
        .values({
          portal_id: at.id,
          course_id,
          user_id,
          role: 'learner',
          starts_at: new Date('2026-01-01T00:00:00Z'),
          expires_at: new Date('2100-01-01T00:00:00Z'),
          ...values,
        } as never)
        .execute(),
    ),
})
