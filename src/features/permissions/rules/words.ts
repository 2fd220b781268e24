import type { PortalKind } from '#kernel/access/permissions.ts'
import {
  type Action,
  isRole,
  type Permission,
  type Resource,
  ROLES,
  SCREEN_GROUPS,
} from '#kernel/access/permissions.ts'

/** The screen groups by what people do, in the order of the navigation (ROU-128). */
export const AREAS: readonly { label: string; resources: readonly Resource[] }[] = [
  {
    label: 'Everyone',
    resources: ['public-pages', 'cart', 'orders', 'profile'],
  },
  {
    label: 'Learning',
    resources: [
      'learning',
      'courses',
      'pricing',
      'enrollments',
      'grading',
      'course-questions',
      'question-pools',
      'certificates',
      'reviews',
      'bundles',
      'shared-courses',
      'catalog-terms',
    ],
  },
  { label: 'People', resources: ['users', 'roles', 'manager-courses', 'manager-settings', 'permissions'] },
  { label: 'Site', resources: ['site-content', 'articles', 'announcements', 'partner-content'] },
  { label: 'Sales', resources: ['payments', 'shipments', 'reports'] },
  {
    label: 'Portal',
    resources: [
      'portal-settings',
      'portals',
      'portal-credits',
      'my-subscription',
      'subscriptions',
      'callbacks',
      'activity-logs',
    ],
  },
]

export const ACTION_NAMES = { view: 'Open', create: 'Create', update: 'Change', delete: 'Delete' } as const
const VERBS = {
  view: 'open',
  create: 'create something in',
  update: 'change anything in',
  delete: 'delete anything from',
} as const satisfies Record<Action, string>

/** People of a role as a subject: "Managers", "People in accounting". */
export const peopleOf = (role: string): string => {
  if (role === 'accounting') return 'People in accounting'
  return `${isRole(role) ? ROLES[role].name : role}s`
}

/** Where a switch reaches, as the end of a sentence. */
export const reachOf = (kind: PortalKind, portal: string | null): string => {
  if (portal !== null) return `in ${portal}`
  if (kind === 'general') return 'in every portal'
  return kind === 'house' ? 'in every in-house portal' : 'in every channel portal'
}

/** A permission by what it lets people do: "Open Shipments". */
export const permissionName = (permission: Permission): string => {
  const [resource, action] = permission.split('.') as [Resource, Action]
  return `${ACTION_NAMES[action]} ${SCREEN_GROUPS[resource].title}`
}

type Switch = { role: string; permission: Permission; is_allowed: boolean }

/** What a switch does to whom, in one sentence (ROL-085). */
export const consequenceOf = ({ role, permission, is_allowed: isAllowed }: Switch, where: string): string => {
  const [resource, action] = permission.split('.') as [Resource, Action]
  const can = isAllowed ? 'can' : 'can no longer'
  return `${peopleOf(role)} ${can} ${VERBS[action]} “${SCREEN_GROUPS[resource].title}” ${where}.`
}

/** The same as it was said in the list of changes: who did it is named apart. */
export const changeOf = ({ role, permission, is_allowed: isAllowed }: Switch): string => {
  const [resource, action] = permission.split('.') as [Resource, Action]
  const title = SCREEN_GROUPS[resource]?.title ?? resource
  const verb = ACTION_NAMES[action]?.toLowerCase() ?? action
  return isAllowed ? `${peopleOf(role)} may ${verb}: ${title}` : `${peopleOf(role)} may not ${verb}: ${title}`
}

/** What a role reaches of a screen group, in a word for a cell of the matrix. */
export const summaryOf = (actions: readonly Action[]): string => {
  if (actions.length === 0) return 'None'
  if (actions.length === 4) return 'All'
  if (actions.length === 1 && actions[0] === 'view') return 'Open'
  return `${actions.length} of 4`
}
