import { OUTCOME_NAMES, type Outcome, RESULT_NAMES, type Result } from './decide.ts'
import type { FileQuestion } from './found.ts'

type ReportedRow = {
  place: string
  title: string
  category: string | null
  question: FileQuestion | null
  outcome: Outcome
  reason: string | null
  notes: readonly string[]
  result: Result | null
  result_reason: string | null
}

export const TYPE_NAMES = { single: 'Single choice', multiple: 'Multiple choice', boolean: 'True or false' } as const

/** What the list of an import says beside a question: why it came out as it did, then what there is to know about it. */
export const detailsOf = ({ reason, result, result_reason: since, notes }: Omit<ReportedRow, 'question'>): string[] =>
  [result === null ? reason : since, ...notes].filter((line) => line !== null)

/** Header and rows of the report of an import: what the list on the screen shows, without the answers (QPL-026). */
export const reportOf = (rows: readonly ReportedRow[]): string[][] => [
  ['In the file', 'Question', 'Type', 'Category', 'Check', 'Result', 'Details'],
  ...rows.map((row) => [
    row.place,
    row.title,
    row.question ? TYPE_NAMES[row.question.type] : '',
    row.category ?? '',
    OUTCOME_NAMES[row.outcome],
    row.result ? RESULT_NAMES[row.result] : '',
    detailsOf(row).join(' '),
  ]),
]
