import { Parser } from 'htmlparser2'

/** The callbacks of a reader of XML; names come without their prefix. */
export type XmlHandler = {
  /** `at` is where the tag begins in the text. */
  open?: (name: string, attributes: Record<string, string>, at: number) => void
  text?: (text: string) => void
  /** `isImplied` where the element has no end tag of its own, or none at all; `at` is where the closing tag ends. */
  close?: (name: string, isImplied: boolean, at: number) => void
}

/** Why XML is not read on. */
export type XmlFault = 'too_deep' | 'too_many_attributes' | 'too_long' | 'document_type' | 'not_closed' | 'no_element'

/** Documents that people exchange are a few levels deep. */
const DEPTH = 64
/** No program writes a tag or an attribute as large as this. */
const TOKEN_CHARACTERS = 1 << 20
const PIECE = 64 << 10

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * A parser that is fed a text piece by piece. It keeps nothing of what it has read, knows no entities but the five of XML,
 * and refuses a document type: entities of its own and outside files would be named there.
 */
export const xmlParser = (handler: XmlHandler, refuse: (fault: XmlFault) => never) => {
  let depth = 0
  let quiet = 0
  let name = ''
  let start = 0
  let attributes: Record<string, string> = {}
  let count = 0
  const alive = () => {
    quiet = 0
  }
  const open = () => {
    if (name) handler.open?.(name, attributes, start)
    name = ''
  }
  const parser: Parser = new Parser(
    {
      onopentagname(tag) {
        open()
        alive()
        if (++depth > DEPTH) refuse('too_deep')
        name = local(tag)
        start = parser.startIndex
        attributes = {}
        count = 0
      },
      onattribute(key, value) {
        alive()
        if (++count > DEPTH) refuse('too_many_attributes')
        attributes[key] = value
      },
      ontext(text) {
        open()
        alive()
        handler.text?.(text)
      },
      onclosetag(tag, isImplied) {
        open()
        alive()
        depth--
        handler.close?.(local(tag), isImplied, parser.endIndex)
      },
      oncomment: alive,
      onprocessinginstruction(instruction) {
        alive()
        if (instruction.startsWith('!')) refuse('document_type')
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  return {
    write: (text: string) => {
      quiet += text.length
      parser.write(text)
      if (quiet > TOKEN_CHARACTERS) refuse('too_long')
    },
    end: () => parser.end(),
  }
}

export type XmlElement = {
  name: string
  attributes: Record<string, string>
  children: (XmlElement | string)[]
  /** The line of its start tag, from 1 on. */
  line: number
}

export class XmlError extends Error {
  override name = 'XmlError'
  readonly fault: XmlFault
  constructor(fault: XmlFault) {
    super(fault)
    this.fault = fault
  }
}

const refuse = (fault: XmlFault): never => {
  throw new XmlError(fault)
}

/** The root element of a text, which has to be whole: an element without its end tag throws an `XmlError`. */
export const parseXml = (text: string): XmlElement => {
  const root: XmlElement = { name: '', attributes: {}, children: [], line: 1 }
  const stack = [root]
  let line = 1
  let counted = 0
  let isEnding = false
  const lineAt = (at: number): number => {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++
    return line
  }
  const parser = xmlParser(
    {
      open: (name, attributes, at) => {
        const element: XmlElement = { name, attributes, children: [], line: lineAt(at) }
        stack.at(-1)?.children.push(element)
        stack.push(element)
      },
      text: (piece) => {
        const { children } = stack.at(-1) as XmlElement
        const last = children.at(-1)
        if (typeof last === 'string') children[children.length - 1] = last + piece
        else children.push(piece)
      },
      close: (_name, isImplied, at) => {
        const isEmptyTag = !isEnding && text.startsWith('/>', at - 1)
        if (isImplied && !isEmptyTag) refuse('not_closed')
        stack.pop()
      },
    },
    refuse,
  )
  for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE))
  isEnding = true
  parser.end()
  return elementsIn(root)[0] ?? refuse('no_element')
}

/** The child elements, all or those of a name. */
export const elementsIn = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  )

export const elementIn = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  elementsIn(element, name)[0]

/** The text of an element and of everything in it. */
export const textIn = (element: XmlElement | undefined): string =>
  (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textIn(child))).join('')

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
 * The text of an XML file from its bytes: in the declared encoding, else in UTF-8, else in Windows-1252, in which every
 * byte is some character. `is_assumed` if that is not what it declares (SCO-034).
 */
export const decodeXml = (bytes: Uint8Array): { text: string; is_assumed: boolean } => {
  const text = decoded(bytes, encodingOf(bytes))
  if (text !== null) return { text, is_assumed: false }
  return { text: decoded(bytes, 'utf-8') ?? new TextDecoder(WINDOWS).decode(bytes), is_assumed: true }
}
