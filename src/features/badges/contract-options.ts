import { endpoint, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/** Whether the sign-in page offers badges (BDG-022) and links by text (TXT-018); apart from the other calls, since that page loads it. */
export const showBadgeOptions = endpoint({
  method: 'GET',
  path: '/badge/options',
  permission: 'public',
  summary: 'Whether people sign in to this portal with badges, and by text',
  is_always_open: true,
  response: one(z.object({ has_badges: z.boolean(), has_texts: z.boolean() })),
})
