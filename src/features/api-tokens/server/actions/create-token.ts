import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { hashToken, randomToken } from '#platform/secrets.ts'
import type { createApiToken } from '../../contract.ts'
import { checkExpiry } from '../../rules/expiry.ts'
import { presentToken } from '../store.ts'

/** More tokens than this would be hard to tell apart. */
const MOST = 50

/**
 * Makes a token that acts as its person in this portal, and answers its text, of which only the hash is kept (USR-013,
 * USR-042). Throws `invalid` for an end that is past or more than a year ahead.
 */
export const createToken = async (
  tx: Tx,
  ctx: SignedIn,
  { name, expires_at }: Input<typeof createApiToken>['body'],
) => {
  // A token could change what a badge cannot (BDG-021).
  if (ctx.viewer.is_by_badge && ctx.viewer.email !== null) throw fail('badge_session')
  const refusal = checkExpiry(expires_at, ctx.now)
  if (refusal) throw fail('invalid', { fields: { expires_at: [refusal] } })
  const at = { portal_id: ctx.portal.id, user_id: ctx.viewer.user_id }
  const { count } = await tx
    .selectFrom('api_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', at.user_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST) throw fail('max_entries', { params: { max: MOST }, field: 'name' })
  const token = randomToken()
  const row = await tx
    .insertInto('api_tokens')
    .values({ ...at, name, expires_at, token_hash: hashToken(token), created_at: ctx.now })
    .returning(['id', 'name', 'created_at', 'expires_at', 'last_used_at'])
    .executeTakeFirstOrThrow()
  await logActivity(tx, ctx, {
    action: 'api-token.create',
    subject_type: 'api_token',
    subject_id: row.id,
    changes: { name, expires_at: expires_at.toISOString() },
  })
  return { ...presentToken(row, ctx.now), token }
}
