import { findById, pendingEmailOf } from '#features/accounts/server/api.ts'
import { landingPath } from '#kernel/access/permissions.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import { COOKIES, sessionCookieName } from '#platform/http/context.ts'
import { type Route, route } from '#platform/http/route.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { endOneSession, endOtherSessions, listSessions } from '../contract-list.ts'
import { endImpersonation, startImpersonation } from './actions/impersonation.ts'
import { changePassword, resetPassword } from './actions/passwords.ts'
import { signIn } from './actions/sign-in.ts'
import { verifyToken } from './actions/verify-token.ts'
import { demoPeople } from './demo-people.ts'
import { requestResetLink } from './jobs.ts'
import { ownProvider, presentMe } from './present-me.ts'
import './ports.ts'
import { endOne, endOthers, runningSessions } from './running-sessions.ts'
import {
  COOKIE_SECONDS,
  clearSessionCookies,
  deviceOf,
  endSession,
  rememberDevice,
  setCsrfCookie,
  setSessionCookies,
} from './sessions.ts'
import { welcome } from './welcome.ts'

const NEUTRAL_ANSWER =
  'If this email has an account here, a link to reset the password is on its way. Check your spam folder too: we send at most three links an hour.'

const answerWith = (provider: string) =>
  `This portal does not use passwords. Go back to the sign-in page and choose “Continue with ${provider}”.`

/** The calls of signing in and out; they need the configuration for the CSRF token. */
export const routes = ({ config, providerInsteadOfPassword, secondStep }: Services): Route[] => [
  route(contract.csrfCookie, async ({ ctx, http }) => {
    setCsrfCookie(http, config, http.cookies[sessionCookieName(ctx.request.is_secure)])
    return undefined
  }),
  route(contract.login, async ({ tx, ctx, body, http }) => {
    const device = deviceOf(http, ctx, config)
    const signedIn = await signIn(tx, ctx, body, {
      device,
      provider: await providerInsteadOfPassword(tx, ctx.host_portal.id, body.email),
      afterPassword: (account) =>
        secondStep.require(tx, ctx, { account, device, http, is_remembered: body.remember, purpose: body.purpose }),
    })
    const { me } = await welcome(tx, ctx, signedIn, { http, config, is_remembered: body.remember })
    return { data: me }
  }),
  route(contract.showMe, async ({ tx, ctx, query }) => {
    if (query.portal_id !== undefined && query.portal_id !== ctx.portal.id) throw fail('not_your_portal')
    const person = await findById(tx, ctx.portal.id, ctx.viewer.user_id)
    if (!person) throw fail('unauthorized')
    const state = {
      ...ctx.viewer,
      pending_email: await pendingEmailOf(tx, ctx, person.id),
      password_provider: await ownProvider(tx, ctx, person.email, ctx.viewer.current_role),
    }
    return { data: presentMe(ctx, person, state) }
  }),
  route(contract.logout, async ({ tx, ctx, http }) => {
    await endSession(tx, ctx, ctx.viewer.session_id, ctx.viewer.user_id, 'signed out')
    await logActivity(tx, ctx, { action: 'session.end' })
    clearSessionCookies(http, ctx)
    return undefined
  }),
  route(listSessions, async ({ tx, ctx }) => ({ data: await runningSessions(tx, ctx) })),
  route(endOneSession, async ({ tx, ctx, params }) => {
    await endOne(tx, ctx, params.id)
    return undefined
  }),
  route(endOtherSessions, async ({ tx, ctx }) => {
    await endOthers(tx, ctx)
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
    // The provider of a portal that takes passwords from nobody: it says nothing about the address.
    const provider = await providerInsteadOfPassword(tx, ctx.host_portal.id, '')
    return { message: provider === null ? NEUTRAL_ANSWER : answerWith(provider) }
  }),
  route(contract.resetPassword, async ({ tx, ctx, body, http }) => {
    const { email, user_id: userId } = await resetPassword(tx, ctx, body, providerInsteadOfPassword)
    // Anyone who opened the link can sign in here, however many others try to.
    rememberDevice(http, ctx, config, userId)
    return { data: { email } }
  }),
  route(contract.changePassword, async ({ tx, ctx, body, http }) => {
    const device = deviceOf(http, ctx, config)
    await changePassword(tx, ctx, body, { device, providerInstead: providerInsteadOfPassword })
    return undefined
  }),
  route(contract.verifyToken, async ({ tx, ctx, body }) => ({
    data: await verifyToken(tx, ctx, body, providerInsteadOfPassword),
  })),
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
