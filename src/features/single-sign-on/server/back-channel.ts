import type { Configuration } from 'openid-client'
import { guardedFetch } from './guarded-fetch.ts'
import { configurationOf, type OidcClient, ProviderError } from './oidc.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const OLDEST_SECONDS = 5 * 60
const SKEW_SECONDS = 60
/** What anybody could sign, or only somebody who knows the client secret, is not among them. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** Whom a provider has signed out: one of its sessions, or all of a person that began before `until`. */
export type SignedOut = { subject: string | null; session: string | null; until: Date }

const library = () => import('jose')
type Keys = ReturnType<Awaited<ReturnType<typeof library>>['createRemoteJWKSet']>

// As long as what the provider says of itself.
const kept = new WeakMap<Configuration, Keys>()

const keysOf = async (configuration: Configuration, networks: readonly string[]): Promise<Keys> => {
  const known = kept.get(configuration)
  if (known) return known
  const address = configuration.serverMetadata().jwks_uri
  if (!address) throw new ProviderError('The provider names no keys')
  const { createRemoteJWKSet, customFetch } = await library()
  const fetch = guardedFetch(networks)
  const keys = createRemoteJWKSet(new URL(address), {
    [customFetch]: (url: string) => fetch(url, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' }),
  })
  kept.set(configuration, keys)
  return keys
}

/** Issuer and audience that a token names, to find the provider by; null where it is none. Nothing of it is believed yet. */
export const addresseeOf = async (token: string): Promise<{ issuer: string; audience: string[] } | null> => {
  const { decodeJwt } = await library()
  try {
    const { iss, aud } = decodeJwt(token)
    return iss === undefined ? null : { issuer: iss, audience: [aud ?? []].flat() }
  } catch {
    return null
  }
}

/**
 * Whom a logout token of the provider signs out. Signature, issuer, audience and time are checked, and that it is no ID token
 * (OpenID Connect Back-Channel Logout 1.0, sections 2.4 and 2.6). Anything else throws a `ProviderError`.
 */
export const readLogoutToken = async (
  client: OidcClient,
  token: string,
  { networks, now }: { networks: readonly string[]; now: Date },
): Promise<SignedOut> => {
  const { jwtVerify } = await library()
  const configuration = await configurationOf(client, networks)
  const keys = await keysOf(configuration, networks)
  const { payload } = await jwtVerify(token, keys, {
    issuer: configuration.serverMetadata().issuer,
    audience: client.client_id,
    algorithms: SIGNATURES,
    requiredClaims: ['iat', 'jti', 'events'],
    maxTokenAge: OLDEST_SECONDS,
    clockTolerance: SKEW_SECONDS,
    currentDate: now,
  }).catch((error: Error) => {
    throw new ProviderError(error.message)
  })
  const { sub, sid, events, nonce, iat = 0 } = payload
  const hasEvent = typeof events === 'object' && events !== null && EVENT in events
  if (!hasEvent) throw new ProviderError('The token announces no sign-out')
  if (nonce !== undefined) throw new ProviderError('The token is an ID token')
  const session = typeof sid === 'string' ? sid : null
  if (!sub && !session) throw new ProviderError('The token names nobody')
  return { subject: sub ?? null, session, until: new Date((iat + SKEW_SECONDS) * 1000) }
}
