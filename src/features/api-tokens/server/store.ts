import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'

const COLUMNS = ['id', 'name', 'created_at', 'expires_at', 'last_used_at'] as const

/** The tokens of a person in a portal; never their hashes. */
export const tokensOf = (tx: Tx, portalId: number, userId: number) =>
  tx.selectFrom('api_tokens').select(COLUMNS).where('portal_id', '=', portalId).where('user_id', '=', userId)

/** The viewer's tokens in the portal of the call. */
export const ownTokens = (tx: Tx, ctx: Pick<SignedIn, 'portal' | 'viewer'>) =>
  tokensOf(tx, ctx.portal.id, ctx.viewer.user_id)

export type TokenRow = Awaited<ReturnType<ReturnType<typeof ownTokens>['executeTakeFirstOrThrow']>>

export const presentToken = (row: TokenRow, now: Date) => ({ ...row, is_expired: row.expires_at <= now })

/** Revokes a token of a person in the portal of the call, or throws `not_found`. */
export const revokeToken = async (
  tx: Tx,
  ctx: SignedIn,
  { user_id: userId, id }: { user_id: number; id: number },
): Promise<void> => {
  const row = await tx
    .deleteFrom('api_tokens')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  await logActivity(tx, ctx, {
    action: 'api-token.delete',
    subject_type: 'api_token',
    subject_id: id,
    changes: { name: row.name, user_id: userId },
  })
}

/** Everybody's tokens in a portal, the newest first. */
export const tokensOfPortal = (tx: Tx, portalId: number, most: number) =>
  tx
    .selectFrom('api_tokens')
    .select([...COLUMNS, 'user_id'])
    .where('portal_id', '=', portalId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
