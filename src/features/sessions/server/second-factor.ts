import { sql } from 'kysely'
import type { Context, SecondFactorState } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Config } from '#platform/process/config.ts'
import { type HeldRole, type SignInRules, secondFactorDueAt, secondFactorState } from '../rules/second-factor-state.ts'

type Row = {
  has_one: boolean
  is_staff: boolean
  roles: { role: HeldRole['role']; since: string }[] | null
  required_roles: Record<string, string> | null
  grace_days: number | null
}

/** Whether somebody has a second factor, and from when the portal requires one of them; null if it does not. */
export const secondFactorStanding = async (
  tx: Tx,
  portalId: number,
  userId: number,
  areSuperAdminsBound: boolean,
): Promise<{ has_one: boolean; due_at: Date | null }> => {
  const { rows } = await sql<Row>`
    select has_second_factor(${userId}::bigint) as has_one,
      exists (select from people where portal_id = ${portalId} and id = ${userId} and platform_role is not null) as is_staff,
      (select jsonb_agg(jsonb_build_object('role', role, 'since', created_at)) from portal_user_roles
        where portal_id = ${portalId} and user_id = ${userId}) as roles,
      r.required_roles, r.grace_days
    from (select 1) one left join sign_in_rules r on r.portal_id = ${portalId}`.execute(tx)
  const [row] = rows
  if (!row) throw new TypeError('A count has a row')
  const rules: SignInRules | null = row.required_roles && {
    required_roles: row.required_roles,
    grace_days: row.grace_days ?? 0,
  }
  const heldRoles: HeldRole[] = (row.roles ?? []).map(({ role, since }) => ({ role, since: new Date(since) }))
  if (row.is_staff) heldRoles.push({ role: 'super_admin', since: null })
  return { has_one: row.has_one, due_at: secondFactorDueAt(rules, heldRoles, { areSuperAdminsBound }) }
}

/** How somebody stands with the second factor in the portal of the host. */
export const secondFactorOf = async (
  tx: Tx,
  { host_portal, now }: Pick<Context, 'host_portal' | 'now'>,
  userId: number,
  { SUPER_ADMIN_TWO_FACTOR: areSuperAdminsBound }: Pick<Config, 'SUPER_ADMIN_TWO_FACTOR'>,
): Promise<SecondFactorState> => {
  const { has_one, due_at } = await secondFactorStanding(tx, host_portal.id, userId, areSuperAdminsBound)
  return secondFactorState(has_one, due_at, now)
}
