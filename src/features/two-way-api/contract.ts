import { PersonShown } from '#features/accounts/contract.ts'
import { ApiToken } from '#features/api-tokens/contract.ts'
import { SCOPE_NAMES } from '#kernel/access/token-scopes.ts'
import { day, endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const Person = z.nullable(PersonShown)

/** A token of the portal, without its text (INT-029). */
export const PortalToken = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPE_NAMES)),
  /** The last characters of its text. */
  hint: z.string(),
  status: z.enum(['active', 'expired', 'revoked']),
  created_at: time,
  created_by: Person,
  expires_at: time,
  last_used_at: z.nullable(time),
  revoked_at: z.nullable(time),
  revoked_by: Person,
})

/** A call of the log (INT-020, INT-039). */
export const LoggedCall = z.object({
  id: z.int(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  duration_ms: z.int(),
  request_id: z.string(),
  /** The token of the portal; null for a personal one. */
  portal_token_id: z.nullable(z.int()),
  token_name: z.string(),
  /** Whose personal token it was. */
  user: Person,
  /** Rows of a bulk call that were refused. */
  refused: z.int(),
  created_at: time,
})

/** The tokens of the portal and of its people, and the last calls that carried one (INT-020). */
export const showTwoWayApi = endpoint({
  method: 'GET',
  path: '/admin/two-way-api',
  permission: 'callbacks.view',
  summary: 'The API tokens of the portal and the last calls with one',
  response: one(
    z.object({
      portal_tokens: z.array(PortalToken),
      tokens: z.array(z.object({ ...ApiToken.shape, user: Person })),
      calls: z.array(LoggedCall),
    }),
  ),
})

/** The answer is the only place where the token's text is ever shown (INT-029). */
export const createPortalToken = endpoint({
  method: 'POST',
  path: '/admin/two-way-api/tokens',
  permission: 'callbacks.create',
  summary: 'Create a token of the portal; its text is answered once',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  limit: 30,
  example: {
    name: 'HR system',
    scopes: ['people:write', 'enrollments:write', 'progress:read'],
    expires_at: '2026-12-31T23:59:59.000Z',
  },
  body: z.object({
    name: rule.plainText(100, { is_required: true }),
    scopes: z
      .array(z.enum(SCOPE_NAMES))
      .check(z.minLength(1, 'Please choose at least one scope.'), z.maxLength(SCOPE_NAMES.length)),
    expires_at: time,
  }),
  response: one(z.object({ ...PortalToken.shape, token: z.string() })),
  errors: ['operation_not_permitted', 'max_entries', 'invalid'],
})

export const revokePortalToken = endpoint({
  method: 'DELETE',
  path: '/admin/two-way-api/tokens/:id',
  permission: 'callbacks.delete',
  summary: 'Revoke a token of the portal at once, for calls that are running as well',
  is_closed_to_tokens: true,
  params: z.object({ id }),
  errors: ['not_found', 'operation_not_permitted'],
})

export const CALL_STATUSES = ['ok', 'failed'] as const

/** The log of the last 30 days (INT-039). */
export const listTokenCalls = endpoint({
  method: 'GET',
  path: '/admin/two-way-api/calls',
  permission: 'callbacks.view',
  summary: 'List the calls with a token, of the last 30 days',
  query: z.object({
    cursor: listQuery(['id']).cursor,
    per_page: listQuery(['id']).per_page,
    sort: z._default(z.enum(['-id', 'id']), '-id'),
    /** Part of the path, or a whole request ID. */
    search: listQuery(['id']).search,
    portal_token_id: z.optional(id),
    /** Calls that went through, or that failed or had rows refused. */
    status: z.optional(z.enum(CALL_STATUSES)),
    /** Times, the first included. */
    from: z.optional(time),
    until: z.optional(time),
    /** Days of the portal, both included. */
    date_from: z.optional(day),
    date_to: z.optional(day),
  }),
  response: page(LoggedCall),
})

/** What a call was answered, where it failed: never what was sent (INT-039). */
export const showTokenCall = endpoint({
  method: 'GET',
  path: '/admin/two-way-api/calls/:id',
  permission: 'callbacks.view',
  summary: 'Show a call with the error that it got',
  params: z.object({ id }),
  response: one(
    z.object({
      ...LoggedCall.shape,
      error: z.nullable(
        z.object({
          code: z.optional(z.string()),
          message: z.optional(z.string()),
          errors: z.optional(z.record(z.string(), z.array(z.string()))),
          /** The first rows that were refused, each with its reason. */
          rows: z.optional(z.array(z.object({ row: z.int(), code: z.string(), message: z.string() }))),
        }),
      ),
    }),
  ),
  errors: ['not_found'],
})

/** Every call below `/sync` as it is made, from the OpenAPI document (INT-040). */
export const listExamples = endpoint({
  method: 'GET',
  path: '/admin/two-way-api/examples',
  permission: 'callbacks.view',
  summary: 'The calls of the two-way API in curl and TypeScript',
  response: z.object({
    data: z.array(
      z.object({
        method: z.string(),
        path: z.string(),
        summary: z.string(),
        scope: z.string(),
        curl: z.string(),
        typescript: z.string(),
      }),
    ),
  }),
})
