import type { Profile, SAML } from '@node-saml/node-saml'
import { elementIn, parseXml, type XmlElement } from '#kernel/format/xml.ts'
import { type Claims, readClaims } from '../rules/claims.ts'
import { ProviderError } from './oidc.ts'
import type { PortalKey } from './portal-key.ts'

export type SamlProvider = {
  issuer: string
  sign_in_url: string
  certificates: string[]
  sign_out_url: string | null
  entity_id: string
  acs: string
}

export const SKEW_MS = 60_000
export const OLDEST_MS = 10 * 60_000
const WEAK = /xmldsig#(rsa-sha1|dsa-sha1|hmac-sha1|sha1)\b/
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** A client that knows one request alone: the one that the answer has to name. */
const clientOf = async (provider: SamlProvider, requestId: string): Promise<SAML> => {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  return new SAML({
    entryPoint: provider.sign_in_url,
    idpCert: provider.certificates,
    idpIssuer: provider.issuer,
    issuer: provider.entity_id,
    audience: provider.entity_id,
    callbackUrl: provider.acs,
    wantAssertionsSigned: true,
    // The assertion is; many providers sign nothing around it, and nothing around it is read.
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: OLDEST_MS,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
      removeAsync: async (key) => key,
    },
  })
}

/** Where a browser goes to sign in. */
export const startSaml = async (provider: SamlProvider, requestId: string, state: string): Promise<string> =>
  (await clientOf(provider, requestId)).getAuthorizeUrlAsync(state, undefined, {})

type Parsed = Record<string, unknown>
const listIn = (parent: unknown, name: string): Parsed[] =>
  ((parent as Parsed | undefined)?.[name] as Parsed[] | undefined) ?? []
const attributesOf = (element: Parsed | undefined) => (element?.['$'] ?? {}) as Record<string, string | undefined>

/** What the signed assertion itself says of whom and for whom it was made; everything else came unsigned. */
const requireOurs = (profile: Profile, provider: SamlProvider, requestId: string): void => {
  const assertion = (profile.getAssertion?.() as Parsed | undefined)?.['Assertion'] as Parsed | undefined
  if (!assertion) throw new ProviderError('There is no assertion')
  if (profile.issuer !== provider.issuer) throw new ProviderError('The assertion is from another issuer')
  const [subject] = listIn(assertion, 'Subject')
  const confirmations = listIn(subject, 'SubjectConfirmation').flatMap((one) => listIn(one, 'SubjectConfirmationData'))
  const isOurs = confirmations.some((data) => {
    const { InResponseTo, Recipient, NotOnOrAfter } = attributesOf(data)
    return InResponseTo === requestId && Recipient === provider.acs && NotOnOrAfter !== undefined
  })
  if (!isOurs) throw new ProviderError('The assertion was not made for this sign-in')
}

const hasWeak = ({ attributes, children }: XmlElement): boolean =>
  WEAK.test(attributes['Algorithm'] ?? '') || children.some((child) => typeof child !== 'string' && hasWeak(child))

/** Refuses signatures by SHA-1, which others could make. */
export const requireStrong = (root: XmlElement): void => {
  if (hasWeak(root)) throw new ProviderError('The signature uses SHA-1')
}

/** Refuses a document type, which no answer has, weak signatures, and what says that it failed. */
const requireSound = (response: string): void => {
  const root = parseXml(Buffer.from(response, 'base64').toString('utf8'))
  requireStrong(root)
  const status = elementIn(elementIn(root, 'Status'), 'StatusCode')?.attributes['Value'] ?? ''
  if (!status.endsWith(':Success')) throw new ProviderError(`The provider answered ${status || 'without a status'}`)
}

/** The name of a person at a SAML provider, which signing out there needs as it was given. */
export type SamlName = Pick<Profile, 'nameID' | 'nameIDFormat' | 'nameQualifier' | 'spNameQualifier'>

export type SamlAnswer = {
  issuer: string
  /** Null where the provider gives another name at each sign-in. */
  subject: string | null
  name: SamlName
  session: string | null
  claims: Claims
}

const nameOf = ({ nameID, nameIDFormat, nameQualifier, spNameQualifier }: Profile): SamlName => ({
  nameID,
  nameIDFormat,
  ...(nameQualifier && { nameQualifier }),
  ...(spNameQualifier && { spNameQualifier }),
})

/**
 * The person in the answer of a SAML provider. Only the assertion whose signature was verified is read, and it has to be made
 * for this portal, this provider and this sign-in, and for now.
 */
export const finishSaml = async (
  provider: SamlProvider,
  { response, request_id: requestId }: { response: string; request_id: string },
): Promise<SamlAnswer> => {
  try {
    requireSound(response)
    const client = await clientOf(provider, requestId)
    const { profile } = await client.validatePostResponseAsync({ SAMLResponse: response })
    if (!profile?.nameID) throw new ProviderError('The assertion names nobody')
    requireOurs(profile, provider, requestId)
    return {
      issuer: profile.issuer,
      subject: profile.nameIDFormat === TRANSIENT ? null : profile.nameID,
      name: nameOf(profile),
      session: profile.sessionIndex ?? null,
      claims: readClaims((profile['attributes'] as Record<string, unknown> | undefined) ?? {}),
    }
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError((error as Error).message.slice(0, 300))
  }
}

/** What the administrator of a SAML provider gives it to know this portal. */
export const ownMetadata = async (
  addresses: { entity_id: string; acs: string; saml_sign_out: string },
  key: PortalKey,
): Promise<string> => {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  const metadata = generateServiceProviderMetadata({
    issuer: addresses.entity_id,
    callbackUrl: addresses.acs,
    logoutCallbackUrl: addresses.saml_sign_out,
    privateKey: key.private_key,
    publicCerts: key.certificate,
    wantAssertionsSigned: true,
    identifierFormat: null,
    generateUniqueId: () => '_portico',
  })
  // Requests to sign in are not signed: a provider that was told so would refuse them.
  return metadata.replace('AuthnRequestsSigned="true"', 'AuthnRequestsSigned="false"')
}
