import { sql } from 'kysely'
import { ROLE_NAMES, type Role } from '#kernel/access/permissions.ts'
import { changedFields } from '#kernel/activity.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'

export type SignInRules = { second_factor_roles: Role[]; grace_days: number; may_trust_devices: boolean }

const DEFAULTS = { required_roles: {}, grace_days: 14, may_trust_devices: true }

const loadRules = async (tx: Tx, { portal }: Pick<Context, 'portal'>) => {
  const row = await tx
    .selectFrom('sign_in_rules')
    .select(['required_roles', 'grace_days', 'may_trust_devices'])
    .where('portal_id', '=', portal.id)
    .executeTakeFirst()
  return (row ?? DEFAULTS) as typeof DEFAULTS & { required_roles: Record<string, string> }
}

/** The people of the portal who hold one of these roles and have no second factor yet. */
const countWithout = async (tx: Tx, portalId: number, roles: readonly string[]): Promise<number> => {
  if (roles.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from portal_users m
    where m.portal_id = ${portalId} and m.left_at is null and not has_second_factor(m.user_id)
      and exists (select from portal_user_roles r
        where r.portal_id = m.portal_id and r.user_id = m.user_id and r.role = any(${[...roles]}::text[]))`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What the portal requires of sign-ins (AUT-066). */
export const showSignInRules = async (tx: Tx, ctx: Pick<Context, 'portal'>) => {
  const { required_roles, ...rules } = await loadRules(tx, ctx)
  const roles = ROLE_NAMES.filter((role) => role in required_roles)
  return { ...rules, second_factor_roles: roles, people_without: await countWithout(tx, ctx.portal.id, roles) }
}

/** Saves the rules; a role that is added begins its days of grace now, those that were there keep theirs. */
export const saveSignInRules = async (tx: Tx, ctx: SignedIn, rules: SignInRules) => {
  const before = await showSignInRules(tx, ctx)
  const { required_roles } = await loadRules(tx, ctx)
  const since = Object.fromEntries(
    rules.second_factor_roles.map((role) => [role, required_roles[role] ?? ctx.now.toISOString()]),
  )
  const { grace_days, may_trust_devices } = rules
  const values = { required_roles: JSON.stringify(since), grace_days, may_trust_devices }
  await tx
    .insertInto('sign_in_rules')
    .values({ portal_id: ctx.portal.id, ...values })
    .onConflict((c) => c.column('portal_id').doUpdateSet(values))
    .execute()
  const { people_without: _, ...shown } = before
  const changes = changedFields(shown, {
    ...rules,
    second_factor_roles: ROLE_NAMES.filter((role) => rules.second_factor_roles.includes(role)),
  })
  await logActivity(tx, ctx, { action: 'portal.update_sign_in_rules', changes })
  return showSignInRules(tx, ctx)
}
