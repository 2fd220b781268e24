import { PersonShown } from '#features/accounts/contract.ts'
import { ApiToken } from '#features/api-tokens/contract.ts'
import { endpoint, one, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/** The tokens of everybody in the portal, and the last calls that carried one (INT-020). */
export const showTwoWayApi = endpoint({
  method: 'GET',
  path: '/admin/two-way-api',
  permission: 'callbacks.view',
  summary: 'The API tokens of the portal and the last calls with one',
  response: one(
    z.object({
      tokens: z.array(z.object({ ...ApiToken.shape, user: z.nullable(PersonShown) })),
      calls: z.array(
        z.object({
          id: z.int(),
          method: z.string(),
          path: z.string(),
          status: z.int(),
          token_name: z.string(),
          user: z.nullable(PersonShown),
          created_at: time,
        }),
      ),
    }),
  ),
})
