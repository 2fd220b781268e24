import { isAbove, ROLES, type Role } from '#kernel/access/roles.ts'

const isEqual = (role: Role, other: Role) => ROLES[role].rank === ROLES[other].rank

/**
 * Whether this role may change, block, delete or give a password to a person with these roles: none of them may be
 * above it, and none equal to it if it is below portal_admin (USR-038, ROL-081).
 */
export const mayChange = (actor: Role, roles: readonly Role[]): boolean =>
  roles.every((role) => !isAbove(role, actor) && !(isEqual(role, actor) && isAbove('portal_admin', actor)))
