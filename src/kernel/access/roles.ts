import { SUPER_ADMINS } from './super-admins.ts'

/** Every role with its name and its place in the order of ROL-081; a smaller rank stands above. */
export const ROLES = {
  super_admin: { name: 'Super Admin', rank: 0 },
  sub_super_admin: { name: 'Sub Super Admin', rank: 1 },
  portal_admin: { name: 'Portal Admin', rank: 4 },
  admin: { name: 'Admin', rank: 2 },
  sub_admin: { name: 'Sub Admin', rank: 3 },
  course_admin: { name: 'Course Admin', rank: 5 },
  accounting: { name: 'Accounting', rank: 5 },
  manager: { name: 'Manager', rank: 6 },
  instructor: { name: 'Instructor', rank: 6 },
  learner: { name: 'Learner', rank: 7 },
  editor: { name: 'Editor', rank: 6 },
  partner: { name: 'Partner', rank: 6 },
} as const satisfies Record<string, { name: string; rank: number }>

export type Role = keyof typeof ROLES
export const ROLE_NAMES = Object.keys(ROLES) as Role[]
/** A role as people call it; a word that is no role stays as it is. */
export const roleName = (role: string): string => (Object.hasOwn(ROLES, role) ? ROLES[role as Role].name : role)
/** The role of a new user without a chosen one (ROL-004). */
export const DEFAULT_ROLE: Role = 'learner'

const portalLevel = ['portal_admin', 'accounting', 'course_admin'] as const
const staff = ['admin', 'sub_admin', ...SUPER_ADMINS] as const

/** The role groups of ROL-012 to ROL-020, ROL-073 and AUT-033. */
export const ROLE_GROUPS = {
  super_admins: SUPER_ADMINS,
  admin_level: ['admin', ...SUPER_ADMINS],
  learner_type: ['learner', 'manager', 'instructor'],
  portal_level: portalLevel,
  staff,
  staff_and_portal_level: [...staff, ...portalLevel],
  staff_and_instructor: [...staff, 'instructor'],
  staff_and_editor: [...staff, 'editor'],
  staff_and_partner: [...staff, 'partner'],
  content_editor: [...staff, 'editor'],
  content_reviewer: [...staff, 'instructor'],
  user_admins: [...staff, 'portal_admin'],
  permission_admins: ['super_admin', 'sub_super_admin', 'admin', 'portal_admin'],
  /** Roles that never reach beyond their own courses, company or learning (ROL-021, ROL-027). */
  own_records_only: ['manager', 'instructor', 'partner', 'learner'],
} as const satisfies Record<string, readonly Role[]>

export type RoleGroup = keyof typeof ROLE_GROUPS

/** True when the role belongs to the group; a visitor belongs to none. */
export function isInGroup(role: Role | 'visitor' | null, group: RoleGroup): boolean {
  return (ROLE_GROUPS[group] as readonly (Role | 'visitor' | null)[]).includes(role)
}

/** True when the first role stands above the second (ROL-081). */
export function isAbove(role: Role, other: Role): boolean {
  return ROLES[role].rank < ROLES[other].rank
}
