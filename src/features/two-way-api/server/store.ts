import { loadShownPeople } from '#features/accounts/server/api.ts'
import { presentToken, tokensOfPortal } from '#features/api-tokens/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'

const MOST_TOKENS = 200
const MOST_CALLS = 50

/** Everybody's tokens in the portal and the last calls that carried one, the newest first (INT-020). */
export const twoWayApi = async (tx: Tx, { portal, now }: Pick<SignedIn, 'portal' | 'now'>) => {
  const tokens = await tokensOfPortal(tx, portal.id, MOST_TOKENS)
  const calls = await tx
    .selectFrom('api_calls')
    .select(['id', 'method', 'path', 'status', 'token_name', 'user_id', 'created_at'])
    .where('portal_id', '=', portal.id)
    .orderBy('id', 'desc')
    .limit(MOST_CALLS)
    .execute()
  const ids = [...new Set([...tokens, ...calls].map((row) => row.user_id))]
  const people = await loadShownPeople(tx, portal.id, ids)
  const withUser = <T extends { user_id: number }>({ user_id: userId, ...row }: T) => ({
    ...row,
    user: people.get(userId) ?? null,
  })
  return {
    tokens: tokens.map(({ user_id, ...token }) => ({ ...withUser({ user_id }), ...presentToken(token, now) })),
    calls: calls.map(withUser),
  }
}
