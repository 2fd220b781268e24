import type { Tx } from '#platform/db/db.ts'
import { CSV_START, csvLine } from '#platform/files/csv.ts'
import { OUTCOME_NAMES, TITLES } from '../rules/fields.ts'
import { type ImportRecord, pageOfRows } from './store.ts'

const HEADER = ['Row', 'E-mail', 'Name', 'Check', 'Reason', 'Credits', 'Result', 'Result reason', 'Undo', 'Undo reason']
const UNDO_NAMES = { taken_back: 'Taken back', kept: 'Stays' }

/** What was said and done for every row, as CSV (USR-065). */
export const reportOf = async (tx: Tx, record: ImportRecord): Promise<Buffer> => {
  const pieces = [CSV_START, csvLine(HEADER)]
  let cursor: string | undefined
  do {
    const { data, meta } = await pageOfRows(tx, record.portal_id, record.id, { cursor, per_page: 1000 })
    pieces.push(
      data
        .map((row) =>
          csvLine([
            row.line,
            row.email,
            row.name,
            OUTCOME_NAMES[row.outcome],
            row.other_line === null ? row.reason : `See row ${row.other_line}.`,
            row.credits,
            row.result && OUTCOME_NAMES[row.result],
            row.result === row.outcome && row.result_reason === row.reason ? '' : row.result_reason,
            row.undo && UNDO_NAMES[row.undo],
            row.undo_reason,
          ]),
        )
        .join(''),
    )
    cursor = meta.next_cursor ?? undefined
  } while (cursor)
  return Buffer.from(pieces.join(''))
}

const EXAMPLES = [
  [
    'ada@example.com',
    'Ada',
    '',
    'Lovelace',
    '(614) 555-0142',
    '',
    'ada.l',
    'E-1042',
    '',
    'Learner',
    'Night crew',
    '',
    '12/31/2026',
    '',
  ],
  ['', 'Grace', 'B.', 'Hopper', '', '(212) 555-0147', '', 'E-1043', '10443', '', '', '', '', ''],
]

/**
 * A sheet with every column and two people who do not exist, the second without an e-mail. The dates and the dot in a username
 * show what goes where.
 */
export const template = (): Buffer =>
  Buffer.from(
    CSV_START + csvLine(Object.values(TITLES).map(([title]) => title)) + EXAMPLES.map((row) => csvLine(row)).join(''),
  )
