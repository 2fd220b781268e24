import { ROLE_NAMES } from '#kernel/access/roles.ts'
import { day, endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { profileFields } from './rules/profile-fields.ts'

const text = z.nullable(z.string())

/** Billing and shipping fields of a person (USR-002); the country is always the USA, so it is answered, not asked. */
export const addressFields = {
  billing_address: text,
  billing_address_2: text,
  billing_country: text,
  billing_city: text,
  billing_state: text,
  billing_zip_code: text,
  shipping_address: text,
  shipping_address_2: text,
  shipping_country: text,
  shipping_city: text,
  shipping_state: text,
  shipping_zip_code: text,
}

/** A person as others see them (API-023): no e-mail, no phone, no address. */
export const PersonShown = z.object({ id: z.int(), display_name: z.string(), avatar: text })

/** A person's own record, or that of somebody whom the viewer may open (USR-001). */
export const User = z.object({
  id: z.int(),
  /** Null for somebody who signs in with a badge (BDG-025). */
  email: text,
  username: text,
  first_name: text,
  middle_name: text,
  last_name: text,
  display_name: z.string(),
  avatar: text,
  direct_number: text,
  city: text,
  country: text,
  state: text,
  zip_code: text,
  ...addressFields,
  email_verified_at: z.nullable(time),
  /** When the shipping address was confirmed as entered (SHP-015); a change of it takes that back. */
  shipping_confirmed_at: z.nullable(time),
  created_at: time,
})

/** The person's state in the portal, for people who may open them (USR-010); null in one's own record. */
export const Membership = z.nullable(
  z.object({
    portal_id: z.int(),
    roles: z.array(z.enum(ROLE_NAMES)),
    /** Whether the person manages for another organization (ROL-069); null for people who do not manage here. */
    is_outside: z.nullable(z.boolean()),
    is_blocked: z.boolean(),
    /** Blocked on all portals (USR-039). */
    is_blocked_everywhere: z.boolean(),
    joined_at: time,
    /** When the person left the portal, whose records about them stay (USR-081). */
    left_at: z.nullable(time),
    tags: z.array(z.object({ id: z.int(), title: z.string() })),
    /** The id in the customer's own systems (INT-033); null for managers, who do not see settings. */
    external_id: text,
    /** The last time the person used the portal; null if never, and for managers (USR-050). */
    last_active_at: z.nullable(time),
    /** Whether the person signs in with a second factor (AUT-069); null for managers. */
    has_second_factor: z.nullable(z.boolean()),
    /** The provider at which the person signs in instead of with a password (SSO-028); null for managers. */
    password_provider: text,
    /** Whether the viewer may change the person (USR-038, USR-040). */
    can_change: z.boolean(),
    /** The roles that the viewer may give and take in this portal (ROL-076). */
    selectable_roles: z.array(z.enum(ROLE_NAMES)),
  }),
)

const inPortal = z.object({
  /** Another portal than that of the call, for super admins. */
  portal_id: z.optional(id),
})

/** The own record, or that of somebody whom the caller may open; managers get name, e-mail and picture (USR-001, USR-040). */
export const showUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  permission: 'session',
  summary: 'Show a person: oneself, or somebody whom one may open',
  record: { kind: 'user', has_portal: true },
  is_read_only: false,
  params: z.object({ id }),
  query: inPortal,
  response: one(z.object({ ...User.shape, membership: Membership })),
  errors: ['not_found', 'not_your_portal'],
})

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/users/:id/avatar',
  permission: 'session',
  summary: 'Upload an avatar, as the field `avatar` of multipart form data',
  takes: 'multipart',
  params: z.object({ id }),
  body: z.object({ _method: z.optional(z.literal('PUT')) }),
  response: one(User),
  errors: ['not_found', 'not_enough_permissions', 'upload_no_file', 'file_wrong_format', 'file_wrong_size'],
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/users/:id/avatar',
  permission: 'session',
  summary: 'Remove an avatar',
  params: z.object({ id }),
  response: one(User),
  errors: ['not_found'],
})

/** Changes a profile, the own one or that of somebody one may change; a changed e-mail takes effect when its link is opened (AUT-051). */
export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  permission: 'session',
  summary: 'Change the profile of oneself, or of somebody whom one may change',
  record: { kind: 'user', has_portal: true },
  params: z.object({ id }),
  query: inPortal,
  body: z.object(profileFields),
  response: one(z.object({ ...User.shape, pending_email: text })),
  errors: ['not_found', 'not_enough_permissions', 'not_your_portal', 'conflict', 'badge_session'],
})

/** A person in the list of a portal, for people who may open them (ROL-047, API-023). */
export const UserSummary = z.object({
  ...PersonShown.shape,
  username: text,
  /** Null for somebody who signs in with a badge (BDG-025). */
  email: text,
  badge_number: text,
  /** The roles in the portal; for super admins only that role (ROL-078). */
  roles: z.array(z.enum(ROLE_NAMES)),
  is_blocked: z.boolean(),
  joined_at: time,
  /** When the person left the portal; null for its members (USR-081). */
  left_at: z.nullable(time),
  /** The courses taken now and those completed; null for managers (USR-050). */
  courses: z.nullable(z.object({ current: z.int(), completed: z.int() })),
  /** The last time the person used the portal; null if never, and for managers (USR-050). */
  last_active_at: z.nullable(time),
  /** Whether the person signs in with a second factor (AUT-069); null for managers. */
  has_second_factor: z.nullable(z.boolean()),
  /** Until when somebody without one has to set one up (AUT-067); null where none is required, and for managers. */
  second_factor_due_at: z.nullable(time),
})

export const PEOPLE_STATES = ['active', 'blocked', 'left'] as const

/** What narrows the list of people and its export (USR-009). */
const peopleFilter = {
  /** Those who hold this role in the portal. */
  role: z.optional(z.enum(ROLE_NAMES)),
  is_blocked: z.optional(z.stringbool()),
  /** Members who are not blocked, members who are, or those who left, for those who look after everybody (USR-081). */
  status: z.optional(z.enum(PEOPLE_STATES)),
  /** Those who have a second factor, those who have none, and those who have none but need one; not for managers (AUT-073). */
  second_factor: z.optional(z.enum(['on', 'off', 'missing'])),
  /** Those who bear this tag. */
  tag_id: z.optional(id),
  /** Those who joined in these days of the portal, both included. */
  date_from: z.optional(day),
  date_to: z.optional(day),
}

/** The people of the portal; for a manager those of their courses (USR-009, USR-025, USR-040). */
export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  permission: 'users.view',
  summary: 'List people',
  is_read_only: false,
  query: z.object({
    ...listQuery(['joined_at', 'name', 'email']),
    sort: z._default(z.enum(['joined_at', '-joined_at', 'name', '-name', 'email', '-email']), '-joined_at'),
    ...peopleFilter,
    ...inPortal.shape,
    /** The one whose address this is (USR-007). */
    username: z.optional(z.string()),
    /** Those who joined at this time or later. */
    joined_from: z.optional(time),
    /** Those who joined before this time. */
    joined_until: z.optional(time),
  }),
  response: page(UserSummary),
  errors: ['not_found', 'not_your_portal'],
})

/**
 * Everyone in the portal with the columns and filters of their list; for a manager the people of their courses
 * (USR-034).
 */
export const exportUsers = endpoint({
  method: 'GET',
  path: '/users/all-user-export',
  permission: 'users.view',
  summary: 'Export people as CSV',
  gives: 'file',
  is_read_only: false,
  query: z.object({
    search: listQuery(['name']).search,
    ...peopleFilter,
    /** These people alone, as ids with commas between them (USR-051). */
    ids: z.optional(z.string().check(z.regex(/^\d{1,15}(,\d{1,15}){0,199}$/))),
  }),
})
