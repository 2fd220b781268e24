import type { ColumnNames } from '#kernel/format/sheet-columns.ts'
import { type FileQuestion, type FoundQuestion, finished, isPair, type QuestionType, refusedQuestion } from './found.ts'
import { asHtml, escapeText, inLineHtml, plainOf, withoutControls } from './html.ts'

/** A sheet of questions: a row for each, with a column for each answer, named by letters like the correct ones. */

const MOST_ANSWERS = 50

/** A to Z, then AA to AX. */
export const letterOf = (at: number): string =>
  (at >= 26 ? String.fromCharCode(64 + Math.floor(at / 26)) : '') + String.fromCharCode(65 + (at % 26))

const LETTERS = Array.from({ length: MOST_ANSWERS }, (_, at) => letterOf(at))

const answerNames = (letter: string, at: number): readonly [string, ...string[]] => [
  `Answer ${letter}`,
  letter,
  `Option ${letter}`,
  `Choice ${letter}`,
  `Answer ${at + 1}`,
  `Option ${at + 1}`,
  `Choice ${at + 1}`,
]

export type SheetField = 'question' | 'type' | 'correct' | 'explanation' | `answer_${string}`

/** The titles of the columns; the first of each stands in the template and in exports. */
export const TITLES: ColumnNames<SheetField> = {
  question: ['Question', 'Question text', 'Question title', 'Text'],
  type: ['Type', 'Question type', 'Kind'],
  correct: ['Correct', 'Correct answer', 'Correct answers', 'Right answer', 'Key', 'Answer', 'Solution'],
  explanation: ['Explanation', 'Feedback', 'General feedback', 'Rationale', 'Comment'],
  ...(Object.fromEntries(LETTERS.map((letter, at) => [`answer_${letter}`, answerNames(letter, at)])) as Record<
    `answer_${string}`,
    readonly [string, ...string[]]
  >),
}

const TYPE_WORDS: Record<QuestionType, readonly [string, ...string[]]> = {
  single: ['Single choice', 'single', 'single answer', 'multiple choice single answer', 'mc', 'radio'],
  multiple: ['Multiple choice', 'multiple', 'multiple answers', 'multiple response', 'multi', 'checkbox', 'ma'],
  boolean: ['True or false', 'true/false', 'boolean', 'truefalse', 'tf', 't/f', 'yes/no'],
}

const fold = (text: string): string => text.toLowerCase().replace(/[^a-z/]/g, '')
const typeOf = (word: string): QuestionType | null =>
  (Object.keys(TYPE_WORDS) as QuestionType[]).find((type) =>
    TYPE_WORDS[type].some((known) => fold(known) === fold(word)),
  ) ?? null

type Option = { letter: string; at: number; text: string }

/** Which answers a cell names: by letters, by numbers, or by the words of one of them. */
const chosenIn = (cell: string, options: readonly Option[]): Option[] | null => {
  const byWords = options.filter(({ text }) => text.toLowerCase() === cell.toLowerCase())
  const parts = cell
    .split(/[\s,;|&/]+/)
    .filter((part) => part !== '')
    .map((part) => part.replace(/[.)]$/, '').toUpperCase())
  const byMark = parts.map((part) => options.find(({ letter, at }) => letter === part || String(at + 1) === part))
  if (parts.length > 0 && byMark.every((option) => option !== undefined)) return byMark as Option[]
  return byWords.length === 1 ? byWords : null
}

const TRUTH: Record<string, string> = { t: 'True', true: 'True', yes: 'True', f: 'False', false: 'False', no: 'False' }

/** The row of a sheet by its columns (QPL-019). */
export const readRow = (line: number, values: Record<string, string>): FoundQuestion => {
  const cell = (name: string): string => fromCell(withoutControls(values[name] ?? ''))
  const text = cell('question')
  const heading = { place: `Row ${line}`, title: asHtml(text), category: null }
  const refuse = (reason: string) => refusedQuestion(heading, reason)
  const word = cell('type')
  const type = typeOf(word)
  if (word !== '' && type === null)
    return refuse(`The type “${word.slice(0, 40)}” is not known. Use Single choice, Multiple choice or True or false.`)
  const named = LETTERS.map((letter, at) => ({ letter, at, text: cell(`answer_${letter}`) })).filter(
    (option) => option.text !== '',
  )
  const correct = cell('correct')
  if (correct === '') return refuse('The column “Correct” is empty.')
  const isTruth = TRUTH[correct.toLowerCase()] !== undefined && (named.length === 0 || isPair(named.map((o) => o.text)))
  const isBoolean = type === 'boolean' || (type === null && (isTruth || isPair(named.map((option) => option.text))))
  const options =
    isBoolean && named.length === 0
      ? ['True', 'False'].map((words, at) => ({ letter: letterOf(at), at, text: words }))
      : named
  if (isBoolean && !isPair(options.map((option) => option.text)))
    return refuse('A true or false question has the answers True and False, or none.')
  const truth = isBoolean ? TRUTH[correct.toLowerCase()] : undefined
  const chosen = truth
    ? options.filter((option) => option.text.toLowerCase() === truth.toLowerCase())
    : chosenIn(correct, options)
  if (chosen === null) return refuse(`“${correct.slice(0, 40)}” in the column “Correct” names none of its answers.`)
  return finished({
    ...heading,
    type: isBoolean ? 'boolean' : (type ?? (new Set(chosen).size > 1 ? 'multiple' : 'single')),
    text: asHtml(text),
    explanation: asHtml(cell('explanation')),
    answers: options.map((option) => ({ html: escapeText(option.text), is_correct: chosen.includes(option) })),
  })
}

/**
 * Lines of CSV put an apostrophe before what a spreadsheet program would run as a formula. One of ours stands there as
 * well where a text begins with an apostrophe of its own, so that exactly one can be taken away again.
 */
const AHEAD = `(?=[\\s\\p{Cf}"']*[=+\\-@＝＋－＠﹦﹢﹣﹫])`
const OWN = new RegExp(`(^|[;\\t])'${AHEAD}`, 'gu')
const toCell = (text: string): string => text.replace(OWN, "$1''")
const fromCell = (text: string): string => text.replace(OWN, '$1')

const htmlCell = (html: string | null): string => (html === null ? '' : (plainOf(html) ?? inLineHtml(html)))

/** Header and rows of the questions of a pool. */
export const writeSheet = (questions: readonly FileQuestion[]): string[][] => {
  const width = Math.max(4, ...questions.map(({ answers }) => answers.length))
  const letters = LETTERS.slice(0, width)
  const header = [
    TITLES.question[0],
    TITLES.type[0],
    ...letters.map((letter) => `Answer ${letter}`),
    TITLES.correct[0],
    TITLES.explanation[0],
  ]
  const rows = questions.map(({ type, text, answers, explanation }) =>
    [
      htmlCell(text),
      TYPE_WORDS[type][0],
      ...letters.map((_, at) => answers[at]?.text ?? ''),
      answers.flatMap(({ is_correct }, at) => (is_correct ? [letterOf(at)] : [])).join(', '),
      htmlCell(explanation),
    ].map((cell) => toCell(withoutControls(cell))),
  )
  return [header, ...rows]
}

/** A sheet with every column and a question of each type. */
export const TEMPLATE: string[][] = writeSheet([
  {
    type: 'single',
    text: '<p>What do you check before you climb a ladder?</p>',
    answers: [
      { text: 'Its feet and rungs', is_correct: true },
      { text: 'Its color', is_correct: false },
      { text: 'Its price', is_correct: false },
    ],
    explanation: '<p>Look at the feet, rungs and locks before every use.</p>',
  },
  {
    type: 'multiple',
    text: '<p>What do you wear on a roof?</p>',
    answers: [
      { text: 'A harness', is_correct: true },
      { text: 'A helmet', is_correct: true },
      { text: 'Sandals', is_correct: false },
    ],
    explanation: null,
  },
  {
    type: 'boolean',
    text: '<p>The top rung of a ladder is for standing.</p>',
    answers: [
      { text: 'True', is_correct: false },
      { text: 'False', is_correct: true },
    ],
    explanation: null,
  },
])
