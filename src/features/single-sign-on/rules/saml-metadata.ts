import { elementIn, elementsIn, parseXml, textIn, type XmlElement } from '#kernel/format/xml.ts'

export type SamlMetadata = {
  issuer: string
  sign_in_url: string
  sign_out_url: string | null
  certificates: string[]
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** A certificate in PEM, whatever line breaks it came with. */
export const pemOf = (text: string): string => {
  const base64 = text.replaceAll(/-----[^-]+-----|\s/g, '')
  return `-----BEGIN CERTIFICATE-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`
}

const locationOf = (descriptor: XmlElement, service: string): string | null =>
  elementsIn(descriptor, service).find(({ attributes }) => attributes['Binding'] === REDIRECT)?.attributes[
    'Location'
  ] ?? null

/** What the metadata of a SAML provider says; null where it is none that people can be sent to. */
export const readSamlMetadata = (xml: string): SamlMetadata | null => {
  const root = parseXml(xml)
  const entity = root?.name === 'EntitiesDescriptor' ? elementIn(root, 'EntityDescriptor') : root
  const descriptor = entity && elementIn(entity, 'IDPSSODescriptor')
  if (!entity || !descriptor) return null
  const issuer = entity.attributes['entityID']
  const signInUrl = locationOf(descriptor, 'SingleSignOnService')
  const certificates = elementsIn(descriptor, 'KeyDescriptor')
    .filter(({ attributes }) => (attributes['use'] ?? 'signing') === 'signing')
    .flatMap((key) => {
      const info = elementIn(key, 'KeyInfo')
      return info ? elementsIn(info, 'X509Data').flatMap((data) => elementsIn(data, 'X509Certificate')) : []
    })
    .map((certificate) => pemOf(textIn(certificate)))
  if (!issuer || !signInUrl || certificates.length === 0) return null
  return {
    issuer,
    sign_in_url: signInUrl,
    sign_out_url: locationOf(descriptor, 'SingleLogoutService'),
    certificates: [...new Set(certificates)],
  }
}
