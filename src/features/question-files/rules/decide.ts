import { plainText } from '#kernel/text.ts'
import type { FileQuestion, FoundQuestion } from './found.ts'

/** What the check says of a question of a file. */
export const OUTCOMES = ['new', 'present', 'repeated', 'refused'] as const
export type Outcome = (typeof OUTCOMES)[number]
export const OUTCOME_NAMES: Record<Outcome, string> = {
  new: 'New',
  present: 'In the pool already',
  repeated: 'Twice in the file',
  refused: 'Not taken',
}

/** What the run did with it, and the undo after that. */
export const RESULTS = ['added', 'left_out', 'refused', 'removed', 'kept'] as const
export type Result = (typeof RESULTS)[number]
export const RESULT_NAMES: Record<Result, string> = {
  added: 'Added',
  left_out: 'Left out',
  refused: 'Not taken',
  removed: 'Taken back',
  kept: 'Stays',
}

export const FORMATS = ['gift', 'aiken', 'moodle', 'qti', 'sheet'] as const
export type Format = (typeof FORMATS)[number]
export const FORMAT_NAMES: Record<Format, string> = {
  gift: 'GIFT',
  aiken: 'Aiken',
  moodle: 'Moodle XML',
  qti: 'QTI 2.1',
  sheet: 'Spreadsheet',
}

export const STATUSES = ['checked', 'done', 'undone'] as const
export type ImportStatus = (typeof STATUSES)[number]
export const STATUS_NAMES: Record<ImportStatus, string> = { checked: 'Checked', done: 'Imported', undone: 'Undone' }
/** What an import is, in the middle of a sentence. */
export const STATUS_WORDS: Record<ImportStatus, string> = { checked: 'checked', done: 'imported', undone: 'undone' }

/** As many questions are taken from one file. */
export const MOST_QUESTIONS = 1000

const picturesIn = (html: string): string[] => html.match(/<img\b[^>]*>/g) ?? []

/** What makes a question the same as another: its words, pictures and answers, however they are formatted or ordered. */
export const keyOf = ({ text, answers }: Pick<FileQuestion, 'text' | 'answers'>): string =>
  JSON.stringify([plainText(text), picturesIn(text), answers.map((answer) => answer.text).sort()])

const correctOf = ({ answers }: Pick<FileQuestion, 'answers'>): string =>
  JSON.stringify(answers.flatMap(({ text, is_correct }) => (is_correct ? [text] : [])).sort())

type Known = { number: number; correct: string }

/** The questions of a pool by what makes them the same; `number` is their place in it. */
export const knownIn = (pool: readonly Pick<FileQuestion, 'text' | 'answers'>[]): Map<string, Known> => {
  const known = new Map<string, Known>()
  for (const [at, question] of pool.entries()) {
    const key = keyOf(question)
    if (!known.has(key)) known.set(key, { number: at + 1, correct: correctOf(question) })
  }
  return known
}

/** Why a question is not new to a pool; null when it is. */
export const presentReason = (question: FileQuestion, known: ReadonlyMap<string, Known>): string | null => {
  const same = known.get(keyOf(question))
  if (!same) return null
  return same.correct === correctOf(question)
    ? `It is question ${same.number} of the pool.`
    : `It is question ${same.number} of the pool, where other answers are correct.`
}

export type Decided = FoundQuestion & { outcome: Outcome; reason: string | null }

/** What the run would do with each question of a file (QPL-018). */
export const decide = (questions: readonly FoundQuestion[], known: ReadonlyMap<string, Known>): Decided[] => {
  const seen = new Map<string, string>()
  return questions.map((one) => {
    const { question } = one
    if (!question) return { ...one, outcome: 'refused', reason: one.refused }
    const key = `${keyOf(question)}${correctOf(question)}`
    const earlier = seen.get(key)
    if (earlier !== undefined)
      return { ...one, outcome: 'repeated', reason: `It is the same as the question at ${earlier.toLowerCase()}.` }
    seen.set(key, one.place)
    const reason = presentReason(question, known)
    return { ...one, outcome: reason === null ? 'new' : 'present', reason }
  })
}
