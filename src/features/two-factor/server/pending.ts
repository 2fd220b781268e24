import { sql } from 'kysely'
import type { PasswordSignIn } from '#features/sessions/server/api.ts'
import { deviceOf } from '#features/sessions/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Device } from '#platform/http/device.ts'
import { committing, type HttpAccess } from '#platform/http/route.ts'
import { hashToken, randomToken } from '#platform/secrets.ts'
import { TRUST_DAYS } from '../rules/grace.ts'

export { deviceOf }

/** A sign-in waits this long for its second step, in seconds. */
const PENDING_SECONDS = 600
const DAY_MS = 86_400_000

/** Over HTTPS with the prefix `__Host-`, so that no sibling host can set it. */
const cookieName = ({ request }: Pick<Context, 'request'>) => `${request.is_secure ? '__Host-' : ''}second_step`

type HereContext = Pick<Context, 'host_portal' | 'now' | 'request'>

/** Whether the portal lets people trust a browser; it does unless its admins have turned that off. */
export const mayTrust = async (tx: Tx, { host_portal }: Pick<Context, 'host_portal'>): Promise<boolean> => {
  const row = await tx
    .selectFrom('sign_in_rules')
    .select('may_trust_devices')
    .where('portal_id', '=', host_portal.id)
    .executeTakeFirst()
  return row?.may_trust_devices ?? true
}

const isTrusted = async (tx: Tx, ctx: HereContext, userId: number, device: Device | null): Promise<boolean> => {
  if (!device?.user_ids.includes(userId) || !(await mayTrust(tx, ctx))) return false
  const row = await tx
    .selectFrom('trusted_devices')
    .select('user_id')
    .where('portal_id', '=', ctx.host_portal.id)
    .where('user_id', '=', userId)
    .where('device_hash', '=', hashToken(device.id))
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst()
  return row !== undefined
}

/** Lets the person sign in with the password alone in this browser for 30 days (AUT-064). */
export const trustDevice = async (tx: Tx, ctx: HereContext, userId: number, deviceId: string): Promise<void> => {
  const expires_at = new Date(ctx.now.getTime() + TRUST_DAYS * DAY_MS)
  await tx
    .insertInto('trusted_devices')
    .values({ portal_id: ctx.host_portal.id, user_id: userId, device_hash: hashToken(deviceId), expires_at })
    .onConflict((c) => c.columns(['portal_id', 'user_id', 'device_hash']).doUpdateSet({ expires_at }))
    .execute()
}

/**
 * Throws `second_step_required` when the account has a second factor and the browser is not trusted, and leaves a cookie
 * with which the browser takes that step within ten minutes (AUT-057).
 */
export const requireSecondStep = async (
  tx: Tx,
  ctx: Context,
  { account, device, http, is_remembered, purpose, is_by_badge = false }: PasswordSignIn,
): Promise<void> => {
  const { rows } = await sql<{ has_one: boolean }>`
    select has_second_factor(${account.id}::bigint) as has_one`.execute(tx)
  if (!rows[0]?.has_one || (await isTrusted(tx, ctx, account.id, device))) return
  const token = randomToken()
  await tx
    .insertInto('pending_sign_ins')
    .values({
      portal_id: ctx.host_portal.id,
      user_id: account.id,
      token_hash: hashToken(token),
      is_remembered,
      is_by_badge,
      purpose: purpose ?? null,
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + PENDING_SECONDS * 1000),
    })
    .execute()
  http.setCookie(cookieName(ctx), token, { max_age: PENDING_SECONDS })
  throw committing(fail('second_step_required'))
}

/** The sign-in of this browser that waits for its second step, locked; throws `sign_in_expired` if there is none. */
export const requirePending = async (tx: Tx, ctx: HereContext, http: Pick<HttpAccess, 'cookies'>, isLocked = false) => {
  const token = http.cookies[cookieName(ctx)]
  const query = tx
    .selectFrom('pending_sign_ins')
    .select(['id', 'user_id', 'is_remembered', 'is_by_badge', 'purpose'])
    .where('portal_id', '=', ctx.host_portal.id)
    .where('token_hash', '=', hashToken(token ?? ''))
    .where('expires_at', '>', ctx.now)
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw fail('sign_in_expired')
  return row
}

/** Ends the pending sign-in, whose second step was taken. */
export const endPending = async (tx: Tx, ctx: HereContext, http: HttpAccess, id: number): Promise<void> => {
  await tx.deleteFrom('pending_sign_ins').where('portal_id', '=', ctx.host_portal.id).where('id', '=', id).execute()
  http.clearCookie(cookieName(ctx))
}
