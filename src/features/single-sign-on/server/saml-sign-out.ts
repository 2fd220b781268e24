import { stringify } from 'node:querystring'
import { inflateRawSync } from 'node:zlib'
import type { Profile, SAML } from '@node-saml/node-saml'
import { elementIn, elementsIn, parseXml, textIn, type XmlElement } from '#kernel/format/xml.ts'
import { ProviderError } from './oidc.ts'
import type { PortalKey } from './portal-key.ts'
import { OLDEST_MS, requireStrong, type SamlName, type SamlProvider, SKEW_MS } from './saml.ts'

const LONGEST = 100_000
const SIGNATURES = /#rsa-sha(256|384|512)$/
const SIGNED = ['SAMLRequest', 'RelayState', 'SigAlg'] as const

const clientOf = async (provider: SamlProvider, key: PortalKey | null): Promise<SAML> => {
  const { SAML } = await import('@node-saml/node-saml')
  const address = provider.sign_out_url ?? provider.sign_in_url
  return new SAML({
    entryPoint: address,
    logoutUrl: address,
    idpCert: provider.certificates,
    idpIssuer: provider.issuer,
    issuer: provider.entity_id,
    callbackUrl: provider.acs,
    acceptedClockSkewMs: SKEW_MS,
    ...(key && { privateKey: key.private_key, signatureAlgorithm: 'sha256' }),
  })
}

/** A message by redirect (signed as its query stands) or by a form (signed inside of its XML). */
export type SamlMessage = { kind: 'redirect'; query: string } | { kind: 'form'; request: string }

/** Each signed parameter as it was sent; one that is there twice could be read in one way and verified in the other. */
const signedParts = (query: string): Map<string, string> => {
  const parts = new Map<string, string>()
  for (const part of query.split('&')) {
    const name = part.slice(0, part.indexOf('='))
    if (parts.has(name)) throw new ProviderError(`${name} is there twice`)
    parts.set(name, part)
  }
  return parts
}

const valueIn = (parts: Map<string, string>, name: string): string =>
  new URLSearchParams(parts.get(name) ?? '').get(name) ?? ''

/** The XML of a message, of which nothing is believed yet. */
const xmlOf = (message: SamlMessage): string => {
  const base64 = message.kind === 'form' ? message.request : valueIn(signedParts(message.query), 'SAMLRequest')
  const bytes = Buffer.from(base64, 'base64')
  try {
    return (message.kind === 'form' ? bytes : inflateRawSync(bytes, { maxOutputLength: LONGEST })).toString('utf8')
  } catch {
    throw new ProviderError('The request cannot be read')
  }
}

const rootOf = (message: SamlMessage): XmlElement => {
  try {
    return parseXml(xmlOf(message))
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError('The request cannot be read')
  }
}

/** The issuer that a message names, to find the provider by. */
export const senderOf = (message: SamlMessage): string => {
  const issuer = elementIn(rootOf(message), 'Issuer')
  return issuer ? textIn(issuer).trim() : ''
}

const validated = async (client: SAML, message: SamlMessage): Promise<Profile | null> => {
  if (message.kind === 'form') return (await client.validatePostRequestAsync({ SAMLRequest: message.request })).profile
  const parts = signedParts(message.query)
  // The library takes what has no signature for what needs none.
  if (!parts.has('Signature')) throw new ProviderError('The request is not signed')
  if (!SIGNATURES.test(valueIn(parts, 'SigAlg'))) throw new ProviderError('The signature uses SHA-1')
  const values = Object.fromEntries([...parts.keys()].map((name) => [name, valueIn(parts, name)]))
  const query = SIGNED.flatMap((name) => parts.get(name) ?? []).join('&')
  return (await client.validateRedirectAsync(values, query)).profile
}

const requireTimely = ({ attributes }: XmlElement, address: string, now: Date): void => {
  const { IssueInstant: issued = '', Destination: destination } = attributes
  const age = now.getTime() - Date.parse(issued)
  if (!(age < OLDEST_MS && age > -SKEW_MS)) throw new ProviderError('The request is too old')
  if (destination && destination !== address) throw new ProviderError('The request is for another address')
}

/** An address whose query stands as it was signed: the library signs values as `querystring` writes them, and sends them otherwise. */
const asSigned = (address: string): string => {
  const { origin, pathname, searchParams } = new URL(address)
  return `${origin}${pathname}?${stringify(Object.fromEntries(searchParams))}`
}

export type SamlSignOut = { id: string; subject: string; sessions: string[]; until: Date }

/**
 * Whom a signed request of the provider signs out (SAML 2.0, single logout): by redirect the query has to be signed, by a form
 * the request itself, never with SHA-1, for this address and for now. Anything else throws a `ProviderError`.
 */
export const readSamlSignOut = async (
  provider: SamlProvider,
  message: SamlMessage,
  { address, now }: { address: string; now: Date },
): Promise<SamlSignOut> => {
  const root = rootOf(message)
  requireStrong(root)
  const profile = await validated(await clientOf(provider, null), message).catch((error: Error) => {
    throw error instanceof ProviderError ? error : new ProviderError(error.message.slice(0, 300))
  })
  if (!profile?.nameID || !profile.ID) throw new ProviderError('The request names nobody')
  requireTimely(root, address, now)
  return {
    id: String(profile.ID),
    subject: profile.nameID,
    sessions: elementsIn(root, 'SessionIndex').map((index) => textIn(index).trim()),
    until: new Date(Date.parse(root.attributes['IssueInstant'] ?? '') + SKEW_MS),
  }
}

/** Where a browser goes to tell the provider that its sign-out is done here; null where the provider has no such address. */
export const signOutDone = async (
  provider: SamlProvider,
  key: PortalKey,
  { id, relay_state: relayState }: { id: string; relay_state: string },
): Promise<string | null> => {
  if (!provider.sign_out_url) return null
  const client = await clientOf(provider, key)
  return asSigned(await client.getLogoutResponseUrlAsync({ ID: id } as Profile, relayState, {}, true))
}

/** Where a browser goes to be signed out at the provider too; null where the provider has no such address. */
export const samlSignOutAddress = async (
  provider: SamlProvider,
  key: PortalKey,
  { name, session }: { name: SamlName; session: string | null },
): Promise<string | null> => {
  if (!provider.sign_out_url) return null
  const client = await clientOf(provider, key)
  const person = { ...name, issuer: provider.issuer, ...(session && { sessionIndex: session }) } as Profile
  return asSigned(await client.getLogoutUrlAsync(person, '', {}))
}
