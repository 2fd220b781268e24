import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { delimiterOf, namedDelimiter } from './delimiter.ts'
import { textPieces } from './encoding.ts'
import type { SheetLimits } from './limits.ts'
import { refuseSheet } from './sheet-error.ts'

/** Rows as the file has them; `line` is the line on which a row begins. */
type RawRow = { line: number; cells: string[] }

const options = (delimiter: string, limits: SheetLimits) => ({
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  // A quotation mark inside a cell that does not begin with one is a character like any other.
  relax_quotes: true,
  relax_column_count: true,
  max_record_size: limits.cell * limits.columns,
})

const explain = (error: unknown, line: number): unknown => {
  if (!(error instanceof CsvError)) return error
  const isOpenQuote = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
  if (!isOpenQuote) return error
  return refuseSheet(
    'open_quote',
    `A cell on line ${line} begins with a quotation mark that is never closed. Close it or remove it.`,
    error,
  )
}

/** Line ends inside of a cell. */
const breaksIn = (cell: string): number => (/[\r\n]/.test(cell) ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0)

/** The rows of a text file whose cells are divided by commas, semicolons, tabs or bars. */
export async function* csvRows(bytes: Uint8Array, limits: SheetLimits): AsyncGenerator<RawRow> {
  const pieces = textPieces(bytes)
  const first = pieces.next().value ?? ''
  const delimiter = namedDelimiter(first)
  const start = delimiter ? first.slice(delimiter.line.length) : first
  const source = Readable.from(
    (function* () {
      yield start
      yield* pieces
    })(),
  )
  let line = delimiter ? 2 : 1
  // Counted as rows are parsed, which is ahead of the rows that are read: a fault names the line on which it is.
  const numbered = (cells: string[]): RawRow => {
    const row = { line, cells }
    line += 1 + cells.reduce((sum, cell) => sum + breaksIn(cell), 0)
    return row
  }
  const parser = source.pipe(
    parse({ ...options(delimiter?.delimiter ?? delimiterOf(start), limits), on_record: numbered as never }),
  )
  try {
    for await (const row of parser as AsyncIterable<RawRow>) yield row
  } catch (error) {
    throw explain(error, line)
  } finally {
    source.destroy()
  }
}
