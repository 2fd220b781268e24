import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { unreadable } from '#features/scorm/rules/package-error.ts'

/** An element as the parser gives it: attributes under `@name`, children by name, names in lower case without prefix. */
export type Element = { [name: string]: unknown }

const MAX_CHARACTERS = 5_000_000
const LISTS = new Set(['organization', 'item', 'resource', 'manifest', 'metadata'])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  processEntities: true,
  htmlEntities: true,
  transformTagName: (name) => name.toLowerCase(),
  transformAttributeName: (name) => name.toLowerCase(),
  isArray: (name) => LISTS.has(name),
})

/** What old Windows tools write whatever they declare. */
const WINDOWS = 'windows-1252'

/**
 * The encoding that the bytes themselves or the XML declaration name; UTF-8 when neither does. A declaration that can be
 * read byte by byte is not in UTF-16, whatever it says.
 */
const encodingOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be'
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8'
  return start.startsWith('\xef\xbb\xbf') || /^utf-?16/i.test(declared) ? 'utf-8' : declared
}

const decoded = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * The text of a manifest from its bytes: in the declared encoding, else in UTF-8, else in Windows-1252, in which every
 * byte is some character. `is_assumed` if that is not what it declares (SCO-034).
 */
export const decodeManifest = (bytes: Uint8Array): { text: string; is_assumed: boolean } => {
  const text = decoded(bytes, encodingOf(bytes))
  if (text !== null) return { text, is_assumed: false }
  return { text: decoded(bytes, 'utf-8') ?? new TextDecoder(WINDOWS).decode(bytes), is_assumed: true }
}

export const withoutComments = (xml: string): string => xml.replaceAll(/<!--[\s\S]*?-->/g, '')

/**
 * The root element of a manifest. Refuses what is not well formed, and every document type, because entities declared
 * there can blow up or read files.
 */
export const parseManifest = (text: string): Element => {
  const xml = text.replace(/^\uFEFF/, '')
  if (xml.length > MAX_CHARACTERS) throw unreadable('it is too large.')
  if (/<!DOCTYPE/i.test(withoutComments(xml))) throw unreadable('a document type is not allowed.')
  const validity = XMLValidator.validate(xml)
  if (validity !== true) throw unreadable(`${validity.err.msg} (line ${validity.err.line})`)
  let parsed: Element
  try {
    parsed = parser.parse(xml) as Element
  } catch (error) {
    throw unreadable((error as Error).message)
  }
  const root = children(parsed, 'manifest')[0]
  if (!root) throw unreadable('it has no manifest element.')
  return root
}

/** The child elements of a name; text without elements counts as none. */
export const children = (element: Element | undefined, name: string): Element[] => {
  const value = element?.[name]
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return list.map((child) => (typeof child === 'object' && child !== null ? (child as Element) : { '#text': child }))
}

export const child = (element: Element | undefined, name: string): Element | undefined => children(element, name)[0]

/** The text of a child element, empty when there is none. */
export const textOf = (element: Element | undefined, name: string): string =>
  String(child(element, name)?.['#text'] ?? '').trim()

/** An attribute, or undefined when it is missing or empty. */
export const attribute = (element: Element | undefined, name: string): string | undefined => {
  const value = element?.[`@${name}`]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
