import { XMLParser } from 'fast-xml-parser'

/** An element with its prefix, as the formats write it, and its content in order. */
export type Element = { name: string; attributes: Record<string, string>; content: (Element | string)[] }

const ATTRIBUTES = ':@'
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  htmlEntities: true,
})

type Raw = Record<string, unknown>

const contentOf = (raw: readonly Raw[]): (Element | string)[] =>
  raw.flatMap((one): (Element | string)[] => {
    const name = Object.keys(one).find((key) => key !== ATTRIBUTES)
    if (name === undefined || name.startsWith('?')) return []
    if (name === '#text') return [String(one[name])]
    const attributes = (one[ATTRIBUTES] ?? {}) as Record<string, string>
    return [{ name, attributes, content: contentOf(one[name] as Raw[]) }]
  })

/** The root of an XML file. A document type is refused: entities declared there can blow up. */
export const parseXml = (bytes: Uint8Array | undefined): Element => {
  if (!bytes) throw new Error('A part of the document is missing')
  const text = new TextDecoder().decode(bytes)
  if (text.includes('<!DOCTYPE')) throw new Error('A document type is not allowed')
  const root = contentOf(parser.parse(text) as Raw[]).find((one) => typeof one !== 'string')
  if (!root) throw new Error('A part of the document has no content')
  return root
}

export const elementsOf = (element: Element | undefined): Element[] =>
  element?.content.filter((one) => typeof one !== 'string') ?? []

/** The children of these names, in order. */
export const children = (element: Element | undefined, ...names: string[]): Element[] =>
  elementsOf(element).filter(({ name }) => names.includes(name))

/** The first element down this path of names. */
export const at = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((element, name) => children(element, name)[0], element)

/** Every element of these names at any depth, in order. */
export const within = (element: Element | undefined, ...names: string[]): Element[] =>
  elementsOf(element).flatMap((one) => [...(names.includes(one.name) ? [one] : []), ...within(one, ...names)])

/** All text at any depth. */
export const textOf = (element: Element | undefined): string =>
  element?.content.map((one) => (typeof one === 'string' ? one : textOf(one))).join('') ?? ''
