import { PersonShown } from '#features/accounts/contract.ts'
import { ROLE_NAMES } from '#kernel/access/permissions.ts'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

export const EVENT_KINDS = [
  'person_created',
  'person_changed',
  'person_deactivated',
  'person_reactivated',
  'person_removed',
  'group_created',
  'group_changed',
  'group_removed',
  'refused',
] as const

/** A group of the provider, and what it means in the portal (PRV-012, PRV-013). */
export const ProvisionedGroup = z.object({
  id: z.int(),
  name: z.string(),
  members: z.int(),
  role: z.nullable(z.enum(ROLE_NAMES)),
  manager: z.nullable(PersonShown),
})

/** What a provider did, or was refused (PRV-016). */
export const ProvisioningEvent = z.object({
  id: z.int(),
  kind: z.enum(EVENT_KINDS),
  /** Whom or what it is about, in the words of that moment. */
  subject: z.string(),
  detail: z.nullable(z.string()),
  user: z.nullable(PersonShown),
  token_name: z.string(),
  created_at: time,
})

export const showProvisioning = endpoint({
  method: 'GET',
  path: '/admin/provisioning',
  permission: 'callbacks.view',
  summary: 'Whether a provider may provision the portal, and its groups',
  response: one(
    z.object({
      is_on: z.boolean(),
      /** What the provider is given as the address of the portal. */
      base_url: z.string(),
      people: z.object({ total: z.int(), active: z.int() }),
      groups: z.array(ProvisionedGroup),
      /** The roles that a group may give. */
      roles: z.array(z.enum(ROLE_NAMES)),
    }),
  ),
})

export const saveProvisioning = endpoint({
  method: 'PUT',
  path: '/admin/provisioning',
  permission: 'callbacks.update',
  summary: 'Turn provisioning on or off; while it is off every call of a provider is refused',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  body: z.object({ is_on: z.boolean() }),
  response: one(z.object({ is_on: z.boolean() })),
  errors: ['operation_not_permitted', 'not_enough_permissions'],
})

/** Members get and lose what the mapping changes at once (PRV-012, PRV-013). */
export const mapProvisionedGroup = endpoint({
  method: 'PUT',
  path: '/admin/provisioning/groups/:id',
  permission: 'callbacks.update',
  summary: 'Map a group of the provider to a role, to the team of a manager, or to neither',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  params: z.object({ id }),
  example: { role: 'instructor', manager_id: null },
  body: z.object({ role: z.nullable(z.enum(ROLE_NAMES)), manager_id: z.nullable(id) }),
  response: one(ProvisionedGroup),
  errors: ['not_found', 'role_not_allowed', 'role_not_held', 'operation_not_permitted', 'not_enough_permissions'],
})

export const EVENT_FILTERS = ['people', 'groups', 'refused'] as const

/** The last 90 days, the newest first. */
export const listProvisioningEvents = endpoint({
  method: 'GET',
  path: '/admin/provisioning/events',
  permission: 'callbacks.view',
  summary: 'List what the provider did and what was refused, of the last 90 days',
  query: z.object({
    cursor: listQuery(['id']).cursor,
    per_page: listQuery(['id']).per_page,
    sort: z._default(z.enum(['-id', 'id']), '-id'),
    search: listQuery(['id']).search,
    kind: z.optional(z.enum(EVENT_FILTERS)),
  }),
  response: page(ProvisioningEvent),
})
