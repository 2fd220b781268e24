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
