import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Db } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import { randomToken } from '#platform/secrets.ts'
import { testTrouble } from '../rules/unreachable.ts'
import { addressesOf } from './addresses.ts'
import { ATTEMPT_SECONDS, type AttemptSecrets, insertAttempt, newState } from './attempts.ts'
import { ProviderError, startOidc } from './oidc.ts'
import { oidcClient, samlProvider } from './provider-secrets.ts'
import { startSaml } from './saml.ts'
import { loadProvider, type ProviderRow } from './store.ts'

/** Over HTTPS with the prefix, so that no sibling host can set it. */
export const browserCookie = (isSecure: boolean) => (isSecure ? '__Host-sign_on' : 'sign_on')

/** What the browser keeps: the same for several tabs, so that each of them comes back as the one that left. */
const browserOf = (http: HttpAccess, ctx: Context): string => {
  const name = browserCookie(ctx.request.is_secure)
  const browser = http.cookies[name] || randomToken()
  http.setCookie(name, browser, { max_age: ATTEMPT_SECONDS })
  return browser
}

export const unreachable = (provider: string, error: unknown) => {
  if (!(error instanceof ProviderError)) throw error
  return fail('sign_on_unreachable', { params: { provider, reason: error.reason.plain } })
}

/** What the admin reads who tests the provider (SSO-022). */
const untested = ({ name, issuer }: ProviderRow, error: unknown) => {
  if (!(error instanceof ProviderError)) throw error
  const { plain } = error.reason
  const params = { provider: name, reason: plain }
  return fail('sign_on_unreachable', { params, message: testTrouble({ ...error.reason, issuer }) })
}

const begin = async (
  row: ProviderRow,
  ctx: Context,
  state: string,
  config: Config,
): Promise<{ address: string; secrets: AttemptSecrets }> => {
  if (row.kind === 'saml') {
    const requestId = `_${randomToken()}`
    const address = await startSaml(samlProvider(row, ctx.portal), requestId, state)
    return { address, secrets: { kind: 'saml', request_id: requestId } }
  }
  const { address, ...secrets } = await startOidc(oidcClient(row, config.secret), {
    redirect: addressesOf(ctx.portal).redirect,
    state,
    networks: config.FETCH_NETWORKS ?? [],
  })
  return { address, secrets: { kind: 'oidc', ...secrets } }
}

type Start = { db: Db; ctx: Context; http: HttpAccess; provider_id: number; is_test: boolean }

/** Begins a sign-in: keeps what its answer has to fit, and says where the browser goes. */
export const startAttempt = async ({ db, ctx, http, provider_id: id, is_test: isTest }: Start, config: Config) => {
  const portalId = ctx.portal.id
  const row = await db.withPortal(portalId, (tx) => loadProvider(tx, portalId, id), 'read only')
  if (!row || (!row.is_active && !isTest)) throw fail('not_found')
  const state = newState()
  const { address, secrets } = await begin(row, ctx, state, config).catch((error: unknown) => {
    throw isTest ? untested(row, error) : unreachable(row.name, error)
  })
  const browser = browserOf(http, ctx)
  const tester_id = isTest ? (ctx.viewer?.user_id ?? null) : null
  await db.withPortal(portalId, (tx) =>
    insertAttempt(tx, config.secret, portalId, { provider_id: id, tester_id, browser, state, secrets }, ctx.now),
  )
  return { data: { address } }
}

/** Whether the browser is at the address that providers send it back to; its cookies are of one host. */
export const isAtHome = (http: HttpAccess, ctx: Context): boolean =>
  (http.header('host') ?? '').replace(/:\d+$/, '') === new URL(ctx.portal.origin).hostname
