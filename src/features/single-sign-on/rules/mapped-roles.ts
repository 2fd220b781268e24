import { type PortalOfRoles, ROLE_NAMES, type Role, selectableRoles } from '#kernel/access/permissions.ts'

export type RoleRule = { value: string; role: Role }

/** The roles that a rule may give: those that an admin of the portal may give by hand, and never one of the platform. */
export const givableRoles = (portal: PortalOfRoles): Role[] => selectableRoles('portal_admin', portal)

/**
 * The roles of a person after a sign-in: those that a rule gives for one of their groups, and every role held that no rule
 * names. Learner stays, and is what a person has whom no rule knows (SSO-010).
 */
export const rolesAfter = (
  current: readonly Role[],
  groups: readonly string[],
  rules: readonly RoleRule[],
  portal: PortalOfRoles,
): Role[] => {
  const givable = givableRoles(portal)
  const valid = rules.filter(({ role }) => givable.includes(role))
  const mapped = new Set(valid.filter(({ value }) => groups.includes(value)).map(({ role }) => role))
  const ruled = new Set(valid.map(({ role }) => role))
  const kept = current.filter((role) => role === 'learner' || !ruled.has(role))
  const all = new Set([...kept, ...mapped])
  if (all.size === 0) all.add('learner')
  return ROLE_NAMES.filter((role) => all.has(role))
}
