import { elementIn, elementsIn, textIn, type XmlElement } from '#kernel/format/xml.ts'
import { type Draft, type FoundQuestion, finished, isPair, PARTIAL_NOTE, refusedQuestion } from './found.ts'
import { escapeText, textOfHtml } from './html.ts'
import { fromQtiElement } from './qti-html.ts'

/** QTI 2.1 and 2.2: items with one choice interaction. */

/** Elements that are asked, shown elsewhere, or revealed later; what is left is the text of the question. */
const NO_TEXT = new Set(['feedbackBlock', 'feedbackInline', 'rubricBlock', 'templateBlock', 'templateInline'])
const VOID = new Set(['br', 'hr', 'img', 'col'])

const attribute = ([name, value]: [string, string]): string =>
  ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`

/** Packages often show pictures as objects, whose words are for those who cannot see them. */
const isPicture = ({ name, attributes: { type = '' } }: XmlElement): boolean =>
  name === 'object' && type.startsWith('image/')
const pictureOf = (object: XmlElement) => {
  const { data = '', width, height } = object.attributes
  const size = { ...(width && { width }), ...(height && { height }) }
  return { name: 'img', attributes: { src: data, alt: textIn(object).trim(), ...size } }
}

/** The HTML of some content; an interaction gives its prompt. */
export const htmlIn = (children: readonly (XmlElement | string)[]): string =>
  children
    .map((child) => {
      if (typeof child === 'string') return escapeText(child)
      if (NO_TEXT.has(child.name)) return ''
      if (child.name.endsWith('Interaction')) return htmlIn(elementIn(child, 'prompt')?.children ?? [])
      const read = isPicture(child) ? pictureOf(child) : fromQtiElement(child)
      const inner = htmlIn(child.children)
      if (!read) return inner
      const open = `<${read.name}${Object.entries(read.attributes).map(attribute).join('')}`
      return VOID.has(read.name) ? `${open} />` : `${open}>${inner}</${read.name}>`
    })
    .join('')

/** All elements below one, wherever they stand, whose name fits. */
const within = (element: XmlElement | undefined, fits: (name: string) => boolean): XmlElement[] =>
  elementsIn(element).flatMap((child) => [...(fits(child.name) ? [child] : []), ...within(child, fits)])

const FOREIGN: Record<string, string> = {
  textEntryInteraction: 'Fill-in questions',
  extendedTextInteraction: 'Essay questions',
  matchInteraction: 'Matching questions',
  associateInteraction: 'Matching questions',
  gapMatchInteraction: 'Matching questions',
  orderInteraction: 'Questions that ask for an order',
  inlineChoiceInteraction: 'Questions with choices inside of the text',
  hottextInteraction: 'Questions that mark words of a text',
  hotspotInteraction: 'Questions on a picture',
  sliderInteraction: 'Slider questions',
  uploadInteraction: 'Upload questions',
}

const notTaken = (name: string): string =>
  `${FOREIGN[name] ?? `Questions with “${name.slice(0, 40)}”`} are not taken. Only single choice, multiple choice and true or false are.`

/** The identifiers of the correct choices, by the correct response or else by the points of each choice. */
const correctOf = (declaration: XmlElement, isSingle: boolean): { ids: string[]; is_partial: boolean } => {
  const values = elementsIn(elementIn(declaration, 'correctResponse'), 'value').map((value) => textIn(value).trim())
  const points = elementsIn(elementIn(declaration, 'mapping'), 'mapEntry').map(({ attributes }) => ({
    id: attributes.mapKey ?? '',
    value: Number(attributes.mappedValue ?? 0),
  }))
  const right = points.filter(({ value }) => value > 0)
  const most = Math.max(...right.map(({ value }) => value))
  const mapped = (isSingle ? right.filter(({ value }) => value === most) : right).map(({ id }) => id)
  const ids = values.length > 0 ? values : mapped
  return { ids, is_partial: isSingle ? right.length > 1 : right.length > 0 }
}

/** Where our own files keep the text of a question whole, so that it comes back as it was. */
const TEXT_CLASS = 'question-text'

const textOf = (body: XmlElement): string => {
  const own = elementsIn(body).find((child) => child.name === 'div' && child.attributes.class === TEXT_CLASS)
  return own ? htmlIn(own.children) : htmlIn(body.children).trim()
}

const choicesOf = (interaction: XmlElement) =>
  within(interaction, (name) => name === 'simpleChoice').map((choice) => ({
    id: choice.attributes.identifier ?? '',
    html: htmlIn(choice.children),
    feedback: within(choice, (name) => name === 'feedbackInline')
      .map(({ children }) => htmlIn(children))
      .join(' '),
  }))

/** The item `root` that stands at `place`, such as the name of its file in a package. */
export const readItem = (root: XmlElement, place: string, category: string | null): FoundQuestion => {
  const body = elementIn(root, 'itemBody')
  const title = escapeText(root.attributes.title ?? '')
  const heading = { place, title: title || (body ? htmlIn(body.children) : ''), category }
  const refuse = (reason: string) => refusedQuestion(heading, reason)
  if (!body) return refuse('It has no text (itemBody).')
  const interactions = within(body, (name) => name.endsWith('Interaction'))
  const foreign = interactions.find(({ name }) => name !== 'choiceInteraction')
  if (foreign) return refuse(notTaken(foreign.name))
  const [interaction, ...others] = interactions
  if (!interaction) return refuse('It asks nothing that can be chosen.')
  if (others.length > 0) return refuse('It asks several things at once. Only items with one choice are taken.')
  if (within(root, (name) => name === 'templateDeclaration' || name === 'printedVariable').length > 0)
    return refuse('Its text is computed for each attempt, which a pool cannot do.')
  const response = interaction.attributes.responseIdentifier ?? 'RESPONSE'
  const declaration = elementsIn(root, 'responseDeclaration').find(
    ({ attributes }) => attributes.identifier === response,
  )
  if (!declaration) return refuse(`It does not say which answer is correct (responseDeclaration “${response}”).`)
  const cardinality = declaration.attributes.cardinality ?? 'single'
  if (cardinality !== 'single' && cardinality !== 'multiple') return refuse('It asks for an order of its answers.')
  const isSingle = cardinality === 'single' || interaction.attributes.maxChoices === '1'
  const choices = choicesOf(interaction)
  const { ids, is_partial } = correctOf(declaration, isSingle)
  const unknown = ids.find((id) => !choices.some((choice) => choice.id === id))
  if (unknown !== undefined)
    return refuse(`It names the correct answer “${unknown.slice(0, 40)}”, which it does not offer.`)
  const draft: Draft = {
    ...heading,
    title,
    type: isSingle ? (isBoolean(root, choices) ? 'boolean' : 'single') : 'multiple',
    text: textOf(body),
    explanation: explanationOf(root),
    hasParts: true,
    answers: choices.map(({ id, html, feedback }) => ({ html, feedback, is_correct: ids.includes(id) })),
    notes: is_partial ? [PARTIAL_NOTE] : [],
  }
  return finished(draft)
}

/** Our own files say by the identifiers which pair of True and False is a boolean question. */
const isBoolean = (root: XmlElement, choices: readonly { id: string; html: string }[]): boolean =>
  isPair(choices.map(({ html }) => textOfHtml(html))) &&
  (root.attributes.toolName !== TOOL || isPair(choices.map(({ id }) => id)))

const explanationOf = (root: XmlElement): string => {
  const feedbacks = elementsIn(root, 'modalFeedback').map(({ children }) => htmlIn(children))
  const said = [...new Set(feedbacks.map((html) => (root.attributes.toolName === TOOL ? html : html.trim())))]
  return said.length > 1 ? said.map((html) => (/<p\b/.test(html) ? html : `<p>${html}</p>`)).join('') : (said[0] ?? '')
}

/** The items that a manifest of a content package lists, in its order. */
export const itemFilesOf = (manifest: XmlElement): string[] =>
  within(manifest, (name) => name === 'resource')
    .filter(({ attributes }) => /^imsqti_item/.test(attributes.type ?? ''))
    .map((resource) => resource.attributes.href ?? elementIn(resource, 'file')?.attributes.href ?? '')

export const TOOL = 'Portico'
export { TEXT_CLASS }
