import type { Db } from '#platform/db/db.ts'

export type Operator = { id: number; email: string | null; first_name: string | null }

/** The super admins, by the name that the core portal knows them by, if any. */
export const operators = (db: Db, corePortalId: number): Promise<Operator[]> =>
  db.withPlatform(
    (tx) =>
      tx
        .selectFrom('users as u')
        .leftJoin('portal_users as m', (join) =>
          join.onRef('m.user_id', '=', 'u.id').on('m.portal_id', '=', corePortalId),
        )
        .select(['u.id', 'u.email', 'm.first_name'])
        .where('u.platform_role', '=', 'super_admin')
        .where('u.is_blocked', '=', false)
        .execute(),
    'read only',
  )
