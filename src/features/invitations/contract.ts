import { PersonShown } from '#features/accounts/contract.ts'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

/** The most e-mails of one call (MGR-004). */
export const MOST_EMAILS = 50
/** The most people of one sheet (MGR-020). */
export const MOST_ROWS = 500
/** The longest text of a manager in the mail (MGR-019). */
export const LONGEST_TEXT = 1000

const Status = z.literal([1, 2, 3, 4, 5, 6])
const name = z.nullable(z.string())

/** An invitation (MGR-006); its token is only in the mail. */
export const Invitation = z.object({
  id: z.int(),
  email: z.string(),
  first_name: name,
  last_name: name,
  course_id: z.int(),
  course: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
  manager_id: z.int(),
  manager: z.nullable(PersonShown),
  role_id: z.literal('learner'),
  /** 1 invited, 2 accepted, 3 cancelled, 4 decline, 5 reinvite, 6 failed (MGR-001). */
  status: Status,
  /** Why it failed: the mail did not arrive, the link ran out, or the person came in another way. */
  failure: z.nullable(z.enum(['undeliverable', 'expired', 'enrolled'])),
  sent_at: time,
  /** The link works until then. */
  expires_at: time,
  accepted_at: z.nullable(time),
  /** The enrollment that accepting has made. */
  enrollment_id: z.nullable(z.int()),
})

const Outcome = one(
  z.object({
    course: z.object({ id: z.int(), title: z.string() }),
    invited: z.array(Invitation),
    /** Who could not be invited while others could, each with the text of the reason. */
    refused: z.array(z.object({ email: z.string(), row: z.nullable(z.int()), code: z.string(), message: z.string() })),
  }),
)

const slug = z.object({ slug: z.string() })
const INVITE_ERRORS = [
  'not_found',
  'own_credits_not_enough',
  'portal_credits_not_enough',
  'plan_not_enough',
  'invalid',
] as const

/** Invites people to a course by e-mail, each with one reserved credit (MGR-004, MGR-007, MGR-015, MGR-016). */
export const invite = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/invite',
  permission: 'users.create',
  summary: 'Invite people to a course; a manager with own credits, others with those of the portal',
  is_idempotent: true,
  example: { emails: ['cleo@example.com', 'omar@example.com'] },
  params: slug,
  body: z.object({ emails: rule.tagList({ is_required: true, are_emails: true }).check(rule.maxEmails(MOST_EMAILS)) }),
  response: Outcome,
  errors: [...INVITE_ERRORS, 'max_emails'],
})

/**
 * Invites the people of a sheet with the columns email, first_name and last_name (MGR-015, MGR-016, MGR-020). `check` tells
 * what would happen without inviting anybody.
 */
export const bulkInvite = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/bulk-invite',
  permission: 'users.create',
  summary: 'Invite the people of a CSV or Excel sheet, as the field `file` of multipart form data',
  takes: 'multipart',
  is_idempotent: true,
  params: slug,
  body: z.object({ is_check: z.optional(z.enum(['true', 'false'])) }),
  response: one(
    z.object({
      ...Outcome.shape.data.shape,
      /** Who would be invited; empty once they are. */
      ready: z.array(z.object({ email: z.string(), first_name: name, last_name: name, row: z.int() })),
      /** How many credits are left to invite with. */
      remaining: z.int(),
    }),
  ),
  errors: [...INVITE_ERRORS, 'upload_no_file', 'sheet_unreadable'],
})

const listed = listQuery(['id'])

/** The invitations of the caller, for those who run the portal all of it (MGR-017). */
export const listInvites = endpoint({
  method: 'GET',
  path: '/invites',
  permission: 'users.view',
  summary: 'Invitations, the newest first',
  query: z.object({
    cursor: listed.cursor,
    per_page: listed.per_page,
    search: listed.search,
    sort: z._default(z.enum(['id', '-id']), '-id'),
    course_id: z.optional(id),
    manager_id: z.optional(id),
    /** One status; `open` ones, open ones that are `expiring` within 2 days, or those that `failed` in the last 30 days. */
    status: z.optional(z.enum(['open', 'expiring', 'failed', '1', '2', '3', '4', '5', '6'])),
  }),
  response: page(Invitation),
})

export const cancelInvite = endpoint({
  method: 'PATCH',
  path: '/invites/:id/cancel',
  permission: 'users.create',
  summary: 'Cancel an open invitation; its credit goes back',
  is_idempotent: true,
  params: z.object({ id }),
  response: one(Invitation),
  errors: ['not_found', 'invitation_already_enrolled', 'invitation_already_cancelled', 'invitation_closed'],
})

export const reinvite = endpoint({
  method: 'PATCH',
  path: '/invites/:id/reinvite',
  permission: 'users.create',
  summary: 'Send an invitation again, with a new link',
  is_idempotent: true,
  params: z.object({ id }),
  response: one(Invitation),
  errors: [...INVITE_ERRORS, 'operation_not_permitted'],
})

const token = z.object({ token: z.string().check(z.maxLength(200)) })
const LINK_ERRORS = ['token_invalid', 'link_expired', 'invitation_closed'] as const

/** What the page of an invitation shows to those who have its link (MGR-023). */
export const showInvite = endpoint({
  method: 'GET',
  path: '/invites/:token',
  permission: 'public',
  summary: 'An invitation, by the token of its link',
  is_always_current: true,
  failure_limit: 30,
  params: token,
  response: one(
    z.object({
      email: z.string(),
      first_name: name,
      last_name: name,
      status: Status,
      /** Whether it can be answered now. */
      is_open: z.boolean(),
      expires_at: time,
      inviter: z.string(),
      text: z.nullable(z.string()),
      course: z.object({
        slug: z.string(),
        title: z.string(),
        description: z.nullable(z.string()),
        thumbnail: z.nullable(z.string()),
      }),
      /** What accepting takes: a password of a new account, a sign-in, one at a provider, another sign-in, or nothing more. */
      needs: z.enum(['password', 'sign_in', 'provider', 'other_account', 'nothing']),
      /** The provider at which the invited person signs in instead of with a password (SSO-025). */
      provider: z.nullable(z.string()),
      /** Where the course is, once it is accepted, for the person who is signed in. */
      related_id: z.nullable(z.int()),
    }),
  ),
  errors: ['token_invalid'],
})

/** Accepts an invitation (MGR-008): without an account with a password, else signed in as the invited e-mail. */
export const acceptInvite = endpoint({
  method: 'POST',
  path: '/invites/:token/accept',
  permission: 'public',
  summary: 'Accept an invitation; without an account this makes one and signs in',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  failure_limit: 30,
  params: token,
  body: z
    .object({
      first_name: z.optional(rule.plainText(100)),
      last_name: z.optional(rule.plainText(100)),
      password: z.optional(rule.password()),
      password_confirmation: z.optional(z.string()),
    })
    .check(rule.passwordConfirmation()),
  response: one(
    z.object({
      /** The enrollment (related_id). */
      related_id: z.int(),
      course_slug: z.string(),
      /** Whether the call has signed the person in. */
      is_signed_in: z.boolean(),
    }),
  ),
  errors: [
    ...LINK_ERRORS,
    'invitation_for_other',
    'password_mismatch',
    'password_sign_in_off',
    'plan_not_enough',
    'invalid',
  ],
})

/** Declines an invitation; its credit goes back (MGR-007). */
export const declineInvite = endpoint({
  method: 'POST',
  path: '/invites/:token/decline',
  permission: 'public',
  summary: 'Decline an invitation; its credit goes back to who invited',
  failure_limit: 30,
  params: token,
  response: one(z.object({ course_title: z.string(), inviter: z.string() })),
  errors: [...LINK_ERRORS],
})

/** What somebody who invites has set (MGR-019). */
export const ManagerSettings = z.object({
  user: z.object({ ...PersonShown.shape, email: z.nullable(z.string()) }),
  /** Text of their own in the mail; null for none. */
  invitation_text: z.nullable(z.string()),
  tells_accepted: z.boolean(),
  tells_declined: z.boolean(),
  tells_failed: z.boolean(),
  updated_at: z.nullable(time),
  /** The mail of an invitation with this text, as it would arrive. */
  preview: z.object({ subject: z.string(), html: z.string() }),
})

/** Whose settings, and in which portal; without them the own ones in the current one (ROU-072). */
const whose = { user_id: z.optional(id), portal_id: z.optional(id) }

export const showManagerSettings = endpoint({
  method: 'GET',
  path: '/managers/settings',
  permission: 'manager-settings.view',
  summary: 'The settings of a manager: text of invitations, and what they are notified of',
  record: { kind: 'manager-settings', by: 'viewer', has_portal: true },
  query: z.object(whose),
  response: one(ManagerSettings),
  errors: ['not_found', 'not_your_portal'],
})

export const updateManagerSettings = endpoint({
  method: 'PUT',
  path: '/managers/settings',
  permission: 'manager-settings.update',
  summary: 'Save the settings of a manager',
  record: { kind: 'manager-settings', by: 'viewer', has_portal: true },
  query: z.object(whose),
  body: z.object({
    invitation_text: z.nullable(rule.plainText(LONGEST_TEXT, { has_lines: true })),
    tells_accepted: z.boolean(),
    tells_declined: z.boolean(),
    tells_failed: z.boolean(),
  }),
  response: one(ManagerSettings),
  errors: ['not_found', 'not_your_portal', 'invalid'],
})
