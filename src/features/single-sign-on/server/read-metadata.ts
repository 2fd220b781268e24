import { fail } from '#kernel/errors.ts'
import { XmlError } from '#kernel/format/xml.ts'
import { readSamlMetadata } from '../rules/saml-metadata.ts'

const read = (xml: string) => {
  try {
    return readSamlMetadata(xml.replace(/^\ufeff/, ''))
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}

/** What metadata of a SAML provider says; fails at the field that it came from. */
export const readMetadata = (xml: string, field: 'xml' | 'address') => {
  const metadata = read(xml)
  if (metadata) return metadata
  const problem =
    'This is not the metadata of a SAML provider: it needs an entity id, an address for signing in by redirect, and a signing certificate.'
  throw fail('invalid', { fields: { [field]: [problem] } })
}
