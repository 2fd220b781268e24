import type { Viewer } from '#kernel/context.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'

/** Refuses a token of the portal that was not made for the call; it reaches nothing but what its scopes name (INT-030). */
export const requireScope = ({ token_scope: scope }: AnyEndpoint, viewer: Viewer | null): void => {
  const token = viewer?.portal_token
  if (!token) return
  if (scope === null) throw fail('not_for_portal_tokens')
  if (scope !== 'any' && !token.scopes.includes(scope)) throw fail('scope_missing', { params: { scope } })
}
