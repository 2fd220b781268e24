import { endpoint, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/** Whether people can have a link texted to them (TXT-018); apart from the other calls, since visitors' pages load it. */
export const showTextOptions = endpoint({
  method: 'GET',
  path: '/text-messages/options',
  permission: 'public',
  summary: 'Whether this portal sends text messages',
  is_always_open: true,
  response: one(z.object({ has_texts: z.boolean() })),
})
