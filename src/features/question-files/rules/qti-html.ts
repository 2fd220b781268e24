import { parseXml, type XmlElement } from '#kernel/format/xml.ts'
import { escapeText } from './html.ts'

/**
 * Texts of pools in the elements of QTI 2.1, which are those of XHTML 1 without underline, marks, styles, figures and more.
 * What it lacks is written as the nearest element that it has, whose class says what it is: `html:u`, and behind it each
 * attribute in its order, as `html:title=A%20word`, or as `html:colspan` where the element carries it itself. Read again,
 * the text is the same; other programs show the nearest element.
 */
const MARK = 'html:'
/** An element that is only there because QTI asks for it. */
const ADDED = `${MARK}none`

/** Elements that stand among words, and may hold nothing but such. */
const WORDS = new Set(['a', 'abbr', 'b', 'code', 'em', 'i', 'small', 'span', 'strong', 'sub', 'sup'])
const OTHER_WORDS = new Set(['u', 's', 'del', 'ins', 'mark'])
/** Elements that hold nothing. */
const EMPTY = new Set(['br', 'hr', 'img', 'col'])
/** Blocks that may hold words alone. */
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre'])
const SECTIONS = new Set(['thead', 'tbody', 'tfoot'])
const CELLS = new Set(['td', 'th'])

const NUMBER = /^\d{1,6}$/
const SCOPE = /^(?:row|col|rowgroup|colgroup)$/
/** Addresses that are one by RFC 3986; others are written in its characters beside what they are. */
const ADDRESS = /^(?:[\w.~:/?#@!$&'()*+,;=-]|%[\da-f]{2})*$/i

/** The attributes that QTI knows, with what they may say. */
const NATIVE: Record<string, Record<string, RegExp>> = {
  a: { href: ADDRESS },
  img: { src: ADDRESS, alt: /^/, width: NUMBER, height: NUMBER },
  td: { colspan: NUMBER, rowspan: NUMBER },
  th: { colspan: NUMBER, rowspan: NUMBER, scope: SCOPE },
  col: { span: NUMBER },
  colgroup: { span: NUMBER },
}
const CLASS = /^(?!.*(?:^|\s)html:)\S+(?: \S+)*$/

type Attributes = [name: string, value: string][]
type Node = XmlElement | string

const isElement = (node: Node): node is XmlElement => typeof node !== 'string'
const isBlank = (node: Node): boolean => !isElement(node) && node.trim() === ''
const elementsOf = ({ children }: XmlElement): XmlElement[] => children.filter(isElement)
const holdsOnly = (element: XmlElement, fits: (child: XmlElement) => boolean): boolean =>
  element.children.every((child) => (isElement(child) ? fits(child) : isBlank(child)))

const isWords = (node: Node): boolean => {
  if (!isElement(node) || node.name === 'br' || node.name === 'img') return true
  return (WORDS.has(node.name) || OTHER_WORDS.has(node.name)) && node.children.every(isWords)
}

const isTable = (table: XmlElement): boolean => {
  const elements = elementsOf(table)
  const places = elements.map(({ name }) => (name === 'caption' ? 0 : name === 'colgroup' || name === 'col' ? 1 : 2))
  const columns = new Set(elements.filter((_, at) => places[at] === 1).map(({ name }) => name))
  return (
    holdsOnly(table, ({ name }) => ['caption', 'colgroup', 'col', 'tr'].includes(name) || SECTIONS.has(name)) &&
    places.every((place, at) => at === 0 || place > 0) &&
    places.every((place, at) => at === 0 || place >= (places[at - 1] as number)) &&
    columns.size < 2 &&
    places.includes(2) &&
    elements
      .filter(({ name }) => SECTIONS.has(name))
      .every(
        (section) => elementsOf(section).length > 0 && holdsOnly(section, (row) => row.name === 'tr' && isRow(row)),
      ) &&
    elements.filter(({ name }) => name === 'tr').every(isRow) &&
    elements.filter(({ name }) => name === 'colgroup').every((group) => holdsOnly(group, ({ name }) => name === 'col'))
  )
}
const isRow = (row: XmlElement): boolean => elementsOf(row).length > 0 && holdsOnly(row, ({ name }) => CELLS.has(name))

/** Whether an element may stand as it is, whatever is around it. */
const isWhole = (element: XmlElement): boolean => {
  const { name } = element
  if (PARAGRAPHS.has(name)) return element.children.every(isWords)
  if (name === 'ul' || name === 'ol') return holdsOnly(element, (child) => child.name === 'li')
  if (name === 'dl') return holdsOnly(element, (child) => child.name === 'dt' || child.name === 'dd')
  if (name === 'blockquote') return element.children.every((child) => !isWords(child) || isBlank(child))
  if (name === 'table') return isTable(element)
  return name === 'div' || name === 'hr'
}

/** What an element is written as; `parent` is what its parent is written as, and `isNarrow` where only words may stand. */
const writtenAs = (element: XmlElement, parent: string, isNarrow: boolean): string => {
  const { name, attributes } = element
  if (name === 'br') return name
  if (name === 'img') return attributes['src'] === undefined ? 'span' : name
  const isOfParent =
    (name === 'li' && (parent === 'ul' || parent === 'ol')) ||
    ((name === 'dt' || name === 'dd') && parent === 'dl') ||
    (parent === 'table' && ['caption', 'colgroup', 'col'].includes(name)) ||
    (parent === 'colgroup' && name === 'col') ||
    (SECTIONS.has(parent) && name === 'tr') ||
    (parent === 'tr' && CELLS.has(name))
  if (isOfParent) return name
  if (parent === 'table') return 'tbody'
  if (isNarrow || isWords(element))
    return WORDS.has(name) && (name !== 'a' || attributes['href'] !== undefined) ? name : 'span'
  return isWhole(element) ? name : 'div'
}

const inAttribute = (value: string): string => escapeText(value).replaceAll('"', '&quot;')

/** The attributes as QTI takes them, and the class that says what it does not take. */
const attributesOf = (element: XmlElement, written: string, isRenamed: boolean): Attributes => {
  const known = NATIVE[written] ?? {}
  const pairs = Object.entries(element.attributes)
  const fits = ([name, value]: [string, string]) =>
    name === 'class' ? CLASS.test(value) : known[name]?.test(value) === true
  const own: Attributes = pairs.filter(([name, value]) => name !== 'class' && fits([name, value]))
  const near: Attributes = pairs.flatMap((pair): Attributes => {
    const [name, value] = pair
    const isAddress = (name === 'href' || name === 'src') && known[name] !== undefined
    return isAddress && !fits(pair)
      ? [[name, encodeURI(value).replace(/[[\]^`{|}\\]|%(?![\da-f]{2})/gi, encodeURIComponent)]]
      : []
  })
  const needed: Attributes = written === 'img' && element.attributes['alt'] === undefined ? [['alt', '']] : []
  const isSaid = isRenamed || near.length > 0 || needed.length > 0 || !pairs.every(fits)
  if (!isSaid) return pairs
  const says = [
    MARK + element.name,
    ...pairs.map(([name, value]) =>
      fits([name, value]) && name !== 'class'
        ? MARK.concat(name)
        : `${MARK}${name}=${encodeURIComponent(value.toWellFormed())}`,
    ),
  ]
  const classes = (element.attributes['class'] ?? '').split(/\s+/).filter((name) => name !== '' && CLASS.test(name))
  return [['class', [...classes, ...says].join(' ')], ...own, ...near, ...needed]
}

const NARROW = new Set([...PARAGRAPHS, ...WORDS, 'caption', 'dt'])

const tag = (name: string, attributes: Attributes, inner: string): string => {
  const open = `<${name}${attributes.map(([key, value]) => ` ${key}="${inAttribute(value)}"`).join('')}`
  return EMPTY.has(name) ? `${open}/>` : `${open}>${inner}</${name}>`
}

/** Sections of a table in the order of QTI: a head first, and what follows it as bodies. */
const writeSections = (table: XmlElement): string => {
  const parts = table.children.filter(isElement)
  const isHead = (element: XmlElement, at: number) =>
    element.name === 'thead' &&
    at < parts.length - 1 &&
    !parts.slice(0, at).some(({ name }) => SECTIONS.has(name) || name === 'tr')
  return table.children
    .map((child) => {
      if (!isElement(child)) return escapeText(child)
      if (child.name === 'tr') return tag('tbody', [['class', ADDED]], write(child, 'tbody', false))
      if (!SECTIONS.has(child.name)) return write(child, 'table', false)
      const written = isHead(child, parts.indexOf(child)) ? 'thead' : 'tbody'
      const inner = child.children.map((row) => write(row, written, false)).join('')
      return tag(written, attributesOf(child, written, written !== child.name), inner)
    })
    .join('')
}

const write = (node: Node, parent: string, isNarrow: boolean): string => {
  if (!isElement(node)) return escapeText(node)
  const written = writtenAs(node, parent, isNarrow)
  const inner =
    written === 'table'
      ? writeSections(node)
      : node.children.map((child) => write(child, written, isNarrow || NARROW.has(written))).join('')
  return tag(written, attributesOf(node, written, written !== node.name), inner)
}

/** A text of a pool as QTI 2.1 takes it, within an element that may hold anything. */
export const toQtiHtml = (html: string): string => {
  const { children } = parseXml(`<div>${html}</div>`)
  return children.map((child) => write(child, 'div', false)).join('')
}

/** What an element of QTI stands for: `null` where only its contents count. */
export const fromQtiElement = ({
  name,
  attributes,
}: XmlElement): { name: string; attributes: Record<string, string> } | null => {
  const said = (attributes['class'] ?? '').split(/\s+/).filter((word) => word.startsWith(MARK))
  const [own, ...rest] = said.map((word) => word.slice(MARK.length))
  if (own === undefined) return { name, attributes }
  if (MARK + own === ADDED) return null
  const read = rest.map((word): [string, string] => {
    const at = word.indexOf('=')
    if (at < 0) return [word, attributes[word] ?? '']
    return [word.slice(0, at), decoded(word.slice(at + 1))]
  })
  return { name: own, attributes: Object.fromEntries(read) }
}

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
