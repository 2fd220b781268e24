import { endpoint, id, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

const own = { permission: 'session', is_closed_to_impersonation: true, is_closed_to_tokens: true } as const

/** A running session of the own account, in whichever portal (AUT-071). */
export const RunningSession = z.object({
  id: z.int(),
  /** Browser and device in plain words. */
  device: z.string(),
  portal_name: z.string(),
  /** The network address it was started from. */
  address: z.nullable(z.string()),
  created_at: time,
  last_seen_at: time,
  is_current: z.boolean(),
  /** Somebody of the platform works as this person (AUT-022). */
  is_impersonation: z.boolean(),
})

export const listSessions = endpoint({
  ...own,
  method: 'GET',
  path: '/sessions',
  summary: 'The running sessions of the own account in all portals',
  response: z.object({ data: z.array(RunningSession) }),
})

export const endOneSession = endpoint({
  ...own,
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'Sign out one of the own sessions',
  params: z.object({ id }),
  errors: ['not_found'],
})

export const endOtherSessions = endpoint({
  ...own,
  method: 'DELETE',
  path: '/sessions',
  summary: 'Sign out everywhere but here',
})
