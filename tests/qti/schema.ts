import { elementsIn, parseXml, type XmlElement } from '#kernel/format/xml.ts'

/**
 * The part of the schema of QTI 2.1 (imsqti_v2p1.xsd of 1EdTech) that items with a choice can reach: what each element
 * may hold, in which order, and its attributes with their types. Everything else is a problem.
 */

const WORDS = 'a abbr acronym b big br cite code dfn em i img kbd object q samp small span strong sub sup tt var'.split(
  ' ',
)
const BLOCKS = 'address blockquote div dl h1 h2 h3 h4 h5 h6 hr ol p pre table ul'.split(' ')
const FLOW = [...WORDS, ...BLOCKS]

type Model = {
  /** The elements that it may hold in any order. */
  any?: readonly string[]
  /** The elements that it holds in this order: how many of each at least and at most. */
  order?: readonly (readonly [name: string, least: number, most: number])[]
  /** How many elements it holds at least. */
  least?: number
  hasText?: boolean
  attributes?: Readonly<Record<string, RegExp>>
  required?: readonly string[]
}

const MANY = Number.POSITIVE_INFINITY
const TEXT = /^/
const INTEGER = /^-?\d+$/
const LENGTH = /^\d+%?$/
const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_.-]*$/u
/** anyURI as validators read it: the characters of RFC 3986. */
const ADDRESS = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i
const COMMON = { id: IDENTIFIER, class: TEXT, 'xml:lang': /^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i, label: /^.{0,256}$/s }
const BOOLEAN = /^(?:true|false)$/

const words: Model = { any: WORDS, hasText: true }
const flow: Model = { any: FLOW, hasText: true }
const cell: Model = {
  ...flow,
  attributes: { rowspan: INTEGER, colspan: INTEGER, scope: /^(?:row|col|rowgroup|colgroup)$/, abbr: TEXT, axis: TEXT },
}
const rows: Model = { any: ['tr'], least: 1 }
const column: Model = { attributes: { span: INTEGER } }
const list: Model = { any: ['li'] }

const MODELS: Readonly<Record<string, Model>> = {
  ...Object.fromEntries([...WORDS, 'p', 'pre', 'address', 'caption', 'dt'].map((name) => [name, words])),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, words])),
  ...Object.fromEntries(['div', 'li', 'dd'].map((name) => [name, flow])),
  a: { ...words, attributes: { href: ADDRESS, type: TEXT }, required: ['href'] },
  br: {},
  hr: {},
  img: {
    attributes: { src: ADDRESS, alt: TEXT, longdesc: ADDRESS, width: LENGTH, height: LENGTH },
    required: ['src', 'alt'],
  },
  blockquote: { any: BLOCKS, attributes: { cite: ADDRESS } },
  ul: list,
  ol: list,
  dl: { any: ['dt', 'dd'] },
  table: {
    order: [
      ['caption', 0, 1],
      ['col', 0, MANY],
      ['colgroup', 0, MANY],
      ['thead', 0, 1],
      ['tfoot', 0, 1],
      ['tbody', 1, MANY],
    ],
    attributes: { summary: TEXT },
  },
  col: column,
  colgroup: { ...column, any: ['col'] },
  thead: rows,
  tbody: rows,
  tfoot: rows,
  tr: { any: ['td', 'th'], least: 1 },
  td: cell,
  th: cell,
  assessmentItem: {
    order: [
      ['responseDeclaration', 0, MANY],
      ['outcomeDeclaration', 0, MANY],
      ['itemBody', 0, 1],
      ['responseProcessing', 0, 1],
      ['modalFeedback', 0, MANY],
    ],
    attributes: {
      identifier: TEXT,
      title: TEXT,
      adaptive: BOOLEAN,
      timeDependent: BOOLEAN,
      toolName: /^.{0,256}$/s,
      xmlns: /^http:\/\/www\.imsglobal\.org\/xsd\/imsqti_v2p1$/,
    },
    required: ['identifier', 'title', 'adaptive', 'timeDependent'],
  },
  responseDeclaration: {
    order: [['correctResponse', 0, 1]],
    attributes: {
      identifier: IDENTIFIER,
      cardinality: /^(?:single|multiple|ordered|record)$/,
      baseType: /^identifier$/,
    },
    required: ['identifier', 'cardinality'],
  },
  correctResponse: { any: ['value'], least: 1 },
  value: { hasText: true },
  outcomeDeclaration: {
    attributes: { identifier: IDENTIFIER, cardinality: /^single$/, baseType: /^(?:float|identifier)$/ },
    required: ['identifier', 'cardinality'],
  },
  itemBody: { any: [...BLOCKS, 'choiceInteraction'] },
  choiceInteraction: {
    any: ['simpleChoice'],
    least: 1,
    attributes: { responseIdentifier: IDENTIFIER, shuffle: BOOLEAN, maxChoices: INTEGER },
    required: ['responseIdentifier'],
  },
  simpleChoice: { ...flow, attributes: { identifier: IDENTIFIER }, required: ['identifier'] },
  responseProcessing: { attributes: { template: ADDRESS } },
  modalFeedback: {
    ...flow,
    attributes: { outcomeIdentifier: IDENTIFIER, identifier: IDENTIFIER, showHide: /^(?:show|hide)$/ },
    required: ['outcomeIdentifier', 'identifier', 'showHide'],
  },
}

const contentProblems = (element: XmlElement, model: Model): string[] => {
  const names = elementsIn(element).map(({ name }) => name)
  const problems: string[] = []
  if (!model.hasText && element.children.some((child) => typeof child === 'string' && child.trim() !== ''))
    problems.push(`${element.name} holds words`)
  if (names.length < (model.least ?? 0)) problems.push(`${element.name} holds too few elements`)
  if (!model.order) {
    const foreign = names.filter((name) => !model.any?.includes(name))
    return [...problems, ...foreign.map((name) => `${name} in ${element.name}`)]
  }
  const places = names.map((name) => model.order?.findIndex(([known]) => known === name) ?? -1)
  for (const [at, place] of places.entries())
    if (place < 0 || place < (places[at - 1] ?? 0)) problems.push(`${names[at]} in ${element.name} at ${at}`)
  for (const [name, least, most] of model.order) {
    const count = names.filter((other) => other === name).length
    if (count < least || count > most) problems.push(`${count} times ${name} in ${element.name}`)
  }
  return problems
}

const attributeProblems = ({ name, attributes }: XmlElement, model: Model): string[] => {
  const known: Record<string, RegExp> = { ...COMMON, ...model.attributes }
  const wrong = Object.entries(attributes).filter(([key, value]) => !known[key]?.test(value))
  const missing = (model.required ?? []).filter((key) => attributes[key] === undefined)
  return [
    ...wrong.map(([key, value]) => `${name} ${key}="${value}"`),
    ...missing.map((key) => `${name} without ${key}`),
  ]
}

const problemsOf = (element: XmlElement): string[] => {
  const model = MODELS[element.name]
  if (!model) return [`${element.name} is no element of QTI`]
  return [
    ...contentProblems(element, model),
    ...attributeProblems(element, model),
    ...elementsIn(element).flatMap(problemsOf),
  ]
}

/** What a file of an item says that the schema of QTI 2.1 does not allow; nothing for a valid one. */
export const qtiProblems = (xml: string): string[] => problemsOf(parseXml(xml))
