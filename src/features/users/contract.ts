import { PersonShown, showUser } from '#features/accounts/contract.ts'
import { ApiToken } from '#features/api-tokens/contract.ts'
import { badgeNumber } from '#features/badges/contract.ts'
import { ROLE_NAMES } from '#kernel/access/roles.ts'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { errorText } from '#kernel/errors.ts'
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
  summary: 'Add a person by e-mail, who gets a link to set a password, or with a badge number',
  example: { email: 'cleo@example.com', first_name: 'Cleo', last_name: 'Marsh' },
  body: z
    .object({
      email: z.optional(rule.email()),
      first_name: name,
      middle_name: name,
      last_name: name,
      /** In place of an e-mail, or beside it; "new" draws one (BDG-001, BDG-002). */
      badge_number: z.optional(badgeNumber()),
      role_ids: z.optional(roleIds),
      /** Another portal than that of the call, for super admins. */
      portal_id: z.optional(id),
    })
    .check(
      z.refine((body) => body.email !== undefined || body.badge_number !== undefined, {
        path: ['email'],
        error: errorText('required'),
      }),
    ),
  response: wholeUser,
  errors: [
    'not_enough_permissions',
    'role_not_allowed',
    'not_your_portal',
    'invalid',
    'badge_number_taken',
    'badges_off',
  ],
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
  record: { kind: 'user', has_portal: true },
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

/** What goes back when somebody is blocked or removed: to the portal, or to the manager it came from (USR-085). */
const Returned = z.object({
  /** Seats of courses that were not begun. */
  seats: z.int(),
  /** Credits that a manager was given and has not used. */
  credits: z.int(),
  /** Open invitations, which are canceled. */
  invitations: z.int(),
})

const MOST_AT_ONCE = 200

/** What the question says before somebody is blocked or removed (USR-085). */
export const showUnusedHoldings = endpoint({
  method: 'GET',
  path: '/users/unused-holdings',
  permission: 'users.update',
  summary: 'What goes back when these people are blocked or removed',
  query: z.object({
    /** Ids with commas between them. */
    ids: z.string().check(z.regex(/^\d{1,15}(,\d{1,15}){0,199}$/)),
  }),
  response: one(Returned),
  errors: ['not_found', 'not_enough_permissions'],
})

/** Blocks an account here, or with `is_everywhere` on all portals, which is for super admins (USR-029, USR-039, AUT-028). */
export const updateBlockStatus = endpoint({
  method: 'PUT',
  path: '/users/:id/block-status',
  permission: 'users.update',
  summary: 'Block or unblock a person',
  params,
  body: z.object({ is_blocked: z.boolean(), is_everywhere: z.optional(z.boolean()) }),
  response: one(
    z.object({ user_id: z.int(), is_blocked: z.boolean(), is_blocked_everywhere: z.boolean(), returned: Returned }),
  ),
  errors: ['not_found', 'not_enough_permissions'],
})

const userIds = z.array(id).check(z.minLength(1), z.maxLength(MOST_AT_ONCE))

/** What became of a change of several people at once: each of the others with the text of the reason (USR-051). */
const manyChanged = {
  changed: z.array(z.int()),
  refused: z.array(z.object({ user_id: z.int(), display_name: z.string(), message: z.string() })),
}

/** Blocks or unblocks several people in the portal; people who may not be changed are refused, the others are changed (USR-051). */
export const updateManyBlockStatus = endpoint({
  method: 'PUT',
  path: '/users/block-status',
  permission: 'users.update',
  summary: 'Block or unblock several people',
  body: z.object({ user_ids: userIds, is_blocked: z.boolean() }),
  response: one(z.object({ ...manyChanged, returned: Returned })),
  errors: ['not_found', 'not_enough_permissions'],
})

/** The id that the customer's own systems know the person by, or none (INT-033). */
export const saveExternalId = endpoint({
  method: 'PUT',
  path: '/users/:id/external-id',
  permission: 'users.update',
  summary: 'Set or remove the external ID of a person',
  record: { kind: 'user' },
  params,
  body: z.object({ external_id: z.nullable(rule.externalId()) }),
  response: one(z.object({ id: z.int(), external_id: z.nullable(z.string()) })),
  errors: ['not_found', 'not_enough_permissions', 'external_id_taken'],
})

/** Adds tags to several people and takes others away (USR-051). */
export const updateManyTags = endpoint({
  method: 'PUT',
  path: '/users/tags',
  permission: 'users.update',
  summary: 'Add and remove tags of several people',
  body: z
    .object({
      user_ids: userIds,
      add_tag_ids: z._default(z.array(id).check(z.maxLength(50)), []),
      remove_tag_ids: z._default(z.array(id).check(z.maxLength(50)), []),
    })
    .check(
      z.refine(({ add_tag_ids: add, remove_tag_ids: remove }) => add.length + remove.length > 0, {
        path: ['add_tag_ids'],
        error: 'Please choose at least one tag.',
      }),
    ),
  response: one(z.object(manyChanged)),
  errors: ['not_found', 'not_enough_permissions', 'invalid'],
})

const Tag = z.object({ id: z.int(), title: z.string() })

/** The tags that people of the portal can have, for choosing. */
export const listTagsForPeople = endpoint({
  method: 'GET',
  path: '/users/tags',
  permission: 'users.view',
  summary: 'The tags of the portal, for its people',
  response: z.object({ data: z.array(Tag) }),
})

export const listUserTags = endpoint({
  method: 'GET',
  path: '/users/:id/tags',
  permission: 'users.view',
  summary: 'The tags of a person',
  record: { kind: 'user-tags' },
  params,
  response: z.object({ data: z.array(Tag) }),
  errors: ['not_found'],
})

export const updateUserTags = endpoint({
  method: 'PUT',
  path: '/users/:id/tags',
  permission: 'users.update',
  summary: 'Set the tags of a person, from the tags of the portal',
  record: { kind: 'user-tags' },
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
  due_at: z.nullable(time),
  completed_at: z.nullable(time),
  /** When the enrollment was taken away; listed with `with_ended` only. */
  ended_at: z.nullable(time),
  last_opened_at: z.nullable(time),
  /** In percent (LRN-023). */
  progress: z.int(),
  /** Who looks after the learner in this course (USR-016). */
  curator: z.nullable(PersonShown),
  /** The certificate of this enrollment. */
  certificate: z.nullable(
    z.object({
      id: z.int(),
      number: z.string(),
      status: z.enum(['valid', 'expired', 'revoked']),
      expires_at: z.nullable(time),
    }),
  ),
})

/** What somebody is trained in, in figures (USR-052); for a manager of their learners alone. */
export const showTraining = endpoint({
  method: 'GET',
  path: '/users/:id/training',
  permission: 'users.view',
  summary: 'What a person is trained in, in figures',
  params,
  response: one(
    z.object({
      current: z.int(),
      completed: z.int(),
      /** Current courses whose due date has passed. */
      overdue: z.int(),
      valid_certificates: z.int(),
      /** Valid certificates that expire within 90 days. */
      expiring_certificates: z.int(),
      /** The next day on which a course is due or a certificate expires. */
      next_due_at: z.nullable(time),
      next_expiry_at: z.nullable(time),
    }),
  ),
  errors: ['not_found'],
})

export const listUserCourses = endpoint({
  method: 'GET',
  path: '/users/:id/courses',
  permission: 'users.view',
  summary: 'The courses of a person with their role in each',
  record: { kind: 'enrollment', is_list: true },
  params,
  query: z.object({
    ...listQuery(['id']),
    sort: z._default(z.enum(['-id', 'id']), '-id'),
    role: z.optional(z.enum(['learner', 'manager', 'instructor'])),
    /** Without learners, or learners alone, of all roles. */
    is_learner: z.optional(z.stringbool()),
    /** Enrollments that were taken away as well. */
    with_ended: z.optional(z.stringbool()),
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
  errors: ['not_found', 'not_enough_permissions', 'password_mismatch', 'password_sign_in_off', 'invalid'],
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

/** The tokens of somebody, for those who look after the portal's people: they see and revoke them, and make none (USR-054). */
export const listUserTokens = endpoint({
  method: 'GET',
  path: '/users/:id/api-tokens',
  permission: 'users.view',
  summary: 'List the API tokens of a person',
  params,
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  response: page(ApiToken),
  errors: ['not_found', 'not_enough_permissions'],
})

export const deleteUserToken = endpoint({
  method: 'DELETE',
  path: '/users/:id/api-tokens/:tokenId',
  permission: 'users.update',
  summary: 'Revoke an API token of a person',
  is_closed_to_tokens: true,
  params: z.object({ id, tokenId: id }),
  errors: ['not_found', 'not_enough_permissions'],
})
