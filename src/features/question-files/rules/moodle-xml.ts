import { elementIn, elementsIn, textIn, type XmlElement } from '#kernel/format/xml.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import { type Draft, type FoundQuestion, finished, PARTIAL_NOTE, refusedQuestion, SEVERAL_NOTE } from './found.ts'
import { categoryName } from './gift.ts'
import { asHtml, decodeName, escapeText, paragraphs } from './html.ts'

/** Moodle XML: a `quiz` of `question` elements. */

/** Types of Moodle that no pool has, as its authors know them. */
const FOREIGN: Record<string, string> = {
  matching: 'Matching questions',
  shortanswer: 'Short answer questions',
  numerical: 'Numerical questions',
  essay: 'Essay questions',
  cloze: 'Cloze questions',
  multianswer: 'Cloze questions',
  description: 'Descriptions',
  calculated: 'Calculated questions',
  calculatedsimple: 'Calculated questions',
  calculatedmulti: 'Calculated questions',
  randomsamatch: 'Random matching questions',
  ddwtos: 'Drag and drop questions',
  ddimageortext: 'Drag and drop questions',
  ddmarker: 'Drag and drop questions',
  gapselect: 'Questions with missing words',
}

const dataOf = (name: string, base64: string): string =>
  `data:;name=${encodeURIComponent(name)};base64,${base64.replace(/\s/g, '')}`

/** A text that holds its pictures itself, which stand beside it in the file; other files stay named. */
const withFilesOf = (element: XmlElement, html: string): string => {
  const files = new Map(
    elementsIn(element, 'file').map((file) => {
      const { name = '', path = '/' } = file.attributes
      return [`${path}${name}`.replace(/^\/+/, ''), { name, base64: textIn(file) }]
    }),
  )
  if (files.size === 0) return html
  return html.replace(
    /(<img\b[^>]*?)@@PLUGINFILE@@\/([^"'?#\s<>]*)[^"'\s<>]*/gi,
    (all, before: string, path: string) => {
      const file = files.get(decodeName(path)) ?? files.get(path)
      return file ? before + dataOf(file.name, file.base64) : all
    },
  )
}

/** The HTML of a text element; older files have the words in the element itself. */
const htmlOf = (element: XmlElement | undefined): string => {
  if (!element) return ''
  const inner = elementIn(element, 'text')
  const text = withFilesOf(element, textIn(inner ?? element).trim())
  const format = element.attributes.format ?? inner?.attributes.format ?? 'moodle_auto_format'
  if (text === '') return ''
  if (format === 'html') return text
  return format === 'plain_text' || format === 'markdown' ? paragraphs(text) : asHtml(text)
}

const wordsIn = (element: XmlElement, name: string): string =>
  textIn(elementIn(elementIn(element, name), 'text') ?? elementIn(element, name)).trim()

const fractionOf = (answer: XmlElement): number => Number(answer.attributes.fraction?.replace(',', '.') ?? 0)

const STANDARD = /^\s*(?:<p[^>]*>)?\s*(?:Your answer is (?:correct|partially correct|incorrect)\.?)\s*(?:<\/p>)?\s*$/i
const COMBINED = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback']

/** The text of a question, with the picture that older files have beside it. */
const questionText = (question: XmlElement): string => {
  const text = htmlOf(elementIn(question, 'questiontext'))
  const name = textIn(elementIn(question, 'image')).trim()
  if (name === '') return text
  const base64 = textIn(elementIn(question, 'image_base64'))
  const source = base64 === '' ? name : dataOf(name.split('/').at(-1) as string, base64)
  return `${text}<p><img src="${escapeText(source).replaceAll('"', '&quot;')}" alt="" /></p>`
}

/** What a question says that a pool has no place for. */
const leftOut = (question: XmlElement): string[] => {
  const notes: string[] = []
  const said = COMBINED.map((name) => htmlOf(elementIn(question, name)))
  if (said.some((html) => cleanHtmlOrNull('full', html) !== null && !STANDARD.test(html)))
    notes.push('Its feedback on correct and incorrect attempts was left out.')
  if (elementsIn(question, 'hint').some((hint) => cleanHtmlOrNull('full', htmlOf(hint)) !== null))
    notes.push('Its hints were left out.')
  const formats = [elementIn(question, 'questiontext'), ...elementsIn(question, 'answer')]
  if (formats.some((element) => element?.attributes.format === 'markdown'))
    notes.push('Its Markdown is shown as it is typed.')
  return notes
}

type Heading = Pick<Draft, 'place' | 'title' | 'category'>

const booleanDraft = (heading: Heading, question: XmlElement): Draft => ({
  ...heading,
  type: 'boolean',
  text: questionText(question),
  explanation: htmlOf(elementIn(question, 'generalfeedback')),
  notes: leftOut(question),
  answers: elementsIn(question, 'answer').map((answer) => ({
    html: escapeText(textIn(elementIn(answer, 'text') ?? answer).trim()),
    is_correct: fractionOf(answer) > 0,
    feedback: htmlOf(elementIn(answer, 'feedback')),
  })),
})

const choiceDraft = (heading: Heading, question: XmlElement): Draft => {
  const answers = elementsIn(question, 'answer')
  const isSingle = !/^(?:false|0)$/i.test(textIn(elementIn(question, 'single')).trim())
  const isCorrect = (answer: XmlElement) => (isSingle ? fractionOf(answer) >= 99.9 : fractionOf(answer) > 0)
  const right = answers.filter(isCorrect)
  const notes = leftOut(question)
  const weights = new Set(right.map((answer) => Math.round(fractionOf(answer))))
  if (isSingle && right.length > 1) notes.push(SEVERAL_NOTE)
  if (isSingle ? answers.some((answer) => fractionOf(answer) > 0 && !isCorrect(answer)) : weights.size > 1)
    notes.push(PARTIAL_NOTE)
  return {
    ...heading,
    type: isSingle && right.length < 2 ? 'single' : 'multiple',
    text: questionText(question),
    explanation: htmlOf(elementIn(question, 'generalfeedback')),
    notes,
    answers: answers.map((answer) => ({
      html: htmlOf({ ...answer, children: answer.children.filter((child) => !isFeedback(child)) }),
      is_correct: isCorrect(answer),
      feedback: htmlOf(elementIn(answer, 'feedback')),
    })),
  }
}

const isFeedback = (child: XmlElement | string): boolean => typeof child !== 'string' && child.name === 'feedback'

const readQuestion = (question: XmlElement, category: string | null): FoundQuestion => {
  const type = question.attributes.type ?? ''
  const title = escapeText(wordsIn(question, 'name'))
  const heading: Heading = { place: `Line ${question.line}`, title, category }
  const refuse = (reason: string) =>
    refusedQuestion({ ...heading, title: title || htmlOf(elementIn(question, 'questiontext')) }, reason)
  if (type === 'truefalse') return finished(booleanDraft(heading, question))
  if (type === 'multichoice') return finished(choiceDraft(heading, question))
  const kind = FOREIGN[type] ?? `Questions of the type “${type.slice(0, 40)}”`
  return refuse(`${kind} are not taken. Only single choice, multiple choice and true or false are.`)
}

export const readMoodleXml = (quiz: XmlElement): FoundQuestion[] => {
  const questions: FoundQuestion[] = []
  let category: string | null = null
  for (const question of elementsIn(quiz, 'question')) {
    if (question.attributes.type === 'category') category = categoryName(wordsIn(question, 'category'))
    else questions.push(readQuestion(question, category))
  }
  return questions
}
