import { countMissingSecondFactors } from '#features/accounts/server/api.ts'
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

/** What the portal requires of sign-ins (AUT-066). */
export const showSignInRules = async (tx: Tx, ctx: Pick<Context, 'portal' | 'now'>) => {
  const { required_roles, ...rules } = await loadRules(tx, ctx)
  const roles = ROLE_NAMES.filter((role) => role in required_roles)
  const { missing } = await countMissingSecondFactors(tx, ctx.portal.id, ctx.now)
  return { ...rules, second_factor_roles: roles, people_without: missing }
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
