import { PersonShown } from '#features/accounts/contract.ts'
import { TOPICS } from '#kernel/activity.ts'
import { day, endpoint, id, listQuery, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/** What somebody did (REP-005). */
export const ActivityEntry = z.object({
  id: z.int(),
  user_id: z.nullable(z.int()),
  portal_id: z.int(),
  action: z.string(),
  subject_type: z.nullable(z.string()),
  subject_id: z.nullable(z.int()),
  changes: z.nullable(z.record(z.string(), z.unknown())),
  address: z.nullable(z.string()),
  /** True when it was done by somebody who worked as this person (AUT-021). */
  is_impersonated: z.boolean(),
  created_at: time,
})

const text = z.nullable(z.string())

const words = {
  /** What happened, as one sentence. */
  text: z.string(),
  /** What was changed, with the values before and after where they are known. */
  changed: z.array(z.object({ field: z.string(), from: text, to: text })),
}

/** The own entries in this portal, each in words to the one who did it (REP-007, REP-012). */
export const listOwnActivity = endpoint({
  method: 'GET',
  path: '/me/activity-logs',
  permission: 'profile.view',
  summary: 'List what the signed-in person did',
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    sort: z._default(z.enum(['-created_at', 'created_at']), '-created_at'),
  }),
  response: page(z.object({ ...ActivityEntry.shape, ...words })),
})

/** An entry of the portal's log in words (REP-014). */
export const LoggedEntry = z.object({
  ...ActivityEntry.shape,
  ...words,
  topic: z.enum(TOPICS),
  /** Who did it; null for what the program did itself. */
  actor: z.nullable(PersonShown),
  /** The super admin who worked as that person. */
  impersonator: z.nullable(PersonShown),
})

const listed = listQuery(['created_at'])
const filters = {
  /** Part of the name or e-mail of who did it. */
  search: listed.search,
  topic: z.optional(z.enum(TOPICS)),
  date_from: z.optional(day),
  date_to: z.optional(day),
}

/** The activity log of the portal (REP-009, REP-014). */
export const listActivity = endpoint({
  method: 'GET',
  path: '/activity-logs',
  permission: 'activity-logs.view',
  summary: 'List what was done in the portal, in words',
  query: z.object({
    cursor: listed.cursor,
    per_page: listed.per_page,
    sort: z._default(z.enum(['-created_at', 'created_at']), '-created_at'),
    ...filters,
  }),
  response: page(LoggedEntry),
})

/** The log as its list shows it, as CSV (REP-014). */
export const exportActivity = endpoint({
  method: 'GET',
  path: '/activity-logs/export',
  permission: 'activity-logs.view',
  summary: 'Export the activity log, as CSV',
  gives: 'file',
  is_read_only: false,
  query: z.object(filters),
})

/** What one person of the portal did, the newest first (USR-055). */
export const listUserActivity = endpoint({
  method: 'GET',
  path: '/users/:id/activity-logs',
  permission: 'activity-logs.view',
  summary: 'List what a person did, in words',
  params: z.object({ id }),
  query: z.object({
    cursor: listed.cursor,
    per_page: listed.per_page,
    sort: z._default(z.enum(['-created_at', 'created_at']), '-created_at'),
  }),
  response: page(LoggedEntry),
  errors: ['not_found'],
})
