import type { Configuration } from 'openid-client'
import { isListed } from '#platform/outside/guarded.ts'
import { type Claims, readClaims } from '../rules/claims.ts'
import { reasonOfError } from '../rules/unreachable.ts'
import { faultOfAddress } from './addresses.ts'
import { guardedFetch } from './guarded-fetch.ts'

/** A provider that cannot be reached, or whose answer is not one that may be believed; `message` says why. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly isUnreachable: boolean
  /** Of one that cannot be reached: the reason in plain words, and its code. */
  readonly reason: { plain: string; code: string | null }
  constructor(message: string, isUnreachable = false, reason = { plain: message, code: null as string | null }) {
    super(message)
    this.isUnreachable = isUnreachable
    this.reason = reason
  }
}

export type OidcClient = { issuer: string; client_id: string; client_secret: string | null; scopes: string }

/** The library takes a while to load, and most processes of most portals never need it. */
const library = () => import('openid-client')

const KEPT_MS = 10 * 60_000
const MOST_KEPT = 200
const kept = new Map<string, { at: number; configuration: Promise<Configuration> }>()

const discover = async (client: OidcClient, networks: readonly string[]): Promise<Configuration> => {
  const oidc = await library()
  const url = new URL(client.issuer)
  const execute = isListed(url, networks) && url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  const fetch = guardedFetch(networks)
  const discovery = await oidc.discovery(url, client.client_id, undefined, oidc.None(), {
    execute,
    [oidc.customFetch]: fetch,
    timeout: 10,
  })
  const server = discovery.serverMetadata()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const secret = client.client_secret
  const auth =
    secret === null
      ? oidc.None()
      : methods.includes('client_secret_basic')
        ? oidc.ClientSecretBasic(secret)
        : oidc.ClientSecretPost(secret)
  const configuration = new oidc.Configuration(server, client.client_id, undefined, auth)
  configuration[oidc.customFetch] = fetch
  configuration.timeout = 10
  // The signature of an ID token counts however it came here.
  oidc.enableNonRepudiationChecks(configuration)
  for (const allow of execute) allow(configuration)
  return configuration
}

/** What an error of the library says, with the reason inside of it. */
const reasonOf = (error: unknown): string => {
  const { message = '', cause, error_description: description } = error as Error & { error_description?: string }
  const inner = (cause as { message?: string; code?: string } | undefined) ?? {}
  return [description ?? message, inner.code ?? inner.message].filter(Boolean).join(': ').slice(0, 300)
}

/** What a provider says of itself, fetched again after some minutes or a change of the settings. */
export const configurationOf = async (client: OidcClient, networks: readonly string[]): Promise<Configuration> => {
  const key = JSON.stringify([client, networks])
  const now = Date.now()
  const known = kept.get(key)
  if (known && now - known.at < KEPT_MS) return known.configuration
  if (kept.size >= MOST_KEPT) kept.clear()
  const configuration = discover(client, networks)
  kept.set(key, { at: now, configuration })
  try {
    return await configuration
  } catch (error) {
    kept.delete(key)
    throw new ProviderError(reasonOf(error), true, reasonOfError(error))
  }
}

export type OidcStart = { address: string; nonce: string; code_verifier: string }

/** Where a browser goes to sign in, and what the answer has to fit (code flow with PKCE, state and nonce). */
export const startOidc = async (
  client: OidcClient,
  { redirect, state, networks }: { redirect: string; state: string; networks: readonly string[] },
): Promise<OidcStart> => {
  const oidc = await library()
  const configuration = await configurationOf(client, networks)
  const verifier = oidc.randomPKCECodeVerifier()
  const nonce = oidc.randomNonce()
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirect,
    response_type: 'code',
    scope: client.scopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const fault = faultOfAddress(address.href, networks)
  if (fault) throw new ProviderError(fault, true)
  return { address: address.href, nonce, code_verifier: verifier }
}

export type OidcAnswer = { issuer: string; subject: string; claims: Claims; id_token: string; session: string | null }
type Finish = {
  /** The address that the browser came back to. */
  address: URL
  state: string
  nonce: string
  code_verifier: string
  networks: readonly string[]
}

/**
 * The person in the answer of a provider: state and issuer of the answer, the code for this verifier, and of the ID token its
 * signature, issuer, audience, times and nonce are checked.
 */
export const finishOidc = async (client: OidcClient, finish: Finish): Promise<OidcAnswer> => {
  const oidc = await library()
  const configuration = await configurationOf(client, finish.networks)
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, finish.address, {
      expectedState: finish.state,
      expectedNonce: finish.nonce,
      pkceCodeVerifier: finish.code_verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims || !tokens.id_token) throw new ProviderError('There is no ID token')
    const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
    const more = hasMore ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
    return {
      issuer: claims.iss,
      subject: claims.sub,
      claims: readClaims({ ...more, ...claims }),
      id_token: tokens.id_token,
      session: typeof claims['sid'] === 'string' ? claims['sid'] : null,
    }
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError(reasonOf(error))
  }
}

/** Where a browser goes to sign out there as well; null for a provider that has no such address. */
export const signOutAddress = async (
  client: OidcClient,
  { id_token: idToken, back, networks }: { id_token: string | null; back: string; networks: readonly string[] },
): Promise<string | null> => {
  const oidc = await library()
  const configuration = await configurationOf(client, networks)
  if (!configuration.serverMetadata().end_session_endpoint) return null
  const address = oidc.buildEndSessionUrl(configuration, {
    ...(idToken && { id_token_hint: idToken }),
    post_logout_redirect_uri: back,
  })
  return faultOfAddress(address.href, networks) ? null : address.href
}
