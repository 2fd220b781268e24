import { landingPath, ROLE_NAMES, type Role } from '#kernel/access/permissions.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { COOKIES, sessionCookieName } from '#platform/http/context.ts'
import { CSRF_COOKIE, makeCsrfToken } from '#platform/http/csrf.ts'
import { DEVICE_SECONDS, type Device, deviceCookie, deviceCookieName, readDevice } from '#platform/http/device.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import type { Config } from '#platform/process/config.ts'
import { hashToken, randomToken } from '#platform/secrets.ts'

/** The maximum age of every cookie but the locale's (AUT-035), in seconds. */
export const COOKIE_SECONDS = 86_400
const LOCALE_SECONDS = 365 * 86_400

type SessionContext = Pick<Context, 'portal' | 'host_portal' | 'now' | 'request'>
type NewSession = {
  user_id: number
  role: Role
  is_remembered?: boolean
  is_by_badge?: boolean
  impersonator_id?: number
}

type Holder = { id: number; platform_role: string | null }

/** The roles of a person in a portal, highest first; a super admin has theirs everywhere (AUT-049). */
export const rolesOf = async (tx: Tx, portalId: number, { id, platform_role }: Holder): Promise<Role[]> => {
  const rows = await tx
    .selectFrom('portal_user_roles')
    .select('role')
    .where('portal_id', '=', portalId)
    .where('user_id', '=', id)
    .execute()
  const roles = new Set<string>(rows.map((row) => row.role))
  if (platform_role) roles.add(platform_role)
  return ROLE_NAMES.filter((role) => roles.has(role))
}

/** Whether the account is blocked everywhere or in this portal (AUT-028). */
export const isBlocked = async (
  tx: Tx,
  portalId: number,
  account: { id: number; is_blocked: boolean },
): Promise<boolean> => {
  if (account.is_blocked) return true
  const row = await tx
    .selectFrom('portal_users')
    .select('is_blocked')
    .where('portal_id', '=', portalId)
    .where('user_id', '=', account.id)
    .executeTakeFirst()
  return row?.is_blocked === true
}

/**
 * Starts a session on the portal of the call and ends the account's earlier one there (AUT-025); an impersonation
 * leaves the person's own session alone (AUT-022). Returns the token for the cookie.
 */
export const startSession = async (tx: Tx, ctx: SessionContext, session: NewSession): Promise<string> => {
  const portalId = ctx.host_portal.id
  if (!session.impersonator_id) {
    // The person's row in the portal orders two sign-ins at once: the later one ends the earlier.
    await tx
      .selectFrom('portal_users')
      .select('user_id')
      .where('portal_id', '=', portalId)
      .where('user_id', '=', session.user_id)
      .forNoKeyUpdate()
      .execute()
    await endSessions(tx, ctx, session.user_id, { reason: 'signed in elsewhere', portal_id: portalId })
  }
  const token = randomToken()
  await tx
    .insertInto('sessions')
    .values({
      portal_id: portalId,
      user_id: session.user_id,
      token_hash: hashToken(token),
      current_role: session.role,
      is_remembered: session.is_remembered ?? false,
      is_by_badge: session.is_by_badge ?? false,
      impersonator_id: session.impersonator_id ?? null,
      address: ctx.request.address,
      user_agent: ctx.request.user_agent.slice(0, 400),
      created_at: ctx.now,
      last_seen_at: ctx.now,
    })
    .execute()
  return token
}

type Ending = { reason: string; portal_id?: number; except_session_id?: number; only_by_badge?: boolean }

/** Ends a person's own running sessions, those of one portal or all that the transaction may see, in all processes. */
export const endSessions = async (tx: Tx, ctx: Pick<Context, 'now'>, userId: number, ending: Ending): Promise<void> => {
  let query = tx
    .updateTable('sessions')
    .set({ ended_at: ctx.now, end_reason: ending.reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('impersonator_id', 'is', null)
  if (ending.portal_id !== undefined) query = query.where('portal_id', '=', ending.portal_id)
  if (ending.except_session_id !== undefined) query = query.where('id', '<>', ending.except_session_id)
  if (ending.only_by_badge) query = query.where('is_by_badge', '=', true)
  await query.execute()
  await forgetViewer(tx, userId)
}

/** Ends one session, impersonation or not. */
export const endSession = async (
  tx: Tx,
  ctx: Pick<Context, 'now' | 'host_portal'>,
  sessionId: number,
  userId: number,
  reason: string,
) => {
  await tx
    .updateTable('sessions')
    .set({ ended_at: ctx.now, end_reason: reason })
    .where('portal_id', '=', ctx.host_portal.id)
    .where('id', '=', sessionId)
    .execute()
  await forgetViewer(tx, userId)
}

/** The cookies of a signed-in browser (AUT-034 to AUT-037), with a CSRF token that belongs to the new session. */
export const setSessionCookies = (
  http: HttpAccess,
  ctx: SessionContext,
  config: Config,
  session: { token: string; role: Role; is_remembered?: boolean },
) => {
  const age = { max_age: COOKIE_SECONDS }
  http.setCookie(sessionCookieName(ctx.request.is_secure), session.token, session.is_remembered ? age : {})
  http.setCookie(COOKIES.auth, '1', { ...age, is_readable: true })
  http.setCookie(COOKIES.role, session.role, { ...age, is_readable: true })
  http.setCookie(COOKIES.locale, 'en', { max_age: LOCALE_SECONDS, is_readable: true })
  setCsrfCookie(http, config, session.token)
}

export const setCsrfCookie = (http: HttpAccess, config: Config, token: string | undefined) => {
  http.setCookie(CSRF_COOKIE, makeCsrfToken(config.secret, token), { max_age: COOKIE_SECONDS, is_readable: true })
}

/** What the browser of a call proves about earlier sign-ins. */
export const deviceOf = (
  http: Pick<HttpAccess, 'cookies'>,
  ctx: Pick<Context, 'now' | 'request'>,
  config: Config,
): Device | null => readDevice(config.secret, http.cookies[deviceCookieName(ctx.request.is_secure)], ctx.now)

/**
 * Makes the browser of a call one that this person's account knows (AUT-055), and returns the id of the browser. It stays
 * known after signing out.
 */
export const rememberDevice = (http: HttpAccess, ctx: SessionContext, config: Config, userId: number): string => {
  const value = deviceCookie(config.secret, deviceOf(http, ctx, config), userId, ctx.now)
  http.setCookie(deviceCookieName(ctx.request.is_secure), value, { max_age: DEVICE_SECONDS })
  const device = readDevice(config.secret, value, ctx.now)
  if (!device) throw new Error('A device cookie that was just made cannot be read')
  return device.id
}

/** Takes the session's cookies away; the locale stays. */
export const clearSessionCookies = (http: HttpAccess, ctx: SessionContext) => {
  for (const name of [
    sessionCookieName(ctx.request.is_secure),
    COOKIES.auth,
    COOKIES.role,
    COOKIES.portal,
    CSRF_COOKIE,
  ])
    http.clearCookie(name)
}

/** The role a new session starts in: the highest held; without one the sign-in is refused (AUT-049). */
export const firstRole = (roles: readonly Role[]): Role => {
  const role = roles[0]
  if (!role) throw fail('not_your_portal')
  return role
}

export { landingPath }
