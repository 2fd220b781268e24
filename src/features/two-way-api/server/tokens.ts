import { checkExpiry } from '#features/api-tokens/server/api.ts'
import type { TokenScope } from '#kernel/access/token-scopes.ts'
import type { PortalContext, SignedIn, Viewer } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { hashToken, randomToken } from '#platform/secrets.ts'
import type { createPortalToken } from '../contract.ts'

/** More tokens in use than this would be hard to tell apart. */
const MOST = 50
/** By which programs that look for leaked secrets know it. */
const PREFIX = 'ptk_'
/** `last_used_at` is written at most this often. */
const TOUCH_MS = 60_000

const COLUMNS = [
  'id',
  'name',
  'scopes',
  'hint',
  'expires_at',
  'last_used_at',
  'created_at',
  'created_by',
  'revoked_at',
  'revoked_by',
] as const

export const isPortalToken = (token: string): boolean => token.startsWith(PREFIX)

/** The tokens of the portal, the newest first; revoked ones stay in the list. */
export const portalTokens = (tx: Tx, portalId: number, most: number) =>
  tx
    .selectFrom('portal_tokens')
    .select(COLUMNS)
    .where('portal_id', '=', portalId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

export type PortalTokenRow = Awaited<ReturnType<typeof portalTokens>>[number]

/**
 * Makes a token of the portal and answers its text, of which only the hash is kept (INT-029). Throws `invalid` for an end
 * that is past or more than a year ahead, `max_entries` when too many are in use.
 */
export const createToken = async (
  tx: Tx,
  ctx: SignedIn,
  { name, scopes, expires_at }: Input<typeof createPortalToken>['body'],
): Promise<{ row: PortalTokenRow; token: string }> => {
  const refusal = checkExpiry(expires_at, ctx.now)
  if (refusal) throw fail('invalid', { fields: { expires_at: [refusal] } })
  const { count } = await tx
    .selectFrom('portal_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('portal_id', '=', ctx.portal.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST) throw fail('max_entries', { params: { max: MOST }, field: 'name' })
  const token = `${PREFIX}${randomToken()}`
  const row = await tx
    .insertInto('portal_tokens')
    .values({
      portal_id: ctx.portal.id,
      name,
      scopes: [...new Set(scopes)],
      expires_at,
      token_hash: hashToken(token),
      hint: token.slice(-4),
      created_by: ctx.viewer.user_id,
      created_at: ctx.now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await logActivity(tx, ctx, {
    action: 'api-token.create',
    subject_type: 'portal_token',
    subject_id: row.id,
    changes: { name, scopes, expires_at: expires_at.toISOString() },
  })
  return { row, token }
}

/** Revokes a token, or throws `not_found`. Calls that are running wait for it or are refused at their end. */
export const revokeToken = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const row = await tx
    .updateTable('portal_tokens')
    .set({ revoked_at: ctx.now, revoked_by: ctx.viewer.user_id })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  await logActivity(tx, ctx, {
    action: 'api-token.delete',
    subject_type: 'portal_token',
    subject_id: id,
    changes: { name: row.name },
  })
}

/**
 * Throws `user_token_invalid` when a token was revoked by now. Asked at the end of a call that writes: the lock keeps a
 * revocation waiting until the call is through, so that nothing is written after it.
 */
export const requireLiveToken = async (tx: Tx, tokenId: number): Promise<void> => {
  const row = await tx
    .selectFrom('portal_tokens')
    .select('revoked_at')
    .where('id', '=', tokenId)
    .forShare()
    .executeTakeFirst()
  if (!row || row.revoked_at !== null) throw fail('user_token_invalid')
}

/**
 * Who makes a call with a token of the portal: the portal itself, with the rights of its admins as far as the scopes reach
 * (decision 042). Null for a token that is unknown here, revoked or past its end.
 */
export const viewerOfToken = (db: Db, token: string, portal: PortalContext, now: Date): Promise<Viewer | null> =>
  db.withPortal(portal.id, async (tx) => {
    const row = await tx
      .selectFrom('portal_tokens')
      .select(['id', 'name', 'scopes', 'expires_at', 'last_used_at'])
      .where('portal_id', '=', portal.id)
      .where('token_hash', '=', hashToken(token))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (!row) return null
    if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > TOUCH_MS)
      await tx
        .updateTable('portal_tokens')
        .set({ last_used_at: now })
        .where('portal_id', '=', portal.id)
        .where('id', '=', row.id)
        .execute()
    return {
      user_id: 0,
      session_id: 0,
      roles: ['portal_admin'],
      current_role: 'portal_admin',
      is_outside: false,
      email: null,
      username: null,
      first_name: null,
      middle_name: null,
      last_name: null,
      avatar: null,
      impersonator_id: null,
      impersonator_name: null,
      toggles: {},
      is_token: true,
      second_factor: 'met',
      token_name: row.name,
      portal_token: { id: row.id, scopes: row.scopes as TokenScope[], expires_at: row.expires_at },
    }
  })
