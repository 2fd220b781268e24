/** What a menu or route item asks of the person and the portal; a missing list asks nothing. */
export interface Scoped {
  /** Permissions of which one must be held; those with a leading `!` must not be held (ROL-066). */
  scopes?: readonly string[]
  /** Permissions whose holders do not see the item (ROL-067). */
  scopesExclude?: readonly string[]
  /** Plans of which the portal must have one (ROL-067). */
  scopesSubscription?: readonly string[]
}

/** What the person holds and the portal has. */
export interface Abilities {
  permissions: ReadonlySet<string> | readonly string[]
  plan_short_name?: string | null
}

function toSet(permissions: Abilities['permissions']): ReadonlySet<string> {
  return Array.isArray(permissions) ? new Set(permissions) : (permissions as ReadonlySet<string>)
}

/**
 * True when the person has at least one of the plain permissions and none of the negated ones. If all are negated,
 * having none of them is enough (ROL-065, ROL-066).
 */
export function isVisible(scopes: readonly string[], permissions: Abilities['permissions']): boolean {
  const abilities = toSet(permissions)
  const negated = scopes.filter((scope) => scope.startsWith('!'))
  if (negated.some((scope) => abilities.has(scope.slice(1)))) return false
  return negated.length === scopes.length || scopes.some((scope) => abilities.has(scope))
}

/** True when all three kinds of scopes let the person open the item (ROL-065 to ROL-067). */
export function canOpen(item: Scoped, abilities: Abilities): boolean {
  const { scopes = [], scopesExclude = [], scopesSubscription = [] } = item
  const permissions = toSet(abilities.permissions)
  if (!isVisible(scopes, permissions)) return false
  if (scopesExclude.some((scope) => permissions.has(scope))) return false
  return scopesSubscription.length === 0 || scopesSubscription.includes(abilities.plan_short_name ?? '')
}
