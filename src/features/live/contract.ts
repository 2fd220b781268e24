import { endpoint } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/**
 * Lets a connection join a private or presence channel (AUT-017, RTM-003, RTM-016). The answer has the shape of the Pusher
 * protocol, not that of our records, because unmodified clients read it: `channel_data`, the member as the others see them,
 * belongs to presence channels.
 */
export const broadcastingAuth = endpoint({
  method: 'POST',
  path: '/broadcasting/auth',
  permission: 'session',
  summary: 'Authorize a live channel',
  body: z.object({
    socket_id: z.string().check(z.regex(/^\d{1,12}\.\d{1,12}$/)),
    channel_name: z.string().check(z.regex(/^(?:private|presence)-[-\w=@,.;]{1,164}$/)),
  }),
  response: z.object({ auth: z.string(), channel_data: z.optional(z.string()) }),
  errors: ['authorization_failed'],
})
