import { loadShownPeople } from '#features/accounts/server/api.ts'
import { rememberDevice, setSessionCookies, startSession } from '#features/sessions/server/api.ts'
import { landingPath } from '#kernel/access/permissions.ts'
import type { Context } from '#kernel/context.ts'
import { AppError, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { actingOf } from '#platform/db/transactions/acting.ts'
import { committing, type HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import { seal } from '#platform/sealed.ts'
import { hashToken, randomToken } from '#platform/secrets.ts'
import { type Claims, type Identity, identityOf } from '../rules/claims.ts'
import { addressesOf } from './addresses.ts'
import { arrive, judge } from './arrive.ts'
import {
  type Attempt,
  type AttemptSecrets,
  answerOf,
  isOfBrowser,
  keepResult,
  lockAttempt,
  markUsed,
  secretsOf,
} from './attempts.ts'
import { finishOidc, ProviderError } from './oidc.ts'
import { oidcClient } from './provider-secrets.ts'
import type { SamlAnswer } from './saml.ts'
import { browserCookie, unreachable } from './start.ts'
import { loadProvider, noteSuccess, type ProviderRow } from './store.ts'
import { outcomeOf } from './test-result.ts'

/** An answer that is believed, with what signing out there takes. */
type Believed = { identity: Identity; claims: Claims; hint: string; session: string | null }

export type Claimed = { attempt: Attempt; secrets: AttemptSecrets; provider: ProviderRow; state: string }

const refused = async (tx: Tx, ctx: Context, changes: Record<string, unknown>) =>
  logActivity(tx, ctx, { action: 'session.failed', changes })

/** Takes the attempt that a browser comes back with, once: whatever follows, the same answer opens nothing again. */
export const claimAttempt = async (
  tx: Tx,
  ctx: Context,
  { query, http, key }: { query: URLSearchParams; http: HttpAccess; key: string },
): Promise<Claimed> => {
  const portalId = ctx.portal.id
  const state = query.get('state') ?? ''
  const attempt = state ? await lockAttempt(tx, portalId, state, ctx.now) : undefined
  const browser = http.cookies[browserCookie(ctx.request.is_secure)]
  if (!attempt || !isOfBrowser(attempt, browser)) throw fail('sign_on_unfinished')
  await markUsed(tx, portalId, attempt.id, ctx.now)
  const provider = await loadProvider(tx, portalId, attempt.provider_id)
  const secrets = secretsOf(attempt, key, portalId)
  const isOpen = provider && (provider.is_active || attempt.tester_id !== null)
  if (!isOpen || secrets?.kind !== provider.kind) throw committing(fail('sign_on_unfinished'))
  return { attempt, secrets, provider, state }
}

const believed = async (claimed: Claimed, ctx: Context, query: URLSearchParams, config: Config): Promise<Believed> => {
  const { attempt, secrets, provider, state } = claimed
  if (secrets.kind === 'saml') {
    const answer = answerOf<SamlAnswer>(attempt, config.secret, ctx.portal.id)
    if (!answer) throw new ProviderError(attempt.problem ?? 'The provider has not answered')
    const identity = identityOf(answer.claims, { ...answer, name_id: answer.name.nameID }, provider)
    const claims = { NameID: answer.name.nameID, ...answer.claims }
    return { identity, claims, hint: JSON.stringify(answer.name), session: answer.session }
  }
  const address = new URL(addressesOf(ctx.portal).redirect)
  address.search = query.toString()
  const { nonce, code_verifier } = secrets
  const networks = config.FETCH_NETWORKS ?? []
  const answer = await finishOidc(oidcClient(provider, config.secret), {
    address,
    state,
    nonce,
    code_verifier,
    networks,
  })
  const identity = identityOf(answer.claims, answer, provider)
  return { identity, claims: answer.claims, hint: answer.id_token, session: answer.session }
}

const begin = async (
  tx: Tx,
  ctx: Context,
  { provider, identity, hint, session }: Believed & { provider: ProviderRow },
  key: string,
) => {
  const { user_id: userId, role, as } = await arrive(tx, ctx, provider, identity)
  const token = await startSession(tx, ctx, { user_id: userId, role })
  const { id } = await tx
    .selectFrom('sessions')
    .select('id')
    .where('portal_id', '=', ctx.portal.id)
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  const signOut = randomToken()
  await tx
    .insertInto('sign_on_sessions')
    .values({
      portal_id: ctx.portal.id,
      session_id: id,
      provider_id: provider.id,
      subject: identity.subject ?? identity.email ?? '',
      provider_session: session,
      sign_out_hash: hashToken(signOut),
      hint: seal(key, `sign-on session ${ctx.portal.id}`, hint),
      created_at: ctx.now,
    })
    .execute()
  await noteSuccess(tx, ctx.portal.id, provider.id, ctx.now)
  await logActivity(tx, as, { action: 'session.start', changes: { provider: provider.name } })
  return { token, role, user_id: userId, sign_out: signOut }
}

/** Kept by the browser after signing out too, so that it can be signed out at the provider. */
export const SIGN_OUT_COOKIE = 'sign_on_out'
const SIGN_OUT_SECONDS = 86_400

type Finish = { db: Db; ctx: Context; http: HttpAccess; query: URLSearchParams; claimed: Claimed }

const managerShown = async (tx: Tx, portalId: number, named: string | null, id: number | null) => {
  if (named === null) return null
  const people = await loadShownPeople(tx, portalId, id === null ? [] : [id])
  return { named, display_name: (id !== null && people.get(id)?.display_name) || null }
}

const showTest = async ({ db, ctx, claimed }: Finish, answer: Believed | ProviderError) => {
  const { attempt, provider } = claimed
  const portalId = ctx.portal.id
  await db.withPortal(portalId, async (tx) => {
    const isBelieved = !(answer instanceof ProviderError)
    const verdict = isBelieved ? await judge(tx, ctx, provider, answer.identity) : null
    await keepResult(tx, portalId, attempt.id, {
      at: ctx.now.toISOString(),
      claims: isBelieved ? answer.claims : {},
      email: verdict?.email ?? null,
      first_name: isBelieved ? answer.identity.first_name : null,
      last_name: isBelieved ? answer.identity.last_name : null,
      roles: verdict?.roles ?? [],
      manager: isBelieved
        ? await managerShown(tx, portalId, answer.identity.manager, verdict?.manager_id ?? null)
        : null,
      outcome: isBelieved && verdict ? outcomeOf(verdict.admission, verdict.email) : (answer as ProviderError).message,
      is_admitted: verdict !== null && 'way' in verdict.admission,
    })
    if (isBelieved) await noteSuccess(tx, portalId, provider.id, ctx.now)
  })
  return { data: { landing_path: `/portals/sign-on/${provider.id}`, is_test: true } }
}

/** Finishes a sign-in with the answer of the provider, or a test, which signs nobody in. */
export const finishAttempt = async (finish: Finish, config: Config) => {
  const { db, ctx, http, query, claimed } = finish
  const { attempt, provider } = claimed
  const answer = await believed(claimed, ctx, query, config).catch((error: unknown) => {
    if (error instanceof ProviderError) return error
    throw error
  })
  if (attempt.tester_id !== null) return showTest(finish, answer)
  const portalId = ctx.portal.id
  const note = (changes: Record<string, unknown>) =>
    db.withPortal(portalId, (tx) => refused(tx, ctx, { provider: provider.name, ...changes }))
  if (answer instanceof ProviderError) {
    await note({ reason: answer.message })
    throw answer.isUnreachable ? unreachable(provider.name, answer) : fail('sign_on_unfinished')
  }
  const session = await db
    .withPortal(portalId, (tx) => begin(tx, ctx, { ...answer, provider }, config.secret), 'read write', actingOf(ctx))
    .catch(async (error: unknown) => {
      if (error instanceof AppError) await note({ email: answer.identity.email, reason: error.code })
      throw error
    })
  setSessionCookies(http, ctx, config, session)
  rememberDevice(http, ctx, config, session.user_id)
  http.setCookie(SIGN_OUT_COOKIE, session.sign_out, { max_age: SIGN_OUT_SECONDS })
  http.setCookie('signed_on', '1', { max_age: SIGN_OUT_SECONDS, is_readable: true })
  return { data: { landing_path: landingPath(session.role), is_test: false } }
}
