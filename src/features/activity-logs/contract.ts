import { endpoint, page, time } from '#kernel/endpoint.ts'
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

/** The own entries in this portal (REP-007, REP-012). */
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
  response: page(ActivityEntry),
})
