import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Db } from '#platform/db/db.ts'
import type { FileAnswer, HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import { addressesOf } from './addresses.ts'
import { addresseeOf, readLogoutToken } from './back-channel.ts'
import { endSessionsOf } from './end-sessions.ts'
import { ProviderError } from './oidc.ts'
import { portalKey } from './portal-key.ts'
import { oidcClient, samlProvider } from './provider-secrets.ts'
import { readSamlSignOut, type SamlMessage, senderOf, signOutDone } from './saml-sign-out.ts'
import { listProviders, type ProviderRow } from './store.ts'

type Call = { db: Db; ctx: Context; http: HttpAccess }
const LONGEST_RELAY_STATE = 1_000

/** Ends with an empty body: browsers are led on, providers read the status alone. */
export const emptyAnswer = (status: 200 | 303 | 400, headers: Record<string, string> = {}): FileAnswer => ({
  name: 'sign-on',
  mime_type: 'text/plain; charset=utf-8',
  content: Buffer.alloc(0),
  status,
  headers,
})

const formOf = (http: HttpAccess) => new URLSearchParams(http.raw_body?.toString('utf8'))

const providersOf = ({ db, ctx }: Call, isMeant: (row: ProviderRow) => boolean): Promise<ProviderRow[]> =>
  db.withPortal(ctx.portal.id, async (tx) => (await listProviders(tx, ctx.portal.id)).filter(isMeant))

/** What was refused stands in the activity log, so that an admin can find out why people stay signed in. */
const noteRefusal = ({ db, ctx }: Call, error: unknown, provider?: ProviderRow) => {
  if (!(error instanceof ProviderError)) throw error
  return db.withPortal(ctx.portal.id, (tx) =>
    logActivity(tx, ctx, {
      action: 'sign-on-provider.sign-out-refused',
      ...(provider && { subject_type: 'sign-on-provider', subject_id: provider.id }),
      changes: { ...(provider && { provider: provider.name }), reason: error.message },
    }),
  )
}

/**
 * A provider says from its server whom it has signed out: their sessions here end. 200 where the token was believed, whether or
 * not anybody was still signed in, else 400 (OpenID Connect Back-Channel Logout 1.0, section 2.8).
 */
export const takeLogoutToken = async (call: Call, config: Config): Promise<FileAnswer> => {
  const { db, ctx, http } = call
  const token = formOf(http).get('logout_token') ?? ''
  const addressee = await addresseeOf(token)
  const meant = await providersOf(
    call,
    (row) =>
      row.kind === 'oidc' && row.issuer === addressee?.issuer && addressee.audience.includes(row.client_id ?? ''),
  )
  const networks = config.FETCH_NETWORKS ?? []
  for (const provider of meant) {
    try {
      const client = oidcClient(provider, config.secret)
      const { subject, session, until } = await readLogoutToken(client, token, { networks, now: ctx.now })
      const sessions = session === null ? [] : [session]
      await db.withPortal(ctx.portal.id, (tx) => endSessionsOf(tx, ctx, provider, { subject, sessions, until }))
    } catch (error) {
      await noteRefusal(call, error, provider)
      return emptyAnswer(400)
    }
  }
  return emptyAnswer(meant.length > 0 ? 200 : 400)
}

const endBySaml = async (call: Call, config: Config, message: SamlMessage, relayState: string) => {
  const { db, ctx } = call
  const sender = senderOf(message)
  const [provider] = await providersOf(call, (row) => row.kind === 'saml' && row.issuer === sender)
  if (!provider) throw new ProviderError('The request is from a provider that this portal does not have')
  const saml = samlProvider(provider, ctx.portal)
  const address = addressesOf(ctx.portal).saml_sign_out
  const { id, ...meant } = await readSamlSignOut(saml, message, { address, now: ctx.now })
  await db.withPortal(ctx.portal.id, (tx) => endSessionsOf(tx, ctx, provider, meant))
  const key = await portalKey({ db, portal: ctx.portal, key: config.secret, now: ctx.now })
  return signOutDone(saml, key, { id, relay_state: relayState.slice(0, LONGEST_RELAY_STATE) })
}

/**
 * A browser comes from a SAML provider: with a signed request, which ends the person's sessions here and is answered there, or
 * with the answer to a sign-out that began here, which needs nothing more. In the end it is at the sign-in page.
 */
export const takeSamlSignOut = async (call: Call, config: Config): Promise<FileAnswer> => {
  const { ctx, http } = call
  const values = http.raw_body ? formOf(http) : new URLSearchParams(http.raw_query)
  const request = values.get('SAMLRequest')
  const home = addressesOf(ctx.portal).signed_out
  if (!request) return emptyAnswer(303, { location: home })
  const message: SamlMessage = http.raw_body ? { kind: 'form', request } : { kind: 'redirect', query: http.raw_query }
  const next = await endBySaml(call, config, message, values.get('RelayState') ?? '').catch(async (error: unknown) => {
    await noteRefusal(call, error)
    return null
  })
  return emptyAnswer(303, { location: next ?? home })
}
