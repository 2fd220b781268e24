import { PersonShown } from '#features/accounts/contract.ts'
import { endpoint, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

const kind = z.enum(['general', 'channel', 'house'])

/** A role with what it reaches in the portal of the call (ROL-002). */
export const Role = z.object({
  name: z.string(),
  short_name: z.string(),
  permissions: z.array(z.string()),
  /** Of the caller's own role manager alone (ROL-068). */
  is_outside: z.optional(z.boolean()),
})

export const listRoles = endpoint({
  method: 'GET',
  path: '/roles',
  permission: 'permissions.view',
  summary: 'The roles with what they reach in this portal',
  response: page(Role),
})

/** The permission table of a kind of portals, or of the own portal (ROU-067, ROL-070, ROL-075). */
export const PermissionTable = z.object({
  kind,
  /** The portal that the switches concern, or null for every portal of the kind. */
  portal_id: z.nullable(z.int()),
  permissions: z.array(z.object({ name: z.string(), resource: z.string(), action: z.string(), title: z.string() })),
  roles: z.array(
    z.object({
      name: z.string(),
      short_name: z.string(),
      permissions: z.array(z.string()),
      /** The permissions that the caller may switch for this role. */
      switchable: z.array(z.string()),
    }),
  ),
})

export const showPermissions = endpoint({
  method: 'GET',
  path: '/roles/permissions',
  permission: 'permissions.view',
  summary: 'Permissions and roles: who reaches what, and what the caller may switch',
  query: z.object({ kind: z.optional(kind) }),
  response: one(PermissionTable),
  errors: ['not_enough_permissions'],
})

/** Without `is_allowed` the permission is switched to the other position. */
export const togglePermission = endpoint({
  method: 'PATCH',
  path: '/roles/:role/permissions/:permission',
  permission: 'permissions.update',
  summary: 'Switch a permission of a role',
  is_closed_to_tokens: true,
  params: z.object({ role: z.string(), permission: z.string() }),
  body: z.object({ kind: z.optional(kind), is_allowed: z.optional(z.boolean()) }),
  response: one(
    z.object({
      role: z.string(),
      permission: z.string(),
      kind,
      portal_id: z.nullable(z.int()),
      is_allowed: z.boolean(),
    }),
  ),
  errors: ['not_found', 'not_enough_permissions'],
})

/** A permission that was switched, with the person and the day (ROL-084). */
export const listPermissionChanges = endpoint({
  method: 'GET',
  path: '/roles/permissions/changes',
  permission: 'permissions.view',
  summary: 'Who switched which permission, the newest first',
  query: z.object({
    kind: z.optional(kind),
    cursor: z.optional(z.string()),
    per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  response: page(
    z.object({
      id: z.int(),
      role: z.string(),
      permission: z.string(),
      is_allowed: z.boolean(),
      /** Null for somebody whom no portal knows by name any more. */
      actor: z.nullable(PersonShown),
      created_at: time,
    }),
  ),
  errors: ['not_enough_permissions'],
})

/** Whether somebody's role manager belongs to another organization; concerns that portal only (ROL-069, ROL-071). */
export const setOutside = endpoint({
  method: 'PATCH',
  path: '/roles/:role/outside',
  permission: 'roles.update',
  summary: 'Set whether a manager is outside',
  is_closed_to_tokens: true,
  params: z.object({ role: z.literal('manager') }),
  body: z.object({
    user_id: z.int().check(z.positive()),
    portal_id: z.int().check(z.positive()),
    is_outside: z.boolean(),
  }),
  response: one(z.object({ user_id: z.int(), portal_id: z.int(), role: z.string(), is_outside: z.boolean() })),
  errors: ['not_found', 'not_your_portal'],
})
