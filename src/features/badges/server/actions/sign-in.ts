import { timingSafeEqual } from 'node:crypto'
import { type Account, findAccount } from '#features/accounts/server/api.ts'
import {
  badgeTry,
  completeSignIn,
  countWrongPassword,
  endSessions,
  isBlocked,
  requirePasswordTry,
  rolesOf,
} from '#features/sessions/server/api.ts'
import type { Role } from '#kernel/access/permissions.ts'
import type { Context } from '#kernel/context.ts'
import { type ErrorCode, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Device } from '#platform/http/device.ts'
import { committing } from '#platform/http/route.ts'
import { hashPassword, isPassword } from '#platform/passwords.ts'
import { hashToken } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'
import { isBadgeCode } from '../../rules/address.ts'
import { isPin, isPinEnough, secretProblem } from '../../rules/secret.ts'
import { canonicalStartCode } from '../../rules/start-code.ts'
import { findHolder, forgetTrust, type Holder, loadHolder, openSecret, saveSecret } from '../store.ts'
import { requireTaken } from '../switch.ts'
import { countWrongTry, requireUnlocked } from '../wrong-tries.ts'

export type Browser = {
  device: Device | null
  is_remembered: boolean
  /** Throws when a second step has to be taken first (AUT-057). */
  afterSecret: (account: Account) => Promise<void>
  providerInstead: Services['providerInsteadOfPassword']
}

const holderOf = (tx: Tx, portalId: number, badge: string): Promise<Holder | null> =>
  findHolder(tx, portalId, isBadgeCode(badge) ? { code: badge } : { number: badge })

const atOf = (ctx: Context, { user_id }: Holder) => ({ portal_id: ctx.host_portal.id, user_id })

/** Counts a wrong try for the badge, the browser and the network, and refuses; the counts stay although the call fails (BDG-018). */
const refuse = async (
  tx: Tx,
  ctx: Context,
  { holder, tried, code }: { holder: Holder | null; tried: Parameters<typeof countWrongPassword>[1]; code: ErrorCode },
) => {
  await countWrongPassword(tx, tried, ctx.now)
  if (holder) await countWrongTry(tx, atOf(ctx, holder), tried.device, ctx.now)
  await logActivity(tx, ctx, { action: 'session.failed', changes: holder ? { badge: holder.number } : {} })
  return committing(fail(code))
}

/** The account behind a badge, unless it is blocked here or has to sign in at a provider (BDG-019). */
const accountOf = async (tx: Tx, ctx: Context, holder: Holder, { providerInstead }: Browser): Promise<Account> => {
  const account = await findAccount(tx, holder.user_id)
  if (!account) throw fail('badge_incorrect')
  if (await isBlocked(tx, ctx.host_portal.id, account)) throw fail('account_blocked')
  const provider = await providerInstead(tx, ctx.host_portal.id, account.email)
  if (provider !== null && account.platform_role === null) throw fail('password_sign_in_off', { params: { provider } })
  return account
}

const rolesHere = (tx: Tx, ctx: Context, account: Account): Promise<Role[]> => rolesOf(tx, ctx.host_portal.id, account)

/** Starts the session, after the second step of those who have one. */
const enter = async (tx: Tx, ctx: Context, account: Account, { afterSecret, is_remembered }: Browser) => {
  await afterSecret(account)
  return completeSignIn(tx, ctx, account, { is_remembered, is_by_badge: true })
}

/**
 * The holder of a badge whose PIN or password this is. Whatever is wrong, the answer is the same after the same work (BDG-015).
 * `device` is that of the browser, or the name of one that waits for its own wrong tries.
 */
export const requireHolder = async (
  tx: Tx,
  ctx: Context,
  { badge, secret }: { badge: string; secret: string },
  device: Device | string | null,
): Promise<Holder> => {
  const holder = await holderOf(tx, ctx.host_portal.id, badge)
  const isNamed = typeof device === 'string'
  const counted = badgeTry(ctx, holder?.number ?? badge, holder?.user_id, isNamed ? null : device)
  const tried = isNamed ? { ...counted, device } : counted
  await requirePasswordTry(tx, tried, ctx.now)
  // Read again behind the lock of the tries: those that came at once have been counted by now.
  const current = await holderOf(tx, ctx.host_portal.id, badge)
  if (current?.secret_hash) await requireUnlocked(tx, ctx, atOf(ctx, current), tried.device)
  const isRight = await isPassword(secret, current?.secret_hash ?? null)
  if (!isRight || !current) throw await refuse(tx, ctx, { holder: current, tried, code: 'badge_incorrect' })
  return current
}

/** Signs in with a badge and its PIN or password. */
export const signInByBadge = async (
  tx: Tx,
  ctx: Context,
  proof: { badge: string; secret: string },
  browser: Browser,
) => {
  requireTaken(ctx.host_portal)
  const current = await requireHolder(tx, ctx, proof, browser.device)
  const account = await accountOf(tx, ctx, current, browser)
  if (current.is_pin && !isPinEnough(await rolesHere(tx, ctx, account))) throw fail('pin_not_enough')
  return enter(tx, ctx, account, browser)
}

const isStartCode = ({ start_code_hash: hash }: Holder, typed: string): boolean => {
  const code = canonicalStartCode(typed)
  return code !== null && hash !== null && timingSafeEqual(hash, hashToken(code))
}

/** Throws unless a badge may have this PIN or password (BDG-016, BDG-017). */
const requireSecret = (secret: string, number: string, roles: readonly Role[]): void => {
  const problem = secretProblem(secret, { number, roles })
  if (problem) throw fail(problem, { field: 'secret' })
}

const save = async (tx: Tx, ctx: Context, holder: Holder, secret: string): Promise<void> =>
  saveSecret(tx, atOf(ctx, holder), {
    secret_hash: await hashPassword(secret),
    is_pin: isPin(secret),
    set_at: ctx.now,
  })

/** Sets the PIN or password with a start code, which is used up by that, and signs in (BDG-014). */
export const startBadge = async (
  tx: Tx,
  ctx: Context,
  { badge, start_code: typed, secret }: { badge: string; start_code: string; secret: string },
  browser: Browser,
) => {
  requireTaken(ctx.host_portal)
  const holder = await holderOf(tx, ctx.host_portal.id, badge)
  const tried = badgeTry(ctx, holder?.number ?? badge, holder?.user_id, browser.device)
  await requirePasswordTry(tx, tried, ctx.now)
  // Read again behind the lock of the tries: of two calls at once one uses the code up.
  const current = await holderOf(tx, ctx.host_portal.id, badge)
  if (!current || !isStartCode(current, typed))
    throw await refuse(tx, ctx, { holder: current, tried, code: 'start_code_incorrect' })
  if (current.start_code_ends_at === null || current.start_code_ends_at <= ctx.now) throw fail('start_code_expired')
  const account = await accountOf(tx, ctx, current, browser)
  requireSecret(secret, current.number, await rolesHere(tx, ctx, account))
  await save(tx, ctx, current, secret)
  await logActivity(
    tx,
    { ...ctx, viewer: { user_id: account.id, impersonator_id: null } as Context['viewer'] },
    { action: 'badge.start', subject_type: 'user', subject_id: account.id, changes: { is_pin: isPin(secret) } },
  )
  return enter(tx, ctx, account, browser)
}

/** The badge and account of somebody whom a link has proved; refuses as the sign-in does. */
const provenHolder = async (tx: Tx, ctx: Context, userId: number, browser: Browser) => {
  requireTaken(ctx.host_portal)
  const holder = await loadHolder(tx, ctx.host_portal.id, userId)
  if (!holder) return null
  return { holder, account: await accountOf(tx, ctx, holder, browser) }
}

/** Signs in somebody whom a link has proved, if a PIN would be enough for them (TXT-020); null for somebody without a badge. */
export const enterByLink = async (tx: Tx, ctx: Context, userId: number, browser: Browser) => {
  const proven = await provenHolder(tx, ctx, userId, browser)
  if (!proven) return null
  if (!isPinEnough(await rolesHere(tx, ctx, proven.account))) throw fail('pin_not_enough')
  return enter(tx, ctx, proven.account, browser)
}

/**
 * Sets the PIN or password of somebody whom a link has proved, and signs in (TXT-013). What opened the badge before ends, and with
 * it the sessions in the portal. Null for somebody without a badge.
 */
export const startByLink = async (tx: Tx, ctx: Context, userId: number, secret: string, browser: Browser) => {
  const proven = await provenHolder(tx, ctx, userId, browser)
  if (!proven) return null
  const { holder, account } = proven
  requireSecret(secret, holder.number, await rolesHere(tx, ctx, account))
  const at = atOf(ctx, holder)
  await openSecret(tx, at)
  await save(tx, ctx, holder, secret)
  const as = { ...ctx, viewer: { user_id: account.id, impersonator_id: null } as Context['viewer'] }
  if (holder.secret_hash !== null) {
    await forgetTrust(tx, at)
    await endSessions(tx, as, userId, { reason: 'start link used', portal_id: at.portal_id })
  }
  await logActivity(tx, as, {
    action: 'badge.start',
    subject_type: 'user',
    subject_id: account.id,
    changes: { is_pin: isPin(secret), is_by_text: true },
  })
  return enter(tx, ctx, account, browser)
}

export { requireSecret, save }
