import { isAbove, isInGroup, ROLE_NAMES, ROLES, type Role } from './roles.ts'

export * from './roles.ts'

export type Visitor = 'visitor'
/** Full, read only, own records, on condition, none. */
export type Access = 'F' | 'R' | 'O' | 'C' | '-'

const COLUMNS = [
  'super_admin',
  'sub_super_admin',
  'admin',
  'sub_admin',
  'portal_admin',
  'course_admin',
  'accounting',
  'manager',
  'instructor',
  'editor',
  'partner',
  'learner',
  'visitor',
] as const satisfies readonly (Role | Visitor)[]

/** The screen access of ROL-028 to ROL-062; the letters of `access` stand in the order of the catalog's columns. */
export const SCREEN_GROUPS = {
  'public-pages': { id: 'ROL-028', title: 'Public pages', access: 'FFFFFFFFFFFFF' },
  cart: { id: 'ROL-029', title: 'Cart and checkout', access: 'FFFFFFFFFFFFF' },
  orders: { id: 'ROL-030', title: 'Own orders', access: 'OOOOOOOOOOOO-' },
  profile: { id: 'ROL-031', title: 'Own profile and dashboard', access: 'OOOOOOOOOOOO-' },
  learning: { id: 'ROL-032', title: 'Taking courses', access: '-----------O-' },
  'manager-courses': { id: 'ROL-033', title: 'Manager courses', access: 'RR-----O-----' },
  courses: { id: 'ROL-034', title: 'Course builder content', access: 'FFFFFF--OFO--' },
  pricing: { id: 'ROL-035', title: 'Course pricing and shipping', access: 'FFFFFRR---O--' },
  enrollments: { id: 'ROL-036', title: 'Course enrollments', access: 'FFFFFF--R----' },
  grading: { id: 'ROL-037', title: 'Grading', access: 'FFFFFF--O----' },
  'course-questions': { id: 'ROL-038', title: 'Course questions', access: 'FFFFFF--O-O--' },
  'question-pools': { id: 'ROL-039', title: 'Question pools', access: 'FFFFFF--OFO--' },
  'catalog-terms': { id: 'ROL-040', title: 'Catalog terms', access: 'FFFFFR---F---' },
  'site-content': { id: 'ROL-041', title: 'Site content', access: 'FFFFF----F---' },
  bundles: { id: 'ROL-042', title: 'Bundles and schedules', access: 'FFFFFFR--R---' },
  reviews: { id: 'ROL-043', title: 'Reviews', access: 'FFFFFR--O----' },
  articles: { id: 'ROL-044', title: 'Articles', access: 'FFFFF----F---' },
  announcements: { id: 'ROL-045', title: 'Announcements', access: 'FFFFF--------' },
  'shared-courses': { id: 'ROL-046', title: 'Shared courses', access: 'FFFFFR-------' },
  users: { id: 'ROL-047', title: 'Users', access: 'FFFFFF-O-----' },
  roles: { id: 'ROL-048', title: 'Role assignment', access: 'FFF-F--------' },
  'manager-settings': { id: 'ROL-049', title: 'Manager settings', access: 'FFFFF--O-----' },
  payments: { id: 'ROL-050', title: 'Payments and earnings', access: 'FFF-F-F---O--' },
  reports: { id: 'ROL-051', title: 'Reports', access: 'FFFFFFFOO-O--' },
  shipments: { id: 'ROL-052', title: 'Shipments', access: 'FFFFFRR------' },
  permissions: { id: 'ROL-053', title: 'Permissions', access: 'FFF-F--C-----' },
  'portal-settings': { id: 'ROL-054', title: 'Portal settings', access: 'FFF-F-R------' },
  portals: { id: 'ROL-055', title: 'Portals', access: 'FFRR---------' },
  'portal-credits': { id: 'ROL-056', title: 'Portal credits', access: 'FFF-F-R------' },
  'my-subscription': { id: 'ROL-057', title: 'Own subscription', access: 'FFF-F-R---O--' },
  subscriptions: { id: 'ROL-058', title: 'Subscriptions of all portals', access: 'FFR----------' },
  callbacks: { id: 'ROL-059', title: 'Callbacks and two-way API', access: 'FFF-F--------' },
  'activity-logs': { id: 'ROL-060', title: 'Activity logs', access: 'FFF-R--------' },
  'partner-content': { id: 'ROL-061', title: 'Partner content', access: 'FF--------O--' },
  certificates: { id: 'ROL-062', title: 'Certificates of others', access: 'FFFFFF-OO----' },
} as const satisfies Record<string, { id: string; title: string; access: string }>

export type Resource = keyof typeof SCREEN_GROUPS
export const RESOURCES = Object.keys(SCREEN_GROUPS) as Resource[]
export const ACTIONS = ['view', 'create', 'update', 'delete'] as const
export type Action = (typeof ACTIONS)[number]
/** What an endpoint asks for (ROL-074). */
export type Permission = `${Resource}.${Action}`
export const PERMISSIONS = RESOURCES.flatMap((resource) => ACTIONS.map((action): Permission => `${resource}.${action}`))

/** True for the permissions that exist, whatever came from outside. */
export function isPermission(value: unknown): value is Permission {
  return (PERMISSIONS as readonly unknown[]).includes(value)
}

/** True for the short names of ROL-001, whatever came from outside. */
export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && Object.hasOwn(ROLES, value)
}

/** The letter of the screen access table. */
export function accessLetter(role: Role | Visitor, resource: Resource): Access {
  return SCREEN_GROUPS[resource].access.charAt(COLUMNS.indexOf(role)) as Access
}

/** What the condition C depends on: the portal's plan and whether it is the core portal. */
export interface PermissionCondition {
  plan_short_name: string | null
  is_core: boolean
}

const PLANS_WITH_PERMISSION_API = ['enterprise', 'established', 'tier_3', 'tier_2']

/** Whether the role may use the permission API in a portal (ROL-063, ROL-072). */
export function isPermissionApiActive(role: Role | Visitor, condition?: PermissionCondition): boolean {
  if (isInGroup(role, 'permission_admins')) return true
  if (role !== 'manager' || !condition) return false
  return condition.is_core || PLANS_WITH_PERMISSION_API.includes(condition.plan_short_name ?? '')
}

export type Reach = 'any' | 'own' | 'none'
export type Toggles = Readonly<Record<string, boolean>>
export interface AccessOptions {
  /** Permissions switched on or off for this role, beyond the table (ROL-075). */
  toggles?: Toggles | undefined
  condition?: PermissionCondition | undefined
}

function tableReach(role: Role | Visitor, resource: Resource, action: Action, condition?: PermissionCondition): Reach {
  const letter = accessLetter(role, resource)
  if (letter === 'F') return 'any'
  if (letter === 'O') return 'own'
  if (letter === 'C') return isPermissionApiActive(role, condition) ? 'own' : 'none'
  if (letter !== 'R' || action !== 'view') return 'none'
  return isInGroup(role, 'own_records_only') ? 'own' : 'any'
}

/**
 * How far a permission of a role reaches: all records of the portal, own records, or none. Turning a permission on
 * gives no more than the role can reach at all (ROL-027). The permissions of super_admin and of visitors cannot be
 * switched.
 */
export function accessOf(role: Role | Visitor, permission: Permission, options: AccessOptions = {}): Reach {
  const [resource, action] = permission.split('.') as [Resource, Action]
  const reach = tableReach(role, resource, action, options.condition)
  const isOn = options.toggles?.[permission]
  if (isOn === undefined || role === 'super_admin' || role === 'visitor') return reach
  if (!isOn) return 'none'
  if (reach !== 'none') return reach
  return isInGroup(role, 'own_records_only') ? 'own' : 'any'
}

/** The permissions a role has before anybody switches one (ROL-075). */
export function defaultPermissions(role: Role | Visitor, condition?: PermissionCondition): Permission[] {
  return PERMISSIONS.filter((permission) => accessOf(role, permission, { condition }) !== 'none')
}

/** The kinds of portals that permissions are switched for; `general` means all. */
export type PortalKind = 'general' | 'channel' | 'house'

/** The kind of one portal by its `setting.type` (PRT-003); a portal without a type counts as a channel. */
export function portalKind(type: number | null): PortalKind {
  return type === 1 ? 'house' : 'channel'
}

/** The switches in force in one portal: those for all portals, over them those of its kind, over them its own. */
export function effectiveToggles(general: Toggles, kind: Toggles, portal: Toggles): Toggles {
  return { ...general, ...kind, ...portal }
}

export interface ToggleActor extends AccessOptions {
  role: Role
  /** The portal in which the actor acts. */
  portal_id: number
  portal_kind: PortalKind
}
export interface ToggleTarget {
  role: Role
  permission: Permission
  kind: PortalKind
  /** Null for a switch that concerns every portal of the kind. */
  portal_id: number | null
  /** True to give the permission, false to take it away. */
  is_on: boolean
}

/** Whether the actor may make this switch (ROL-075); a refusal is answered with `not_enough_permissions`. */
export function canToggle(actor: ToggleActor, target: ToggleTarget): boolean {
  if (!isPermissionApiActive(actor.role, actor.condition)) return false
  if (target.role === actor.role || isAbove(target.role, actor.role)) return false
  if (target.is_on && accessOf(actor.role, target.permission, actor) === 'none') return false
  if (isInGroup(actor.role, 'super_admins')) return target.portal_id === null
  if (target.portal_id !== actor.portal_id || target.kind !== actor.portal_kind) return false
  return actor.role !== 'manager' || target.role === 'learner'
}

export interface PortalOfRoles {
  is_admin: boolean
  is_core: boolean
}

const ADMIN_PORTAL_ROLES = ['admin', 'sub_admin', 'editor', 'instructor'] as const satisfies readonly Role[]
const OTHER_PORTAL_ROLES = [
  'portal_admin',
  'course_admin',
  'accounting',
  'manager',
  'instructor',
  'editor',
  'learner',
] as const satisfies readonly Role[]

/**
 * The roles that the actor may assign and remove in a portal; empty for people who may not assign roles (ROL-076,
 * ROL-077, ROL-081).
 */
export function selectableRoles(actor: Role, portal: PortalOfRoles, toggles?: Toggles): Role[] {
  if (accessOf(actor, 'roles.update', { toggles }) === 'none') return []
  const roles: Role[] = [...(portal.is_admin ? ADMIN_PORTAL_ROLES : OTHER_PORTAL_ROLES)]
  if (portal.is_admin && isInGroup(actor, 'super_admins')) roles.unshift('sub_super_admin')
  if (!portal.is_admin && portal.is_core) roles.push('partner')
  return roles.filter((role) => !isAbove(role, actor))
}

/** The roles held after an update: the wanted ones and every protected one already held (ROL-079, ROL-080), or the error code (ROL-081). */
export function updateRoles(
  current: readonly Role[],
  requested: readonly Role[],
  actor: Role,
  portal: PortalOfRoles,
  toggles?: Toggles,
): Role[] | 'role_not_allowed' {
  const selectable = selectableRoles(actor, portal, toggles)
  const isGiven = (role: Role) => current.includes(role) || selectable.includes(role)
  if (!requested.every(isGiven)) return 'role_not_allowed'
  const isKept = (role: Role) => role === 'learner' || !selectable.includes(role)
  return ROLE_NAMES.filter((role) => requested.includes(role) || (current.includes(role) && isKept(role)))
}

/** The role names shown for a person: a super admin has the single entry "Super Admin" (ROL-078). */
export function displayedRoles(roles: readonly Role[]): string[] {
  if (roles.includes('super_admin')) return [ROLES.super_admin.name]
  return ROLE_NAMES.filter((role) => roles.includes(role)).map((role) => ROLES[role].name)
}

/** The role to act in: the chosen one when it is held, else the first held one (AUT-029, ROL-082). */
export function currentRole(roles: readonly Role[], chosen: string | null | undefined): Role | null {
  return roles.find((role) => role === chosen) ?? roles[0] ?? null
}

/** Where a role lands after signing in (AUT-031 to AUT-033). */
export function landingPath(role: Role): '/courses' | '/courses/managers' | '/courses/admin' | '/users' | '/dashboard' {
  if (role === 'learner') return '/courses'
  if (role === 'manager') return '/courses/managers'
  if (role === 'instructor' || role === 'editor') return '/courses/admin'
  return isInGroup(role, 'user_admins') ? '/users' : '/dashboard'
}

export interface MenuGroup {
  resource: Resource
  title: string
}

/** The screen groups a role may open, in the order of the catalog. */
export function menu(role: Role | Visitor, options?: AccessOptions): MenuGroup[] {
  return RESOURCES.filter((resource) => accessOf(role, `${resource}.view`, options) !== 'none').map((resource) => ({
    resource,
    title: SCREEN_GROUPS[resource].title,
  }))
}
