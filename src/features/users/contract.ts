import { PersonShown, showUser } from '#features/accounts/contract.ts'
import { ROLE_NAMES } from '#kernel/access/roles.ts'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const params = z.object({ id })
const roleIds = z.array(z.enum(ROLE_NAMES)).check(z.maxLength(ROLE_NAMES.length))
const name = z.optional(z.nullable(rule.plainText(100)))
const wholeUser = showUser.response

/** Makes somebody a member of the portal; who has an account elsewhere keeps it (USR-008, USR-025, ROL-004, ROL-024). */
export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  permission: 'users.create',
  summary: 'Add a person by e-mail; a new one gets a link to set a password',
  body: z.object({
    email: rule.email(),
    first_name: name,
    middle_name: name,
    last_name: name,
    role_ids: z.optional(roleIds),
    /** Another portal than that of the call, for super admins. */
    portal_id: z.optional(id),
  }),
  response: wholeUser,
  errors: ['not_enough_permissions', 'role_not_allowed', 'not_your_portal', 'invalid'],
})

/** Takes somebody out of the portal; who belongs to none any more is anonymised (USR-011, USR-039). */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  permission: 'users.delete',
  summary: 'Remove a person from the portal',
  is_closed_to_impersonation: true,
  params,
  errors: ['not_found', 'not_enough_permissions'],
})

/** What those who look after a portal's people write down about one of them (USR-041). */
export const Note = z.object({
  id: z.int(),
  text: z.string(),
  author: PersonShown,
  created_at: time,
  updated_at: time,
})
const noteBody = z.object({ text: rule.plainText(5000, { is_required: true, has_lines: true }) })
const noteParams = z.object({ id, noteId: id })

export const listNotes = endpoint({
  method: 'GET',
  path: '/users/:id/notes',
  permission: 'users.view',
  summary: 'List the notes about a person',
  record: { kind: 'user-note', is_list: true },
  params,
  query: z.object({ ...listQuery(['id']), sort: z._default(z.enum(['-id', 'id']), '-id') }),
  response: page(Note),
  errors: ['not_found', 'not_enough_permissions'],
})

export const createNote = endpoint({
  method: 'POST',
  path: '/users/:id/notes',
  permission: 'users.update',
  summary: 'Write a note about a person',
  record: { kind: 'user-note' },
  params,
  body: noteBody,
  response: one(Note),
  errors: ['not_found', 'not_enough_permissions'],
})

export const updateNote = endpoint({
  method: 'PUT',
  path: '/users/:id/notes/:noteId',
  permission: 'users.update',
  summary: 'Change a note',
  record: { kind: 'user-note', by: 'noteId' },
  params: noteParams,
  body: noteBody,
  response: one(Note),
  errors: ['not_found', 'not_enough_permissions'],
})

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/users/:id/notes/:noteId',
  permission: 'users.update',
  summary: 'Delete a note',
  params: noteParams,
  errors: ['not_found', 'not_enough_permissions'],
})

/** Sets the roles of a person in a portal; protected ones stay whatever is sent (USR-028, ROL-079, ROL-080). */
export const updateRoles = endpoint({
  method: 'PUT',
  path: '/users/:id/roles',
  permission: 'roles.update',
  summary: 'Set the roles of a person in a portal',
  is_closed_to_tokens: true,
  params,
  body: z.object({ role_ids: roleIds, portal_id: id }),
  response: one(
    z.object({
      user_id: z.int(),
      portal_id: z.int(),
      roles: z.array(z.enum(ROLE_NAMES)),
      /** The roles that the caller may give and take there. */
      selectable: z.array(z.enum(ROLE_NAMES)),
    }),
  ),
  errors: ['not_found', 'not_enough_permissions', 'role_not_allowed', 'not_your_portal'],
})

/** Blocks an account here, or with `is_everywhere` on all portals, which is for super admins (USR-029, USR-039, AUT-028). */
export const updateBlockStatus = endpoint({
  method: 'PUT',
  path: '/users/:id/block-status',
  permission: 'users.update',
  summary: 'Block or unblock a person',
  params,
  body: z.object({ is_blocked: z.boolean(), is_everywhere: z.optional(z.boolean()) }),
  response: one(z.object({ user_id: z.int(), is_blocked: z.boolean(), is_blocked_everywhere: z.boolean() })),
  errors: ['not_found', 'not_enough_permissions'],
})

const Tag = z.object({ id: z.int(), title: z.string() })

export const listUserTags = endpoint({
  method: 'GET',
  path: '/users/:id/tags',
  permission: 'users.view',
  summary: 'The tags of a person',
  params,
  response: z.object({ data: z.array(Tag) }),
  errors: ['not_found'],
})

export const updateUserTags = endpoint({
  method: 'PUT',
  path: '/users/:id/tags',
  permission: 'users.update',
  summary: 'Set the tags of a person, from the tags of the portal',
  params,
  body: z.object({ tag_ids: z.array(id).check(z.maxLength(50)) }),
  response: z.object({ data: z.array(Tag) }),
  errors: ['not_found', 'not_enough_permissions', 'invalid'],
})

/** A course of a person with their role in it (USR-031). */
export const UserCourse = z.object({
  /** The enrollment. */
  id: z.int(),
  role: z.enum(['learner', 'manager', 'instructor']),
  course: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
  status: z.int(),
  access: z.enum(['pending', 'active', 'expired']),
  starts_at: time,
  expires_at: time,
  completed_at: z.nullable(time),
})

export const listUserCourses = endpoint({
  method: 'GET',
  path: '/users/:id/courses',
  permission: 'users.view',
  summary: 'The courses of a person with their role in each',
  params,
  query: z.object({
    ...listQuery(['id']),
    sort: z._default(z.enum(['-id', 'id']), '-id'),
    role: z.optional(z.enum(['learner', 'manager', 'instructor'])),
  }),
  response: page(UserCourse),
  errors: ['not_found'],
})

/** Sets a password for somebody; all their sessions end (USR-032, USR-039, AUT-050). */
export const setUserPassword = endpoint({
  method: 'PUT',
  path: '/users/:id/set-password',
  permission: 'users.update',
  summary: 'Set the password of a person',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  params,
  body: z.object({ password: rule.password(), password_confirmation: z.string() }).check(rule.passwordConfirmation()),
  errors: ['not_found', 'not_enough_permissions', 'password_mismatch'],
})

/** Takes the shipping address as it was entered, whatever the check of it said (USR-035, SHP-015). */
export const confirmShippingAddress = endpoint({
  method: 'PUT',
  path: '/users/:id/shipping-address/confirm',
  permission: 'session',
  summary: 'Confirm a shipping address as entered: the own one, or that of somebody whom one may change',
  params,
  response: wholeUser,
  errors: ['not_found', 'not_enough_permissions', 'invalid'],
})
