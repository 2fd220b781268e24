import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'

const COLUMNS = ['id', 'name', 'created_at', 'expires_at', 'last_used_at'] as const

/** The viewer's tokens in the portal of the call; never their hashes. */
export const ownTokens = (tx: Tx, ctx: Pick<SignedIn, 'portal' | 'viewer'>) =>
  tx
    .selectFrom('api_tokens')
    .select(COLUMNS)
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', ctx.viewer.user_id)

export type TokenRow = Awaited<ReturnType<ReturnType<typeof ownTokens>['executeTakeFirstOrThrow']>>

export const presentToken = (row: TokenRow, now: Date) => ({ ...row, is_expired: row.expires_at <= now })
