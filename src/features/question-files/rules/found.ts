import { cleanHtmlOrNull } from '#kernel/html.ts'
import { excerpt } from '#kernel/text.ts'
import { escapeText, formattingIn, textOfHtml, unusableIn } from './html.ts'
import { type PictureSource, takePictures } from './pictures.ts'

export type QuestionType = 'single' | 'multiple' | 'boolean'

/** A question as a file gives it to a pool, or a pool to a file. Text and explanation are HTML, answers plain text. */
export type FileQuestion = {
  type: QuestionType
  text: string
  answers: { text: string; is_correct: boolean }[]
  explanation: string | null
}

/** A question of a file: what is taken of it, or why it is not. */
export type FoundQuestion = {
  /** Where it stands, such as `Line 12`. */
  place: string
  title: string
  category: string | null
  question: FileQuestion | null
  refused: string | null
  /** What there is to know about a question that is taken. */
  notes: string[]
  /** Where the pictures come from that its texts name by their place. */
  pictures?: PictureSource[]
}

type DraftAnswer = { html: string; is_correct: boolean; feedback?: string }

/** A question as a reader has understood it; everything it says is still HTML of any kind. */
export type Draft = {
  place: string
  title: string
  category: string | null
  type: QuestionType
  text: string
  answers: DraftAnswer[]
  explanation: string
  notes?: string[]
  /** Whether the format keeps pictures in files beside the question. */
  hasParts?: boolean
}

/** A question that is named and not taken. */
export const refusedQuestion = (
  { place, title, category }: Pick<Draft, 'place' | 'title' | 'category'>,
  refused: string,
): FoundQuestion => ({ place, title: shortTitle(title), category, question: null, refused, notes: [] })

const TITLE_CHARACTERS = 120
const TEXT_CHARACTERS = 50_000
const ANSWER_CHARACTERS = 2000
const MOST_ANSWERS = 50

const shortTitle = (html: string): string => excerpt(html, TITLE_CHARACTERS) || '(no text)'

const FEEDBACK_NOTE = 'The feedback on single answers is part of the explanation.'
const FORMAT_NOTE = 'Answers are plain text here, so their formatting was removed.'

/** The explanation of a file, with what it says about single answers as a list below. */
const explanationOf = ({ explanation, answers }: Draft): string => {
  const items = answers
    .filter(({ feedback = '' }) => cleanHtmlOrNull('full', feedback) !== null)
    .map(({ html, feedback = '' }) => {
      const words = /^<p>((?:(?!<\/?p\b).)*)<\/p>$/s.exec(feedback)?.[1] ?? feedback
      return `<li><strong>${escapeText(textOfHtml(html))}:</strong> ${words}</li>`
    })
  return explanation + (items.length > 0 ? `<ul>${items.join('')}</ul>` : '')
}

const PICTURE = /<img\b/i
const PICTURE_IN_ANSWER = 'One of its answers shows a picture. Answers are plain text here.'

const answersProblem = (type: QuestionType, answers: FileQuestion['answers']): string | null => {
  const correct = answers.filter(({ is_correct }) => is_correct).length
  if (answers.length < 2) return 'It has fewer than two answers.'
  if (answers.length > MOST_ANSWERS) return `It has more than ${MOST_ANSWERS} answers.`
  if (answers.some(({ text }) => text === '')) return 'It has an answer without text.'
  if (answers.some(({ text }) => text.length > ANSWER_CHARACTERS))
    return `It has an answer with more than ${ANSWER_CHARACTERS.toLocaleString('en-US')} characters.`
  if (correct === 0) return 'No answer is marked as correct.'
  if (correct > 1 && type !== 'multiple') return 'Several answers are marked as correct, but only one can be chosen.'
  return null
}

/** The answers True and False of a boolean question in the order and with the words in which it keeps them. */
const asPair = (answers: FileQuestion['answers']): FileQuestion['answers'] =>
  ['True', 'False'].map((word) => ({
    text: word,
    is_correct: answers.some(({ text, is_correct }) => is_correct && text.toLowerCase() === word.toLowerCase()),
  }))

export const isPair = (texts: readonly string[]): boolean =>
  texts.length === 2 && ['true', 'false'].every((word) => texts.some((text) => text.trim().toLowerCase() === word))

/** A draft as a pool takes it, cleaned like what an editor writes, or the reason why it is not taken (QPL-016). */
export const finished = (draft: Draft): FoundQuestion => {
  const { place, category, type, notes = [] } = draft
  const refuse = (reason: string) => refusedQuestion({ place, title: draft.title || draft.text, category }, reason)
  if (draft.answers.some(({ html }) => PICTURE.test(html))) return refuse(PICTURE_IN_ANSWER)
  const pictures: PictureSource[] = []
  const parts = [draft.text, explanationOf(draft)].map((html) => takePictures(html, pictures, draft.hasParts ?? false))
  const [asked, explained] = parts.map(({ html }) => html) as [string, string]
  const unusable =
    parts.find(({ refused }) => refused !== null)?.refused ??
    [asked, explained, ...draft.answers.map(({ html }) => html)].map(unusableIn).find((what) => what !== null)
  if (unusable) return refuse(unusable)
  const text = cleanHtmlOrNull('full', asked)
  if (text === null) return refuse('It has no question text.')
  const read = draft.answers.map(({ html, is_correct }) => ({ text: textOfHtml(html), is_correct }))
  const answers = type === 'boolean' ? asPair(read) : read
  const problem = answersProblem(type, answers)
  if (problem) return refuse(problem)
  const explanation = cleanHtmlOrNull('full', explained)
  if (text.length > TEXT_CHARACTERS || (explanation?.length ?? 0) > TEXT_CHARACTERS)
    return refuse(`Its text is longer than ${TEXT_CHARACTERS.toLocaleString('en-US')} characters.`)
  const said = [...notes]
  if (draft.answers.some(({ feedback = '' }) => cleanHtmlOrNull('full', feedback) !== null)) said.push(FEEDBACK_NOTE)
  if (draft.answers.some(({ html }) => formattingIn(html))) said.push(FORMAT_NOTE)
  return {
    place,
    title: shortTitle(draft.title || draft.text),
    category,
    question: { type, text, answers, explanation },
    refused: null,
    notes: said,
    ...(pictures.length > 0 && { pictures }),
  }
}

export const PARTIAL_NOTE = 'Partial points were not taken: an answer is either correct or not.'
export const SEVERAL_NOTE =
  'Each of several answers was correct by itself in the file. Learners have to choose all of them here.'
