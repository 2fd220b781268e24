// Rows of an exported table on their way into the new place: CSV in, CSV out, one row at a time.
import { Transform } from 'node:stream'
import { parse } from 'csv-parse'
import type { PlannedColumn, PlannedTable } from './catalog.ts'
import {
  type Move,
  moveBlocks,
  moveFileKey,
  moveId,
  moveIds,
  moveJson,
  moveLedgerKey,
  moveLink,
  moveMessageKey,
  moveOutline,
  type Row,
} from './references.ts'
import type { Arrival, Kind } from './tables.ts'

const known = (id: number | null): string | null => (id === null ? null : String(id))

/** The text of a column in the new place, by what it holds. A key in no known form stays: no new record can have it. */
const MOVES: Readonly<Record<Exclude<Kind, 'omit'>, (text: string, move: Move) => string | null>> = {
  keep: (text) => text,
  portal: (text, { portal }) => (Number(text) === portal.from ? String(portal.to) : null),
  user: (text, { userOf }) => known(userOf(Number(text))),
  plan: (text, { planOf }) => known(planOf(Number(text))),
  id: moveId,
  ids: moveIds,
  json: (text, move) => moveJson(text, move),
  query: (text, move) => moveJson(text, move, { hasWords: true }),
  file: moveFileKey,
  message: (text, move) => moveMessageKey(text, move) ?? text,
  ledger: (text, move) => moveLedgerKey(text, move) ?? text,
  link: (text, move) => moveLink(text, move) ?? text,
  outline: moveOutline,
  blocks: moveBlocks,
}

const movedColumn = ({ name, kind }: PlannedColumn, before: Row, move: Move): string | null => {
  const text = before[name] ?? null
  return text === null || kind === 'omit' ? null : MOVES[kind](text, move)
}

/** The columns of a table that the new place is given: those of the file, and those with a fresh value. */
export const arrivingColumns = ({ columns, rule }: Pick<PlannedTable, 'columns' | 'rule'>): string[] => [
  ...columns.map(({ name }) => name),
  ...Object.keys(rule.fresh ?? {}),
]

/** A row in the new place; null when it stays out. */
export const movedRow = (
  { columns, rule }: Pick<PlannedTable, 'columns' | 'rule'>,
  before: Row,
  arrival: Arrival,
): Row | null => {
  const row: Row = {}
  for (const column of columns) row[column.name] = movedColumn(column, before, arrival.move)
  for (const [name, fresh] of Object.entries(rule.fresh ?? {})) row[name] = fresh(arrival)
  return rule.adapt && !rule.adapt(row, arrival, before) ? null : row
}

/** As COPY reads it: quoted where there is a text, also an empty one, and nothing where there is none. */
const csvOf = (values: readonly (string | null)[]): string =>
  `${values.map((value) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`)).join(',')}\n`

/** Reads rows as COPY writes them: null is an empty text without quotes. */
export const readRows = (columns: readonly string[]) =>
  parse({
    columns: [...columns],
    from_line: 2,
    cast: (value, { quoting }) => (quoting || value !== '' ? value : null),
  })

/** Moves the rows of a table; `counted` answers how many came in, and how many of them stay out. */
export const movingRows = (table: Pick<PlannedTable, 'columns' | 'rule'>, arrival: Arrival) => {
  const columns = arrivingColumns(table)
  let read = 0
  let leftOut = 0
  const stream = new Transform({
    writableObjectMode: true,
    transform(before: Row, _encoding, done) {
      read += 1
      try {
        const row = movedRow(table, before, arrival)
        if (row) return done(null, csvOf(columns.map((name) => row[name] ?? null)))
        leftOut += 1
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
  return { stream, counted: () => ({ read, leftOut }) }
}
