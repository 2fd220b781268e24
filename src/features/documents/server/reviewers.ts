import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** Who hears of an upload: the manager whose team the person is on, else the admins of the portal; never the person. */
export const reviewersOf = async (
  tx: Tx,
  portalId: number,
  { user_id, team_id }: { user_id: number; team_id: number | null },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number; role: string }>`
    select r.user_id as id, r.role
    from portal_user_roles r
      join portal_users m on m.portal_id = r.portal_id and m.user_id = r.user_id and m.left_at is null and not m.is_blocked
    where r.portal_id = ${portalId} and r.user_id <> ${user_id}
      and (r.role = 'portal_admin' or (r.role = 'manager' and r.user_id = ${team_id}::bigint))
    order by r.user_id`.execute(tx)
  const managers = rows.filter(({ role }) => role === 'manager')
  return (managers.length > 0 ? managers : rows).map(({ id }) => id)
}
