import { endpoint, id, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

/** A token of the own person in this portal, without its text (USR-042). */
export const ApiToken = z.object({
  id: z.int(),
  name: z.string(),
  created_at: time,
  expires_at: time,
  last_used_at: z.nullable(time),
  is_expired: z.boolean(),
})

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/api-tokens',
  permission: 'profile.view',
  summary: 'List the own API tokens',
  is_closed_to_impersonation: true,
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  response: page(ApiToken),
})

/** The answer is the only place where the token's text is ever shown (USR-013). */
export const createApiToken = endpoint({
  method: 'POST',
  path: '/api-tokens',
  permission: 'profile.create',
  summary: 'Create an API token; its text is answered once',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  limit: 30,
  body: z.object({
    name: rule.plainText(100, { is_required: true }),
    expires_at: time,
  }),
  response: one(z.object({ ...ApiToken.shape, token: z.string() })),
  errors: ['operation_not_permitted', 'badge_session', 'invalid'],
})

export const deleteApiToken = endpoint({
  method: 'DELETE',
  path: '/api-tokens/:id',
  permission: 'profile.delete',
  summary: 'Revoke an own API token',
  is_closed_to_impersonation: true,
  params: z.object({ id }),
  errors: ['not_found'],
})
