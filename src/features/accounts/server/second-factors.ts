import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** SQL: roles of member `m` that need a second factor here, each with the time from which on it does (AUT-067). */
const requiredRoles = sql`
  select greatest(h.created_at, (r.required_roles ->> h.role)::timestamptz) + make_interval(hours => 24 * r.grace_days) as due_at
  from sign_in_rules r
  join portal_user_roles h on h.portal_id = r.portal_id and r.required_roles ? h.role
  where r.portal_id = m.portal_id and h.user_id = m.user_id`

/** SQL: member `m` needs a second factor, has none, and could set one up: who is blocked cannot (AUT-073). */
export const isMissingSecondFactor = sql<boolean>`(exists (${requiredRoles}) and not m.is_blocked
  and not u.is_blocked and not has_second_factor(m.user_id))`

/** SQL: until when member `m` has to set one up; null where none is required. */
export const secondFactorDueAt = sql<Date | null>`(select min(due_at) from (${requiredRoles}) required)`

/** Those of these members who need a second factor and have none, with the time from which on they do. */
export const secondFactorsMissing = async (tx: Tx, portalId: number, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; email: string | null; first_name: string | null; due_at: Date }>`
    select m.user_id as id, u.email, m.first_name, ${secondFactorDueAt} as due_at
    from portal_users m join users u on u.id = m.user_id
    where m.portal_id = ${portalId} and m.left_at is null and m.user_id = any(${[...ids]}::bigint[])
      and ${isMissingSecondFactor}
    order by m.user_id`.execute(tx)
  return rows
}

/** Of the members who need a second factor and have none: how many, and how many can open nothing else by now (AUT-073). */
export const countMissingSecondFactors = async (
  tx: Tx,
  portalId: number,
  now: Date,
): Promise<{ missing: number; overdue: number }> => {
  const { rows } = await sql<{ missing: number; overdue: number }>`
    select count(*)::int as missing, (count(*) filter (where ${secondFactorDueAt} <= ${now}))::int as overdue
    from portal_users m join users u on u.id = m.user_id
    where m.portal_id = ${portalId} and m.left_at is null and ${isMissingSecondFactor}`.execute(tx)
  return rows[0] ?? { missing: 0, overdue: 0 }
}
