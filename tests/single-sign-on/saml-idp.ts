import { createSign, generateKeyPairSync, type KeyLike, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { makeAuthority } from '../tls/certificates.ts'

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

const newId = () => `_${randomBytes(16).toString('hex')}`
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The request in the address that a browser is sent to. */
export const requestIn = (address: string) => {
  const { searchParams } = new URL(address)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  return { xml, id: /\bID="([^"]+)"/.exec(xml)?.[1] ?? '', relay_state: searchParams.get('RelayState') ?? '' }
}

export type Said = {
  in_response_to: string
  acs: string
  audience: string
  name_id?: string
  /** The name in XML, where it is more than a text. */
  name_xml?: string
  format?: string
  attributes?: Readonly<Record<string, readonly string[]>>
  issuer?: string
  recipient?: string
  from_ms?: number
  until_ms?: number
  issued_ms?: number
  conditions?: string
  session_index?: string
}

export type SaidSignOut = {
  destination: string
  name_id: string
  sessions?: readonly string[]
  issuer?: string
  issued_ms?: number
  until_ms?: number
  doctype?: string
  relay_state?: string
}

/** A SAML provider as small as one can be: it says what it is told, signed with a key of its own. */
export const samlIdp = (issuer: string) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { cert, key } = makeAuthority().issue([new URL(issuer).hostname], undefined, privateKey)

  const assertionOf = (said: Said, id = newId()) => {
    const { in_response_to: request, from_ms: from = -1_000, until_ms: until = 60_000 } = said
    const attributes = Object.entries(said.attributes ?? {}).map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
    )
    const conditions =
      said.conditions ??
      `<saml:Conditions NotBefore="${at(from)}" NotOnOrAfter="${at(until)}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`
    return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at(said.issued_ms ?? 0)}"><saml:Issuer>${said.issuer ?? issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${said.format ?? EMAIL_FORMAT}">${said.name_xml ?? escaped(said.name_id ?? '')}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${request ? ` InResponseTo="${request}"` : ''} Recipient="${said.recipient ?? said.acs}" NotOnOrAfter="${at(until)}"/></saml:SubjectConfirmation></saml:Subject>${conditions}<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${said.session_index ?? newId()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : ''}</saml:Assertion>`
  }

  const sign = (xml: string, { hash = 'sha256', privateKey: signer = key, element = 'Assertion' } = {}) => {
    const isOld = hash === 'sha1'
    const signature = new SignedXml({
      privateKey: signer,
      publicCert: cert,
      canonicalizationAlgorithm: C14N,
      signatureAlgorithm: isOld ? `${XMLDSIG}rsa-sha1` : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    })
    const xpath = `//*[local-name(.)='${element}']`
    signature.addReference({
      xpath,
      digestAlgorithm: isOld ? `${XMLDSIG}sha1` : 'http://www.w3.org/2001/04/xmlenc#sha256',
      transforms: [`${XMLDSIG}enveloped-signature`, C14N],
    })
    signature.computeSignature(xml, {
      location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
    })
    return signature.getSignedXml()
  }

  const responseOf = (inner: string, { in_response_to: request, acs, issuer: by = issuer }: Said) =>
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}" Version="2.0" IssueInstant="${at(0)}" Destination="${acs}"${request ? ` InResponseTo="${request}"` : ''}><saml:Issuer>${by}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${inner}</samlp:Response>`

  const metadata = (certificates: readonly string[] = [cert]) =>
    `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${certificates.map((pem) => `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${XMLDSIG}"><ds:X509Data><ds:X509Certificate>${pem.replaceAll(/-----[^-]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`).join('')}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${issuer}/post"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${issuer}/sso"/><md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${issuer}/slo"/></md:IDPSSODescriptor></md:EntityDescriptor>`

  const signOutXml = (said: SaidSignOut) =>
    `${said.doctype ?? ''}<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}" Version="2.0" IssueInstant="${at(said.issued_ms ?? 0)}" Destination="${said.destination}" NotOnOrAfter="${at(said.until_ms ?? 60_000)}"><saml:Issuer>${said.issuer ?? issuer}</saml:Issuer><saml:NameID Format="${EMAIL_FORMAT}">${escaped(said.name_id)}</saml:NameID>${(said.sessions ?? []).map((session) => `<samlp:SessionIndex>${session}</samlp:SessionIndex>`).join('')}</samlp:LogoutRequest>`

  return {
    issuer,
    certificate: cert,
    key: key as KeyLike,
    sign_in_url: `${issuer}/sso`,
    sign_out_url: `${issuer}/slo`,
    signOutXml,
    /** A request to sign somebody out, for a form. */
    signOutRequest: (said: SaidSignOut, { isSigned = true, hash = 'sha256' } = {}) =>
      isSigned ? sign(signOutXml(said), { hash, element: 'LogoutRequest' }) : signOutXml(said),
    /** What a browser posts that was sent here to sign in. */
    answerTo: (address: string, said: Pick<Said, 'name_id' | 'session_index'>) => {
      const { id, xml, relay_state } = requestIn(address)
      const acs = /AssertionConsumerServiceURL="([^"]+)"/.exec(xml)?.[1] ?? ''
      const audience = /Issuer[^>]*>([^<]+)</.exec(xml)?.[1] ?? ''
      const whole = { ...said, in_response_to: id, acs, audience }
      return { SAMLResponse: encoded(responseOf(sign(assertionOf(whole)), whole)), RelayState: relay_state }
    },
    assertionOf,
    sign,
    responseOf,
    metadata,
    /** The answer of an honest provider. */
    answer: (said: Said) => responseOf(sign(assertionOf(said)), said),
  }
}

/** The query of a request to sign somebody out by redirect, signed as it stands (SAML bindings, 3.4.4.1). */
export const signOutQuery = async (
  idp: ReturnType<typeof samlIdp>,
  said: SaidSignOut,
  { hash = 'sha256' } = {},
): Promise<string> => {
  const alg = hash === 'sha1' ? `${XMLDSIG}rsa-sha1` : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
  const parts = [
    `SAMLRequest=${encodeURIComponent(deflateRawSync(idp.signOutXml(said)).toString('base64'))}`,
    ...(said.relay_state === undefined ? [] : [`RelayState=${encodeURIComponent(said.relay_state)}`]),
    `SigAlg=${encodeURIComponent(alg)}`,
  ].join('&')
  const signature = createSign(`RSA-${hash.toUpperCase()}`).update(parts).sign(idp.key, 'base64')
  return `${parts}&Signature=${encodeURIComponent(signature)}`
}

export const encoded = (xml: string) => Buffer.from(xml).toString('base64')

const ID = / ID="[^"]+"/
const signatureIn = (xml: string) => /<(ds:)?Signature[\s\S]*<\/(ds:)?Signature>/.exec(xml)?.[0] ?? ''

/**
 * The eight forms of wrapping a signature (XSW, Somorovsky et al. 2012): the signed element is moved to where it is verified
 * but not meant, and a forged one takes its place. `response` is signed on the whole, `signed` on the assertion; `forge` says
 * somebody else instead.
 */
export const wrappings = (
  { response, assertion, frame }: { response: string; assertion: string; frame: (inner: string) => string },
  forge: (xml: string) => string,
): Record<string, string> => {
  const unsigned = (xml: string) => xml.replace(signatureIn(xml), '')
  const renamed = (xml: string) => xml.replace(ID, ' ID="_forged"')
  const forgedResponse = renamed(forge(unsigned(response)))
  const forgedAssertion = renamed(forge(unsigned(assertion)))
  const ofResponse = signatureIn(response)
  const ofAssertion = signatureIn(assertion)
  const into = (xml: string, tag: string, inner: string) =>
    xml.replace(new RegExp(`</${tag}>(?![\\s\\S]*</${tag}>)`), `${inner}</${tag}>`)
  const withObject = (signature: string, inner: string) => {
    const tag = /<((?:ds:)?)Signature/.exec(signature)?.[1] ?? ''
    return into(signature, `${tag}Signature`, `<${tag}Object>${inner}</${tag}Object>`)
  }
  return {
    XSW1: into(
      forgedResponse,
      'samlp:Response',
      ofResponse.replace(/<\/(ds:)?Signature>$/, `<Object xmlns="${XMLDSIG}">${unsigned(response)}</Object>$&`),
    ),
    XSW2: into(forgedResponse, 'samlp:Response', `${ofResponse}${unsigned(response)}`),
    XSW3: frame(`${forgedAssertion}${assertion}`),
    XSW4: frame(into(forgedAssertion, 'saml:Assertion', assertion)),
    XSW5: frame(`${renamed(forge(assertion))}${unsigned(assertion)}`),
    XSW6: frame(
      renamed(forge(unsigned(assertion))).replace(
        '<saml:Subject>',
        `${withObject(ofAssertion, unsigned(assertion))}<saml:Subject>`,
      ),
    ),
    XSW7: frame(`<samlp:Extensions>${forgedAssertion}</samlp:Extensions>${assertion}`),
    XSW8: frame(
      forgedAssertion.replace('<saml:Subject>', `${withObject(ofAssertion, unsigned(assertion))}<saml:Subject>`),
    ),
  }
}
