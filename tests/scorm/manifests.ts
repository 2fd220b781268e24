import { readManifest } from '#features/scorm/rules/manifest.ts'
import { PackageError } from '#features/scorm/rules/package-error.ts'

/** Namespaces of SCORM 1.2. */
export const V12 =
  'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"'
export const ORGANIZATION =
  '<organization identifier="o"><title>T</title><item identifier="i" identifierref="r"><title>I</title></item></organization>'
export const RESOURCE = '<resource identifier="r" adlcp:scormtype="sco" href="index.html"/>'

/** The text of a manifest with one item, with some parts replaced. */
export const manifest = ({
  root = V12,
  version = '1.2',
  organizations = `<organizations default="o">${ORGANIZATION}</organizations>`,
  resources = `<resources>${RESOURCE}</resources>`,
  head = '<?xml version="1.0"?>',
} = {}) =>
  `${head}<manifest identifier="m" ${root}>${version && `<metadata><schemaversion>${version}</schemaversion></metadata>`}${organizations}${resources}</manifest>`

/** Why a manifest is refused, or `read`. */
export const refusal = (xml: string): string => {
  try {
    readManifest(xml)
  } catch (error) {
    if (error instanceof PackageError) return error.message
    throw error
  }
  return 'read'
}
