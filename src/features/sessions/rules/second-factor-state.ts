import type { Role } from '#kernel/access/roles.ts'

const DAY_MS = 86_400_000

/** The roles that need a second factor in a portal, since when, and the days within which people set one up. */
export type SignInRules = { required_roles: Readonly<Record<string, string>>; grace_days: number }
/** A role that somebody holds in the portal, and since when; null for a role of the platform. */
export type HeldRole = { role: Role; since: Date | null }

/**
 * From when somebody with these roles needs a second factor in the portal: the days of grace begin when the portal began
 * to require it or when they got the role, whichever is later. Null when none of their roles needs one. Roles of the
 * platform have no grace, since the operator requires them by the configuration (AUT-067, AUT-068).
 */
export const secondFactorDueAt = (
  rules: SignInRules | null,
  held: readonly HeldRole[],
  { areSuperAdminsBound }: { areSuperAdminsBound: boolean },
): Date | null => {
  const moments = held.flatMap(({ role, since }) => {
    if (since === null) return areSuperAdminsBound ? [0] : []
    const requiredSince = rules?.required_roles[role]
    if (!rules || requiredSince === undefined) return []
    return [Math.max(since.getTime(), Date.parse(requiredSince)) + rules.grace_days * DAY_MS]
  })
  return moments.length === 0 ? null : new Date(Math.min(...moments))
}

/** `due` while somebody may still put it off, `overdue` when nothing else can be done before. */
export const secondFactorState = (hasOne: boolean, dueAt: Date | null, now: Date): 'met' | 'due' | 'overdue' => {
  if (hasOne || dueAt === null) return 'met'
  return dueAt.getTime() <= now.getTime() ? 'overdue' : 'due'
}
