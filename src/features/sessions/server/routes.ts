import { findById, type Person, pendingEmailOf, presentUser } from '#features/accounts/server/api.ts'
import { accessOf, landingPath, PERMISSIONS, ROLES, type Role } from '#kernel/access/permissions.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import { COOKIES, sessionCookieName } from '#platform/http/context.ts'
import { type Route, route } from '#platform/http/route.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { endImpersonation, startImpersonation } from './actions/impersonation.ts'
import { changePassword, resetPassword } from './actions/passwords.ts'
import { signIn } from './actions/sign-in.ts'
import { verifyToken } from './actions/verify-token.ts'
import { demoPeople } from './demo-people.ts'
import { requestResetLink } from './jobs.ts'
import {
  COOKIE_SECONDS,
  clearSessionCookies,
  deviceOf,
  endSession,
  rememberDevice,
  setCsrfCookie,
  setSessionCookies,
} from './sessions.ts'

type SessionState = {
  roles: readonly Role[]
  current_role: Role
  is_outside: boolean
  toggles: Readonly<Record<string, boolean>>
  impersonator_id: number | null
  impersonator_name: string | null
  pending_email: string | null
}

/** The answer of `GET /me`: the person, the roles held in this portal, and what the current one reaches. */
const presentMe = (ctx: Context, person: Person, state: SessionState) => {
  const condition = { plan_short_name: ctx.portal.plan_short_name, is_core: ctx.portal.flags.is_core }
  const reached = (role: Role) =>
    PERMISSIONS.filter(
      (permission) =>
        accessOf(role, permission, { condition, ...(role === state.current_role && { toggles: state.toggles }) }) !==
        'none',
    )
  return {
    ...presentUser(person, true),
    roles: state.roles.map((role) => ({
      name: ROLES[role].name,
      short_name: role,
      permissions: reached(role),
      is_outside: role === 'manager' && state.is_outside,
    })),
    current_role: state.current_role,
    abilities: reached(state.current_role),
    is_impersonated: state.impersonator_id !== null,
    impersonator_name: state.impersonator_name,
    landing_path: landingPath(state.current_role),
    pending_email: state.pending_email,
  }
}

const NEUTRAL_ANSWER =
  'If this email has an account here, a link to reset the password is on its way. Check your spam folder too: we send at most three links an hour.'

/** The calls of signing in and out; they need the configuration for the CSRF token. */
export const routes = ({ config, providerInsteadOfPassword }: Services): Route[] => [
  route(contract.csrfCookie, async ({ ctx, http }) => {
    setCsrfCookie(http, config, http.cookies[sessionCookieName(ctx.request.is_secure)])
    return undefined
  }),
  route(contract.login, async ({ tx, ctx, body, http }) => {
    const { person, roles, role, token } = await signIn(tx, ctx, body, {
      device: deviceOf(http, ctx, config),
      provider: await providerInsteadOfPassword(tx, ctx.host_portal.id, body.email),
    })
    rememberDevice(http, ctx, config, person.id)
    setSessionCookies(http, ctx, config, { token, role, is_remembered: body.remember })
    return {
      data: presentMe(ctx, person, {
        roles,
        current_role: role,
        is_outside: false,
        toggles: {},
        impersonator_id: null,
        impersonator_name: null,
        pending_email: await pendingEmailOf(tx, ctx, person.id),
      }),
    }
  }),
  route(contract.showMe, async ({ tx, ctx, query }) => {
    if (query.portal_id !== undefined && query.portal_id !== ctx.portal.id) throw fail('not_your_portal')
    const person = await findById(tx, ctx.portal.id, ctx.viewer.user_id)
    if (!person) throw fail('unauthorized')
    return { data: presentMe(ctx, person, { ...ctx.viewer, pending_email: await pendingEmailOf(tx, ctx, person.id) }) }
  }),
  route(contract.logout, async ({ tx, ctx, http }) => {
    await endSession(tx, ctx, ctx.viewer.session_id, ctx.viewer.user_id, 'signed out')
    await logActivity(tx, ctx, { action: 'session.end' })
    clearSessionCookies(http, ctx)
    return undefined
  }),
  route(contract.chooseRole, async ({ tx, ctx, body, http }) => {
    const role = ctx.viewer.roles.find((role) => role === body.role)
    if (!role) throw fail('role_not_held')
    await tx
      .updateTable('sessions')
      .set({ current_role: role })
      .where('portal_id', '=', ctx.host_portal.id)
      .where('id', '=', ctx.viewer.session_id)
      .execute()
    await forgetViewer(tx, ctx.viewer.user_id)
    http.setCookie(COOKIES.role, role, { max_age: COOKIE_SECONDS, is_readable: true })
    return { data: { current_role: role, landing_path: landingPath(role) } }
  }),
  route(contract.forgotPassword, async ({ tx, ctx, body }) => {
    await requestResetLink(tx, ctx, body.email)
    return { message: NEUTRAL_ANSWER }
  }),
  route(contract.resetPassword, async ({ tx, ctx, body, http }) => {
    const { email, user_id: userId } = await resetPassword(tx, ctx, body, providerInsteadOfPassword)
    // Anyone who opened the link can sign in here, however many others try to.
    rememberDevice(http, ctx, config, userId)
    return { data: { email } }
  }),
  route(contract.changePassword, async ({ tx, ctx, body, http }) => {
    await changePassword(tx, ctx, body, deviceOf(http, ctx, config))
    return undefined
  }),
  route(contract.verifyToken, async ({ tx, ctx, body }) => ({ data: await verifyToken(tx, ctx, body) })),
  route(contract.listDemoPeople, async ({ tx, ctx }) => {
    if (!config.PORTICO_DEMO) throw fail('not_found')
    return { data: await demoPeople(tx, ctx.host_portal.id, config.PORTICO_DEMO_PASSWORD) }
  }),
  route(contract.impersonate, async ({ tx, ctx, params, http }) => {
    const { token, role } = await startImpersonation(tx, ctx, params.id)
    setSessionCookies(http, ctx, config, { token, role })
    return { data: { landing_path: landingPath(role) } }
  }),
  route(contract.endImpersonation, async ({ tx, ctx, http }) => {
    const { token, role } = await endImpersonation(tx, ctx)
    setSessionCookies(http, ctx, config, { token, role })
    return { data: { landing_path: landingPath(role) } }
  }),
]
