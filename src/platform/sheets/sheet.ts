import { type ColumnNames, matchColumns } from '#kernel/format/sheet-columns.ts'
import { csvRows } from './csv-sheet.ts'
import { SHEET_LIMITS, type SheetLimits, type SheetRow } from './limits.ts'
import { refuseSheet, SheetError } from './sheet-error.ts'
import { xlsxRows } from './xlsx-sheet.ts'

export { SHEET_LIMITS, type SheetLimits, type SheetRow } from './limits.ts'
export { SheetError, type SheetErrorCode } from './sheet-error.ts'

const begins = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)
const isZip = (bytes: Uint8Array) => begins(bytes, 0x50, 0x4b, 3, 4) || begins(bytes, 0x50, 0x4b, 5, 6)
/** The container of Excel before 2007, and of every workbook with a password. */
const isCompound = (bytes: Uint8Array) => begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)
const isPdf = (bytes: Uint8Array) => begins(bytes, 0x25, 0x50, 0x44, 0x46)

const rawRows = (bytes: Buffer, limits: SheetLimits) => {
  if (isCompound(bytes))
    refuseSheet(
      'old_format',
      'The workbook has a password or is in the old Excel format (.xls). Save it without a password as an Excel workbook (.xlsx) or as CSV.',
    )
  if (isPdf(bytes))
    refuseSheet('unknown_format', 'The file is a PDF. Save the sheet as CSV or as an Excel workbook (.xlsx).')
  return isZip(bytes) ? xlsxRows(bytes, limits) : csvRows(bytes, limits)
}

/**
 * The rows of an uploaded sheet, one after the other: CSV with commas, semicolons, tabs or bars in UTF-8, UTF-16 or
 * Windows-1252, or the first visible sheet of an Excel workbook. The content says which, not the name. Rows that hold nothing are left
 * out and keep their number. Dates of a workbook come as `YYYY-MM-DD`, numbers as their format of zeros shows them. Throws a
 * `SheetError` where the file cannot be read or is beyond a limit.
 */
export async function* readSheet(bytes: Buffer, options: Partial<SheetLimits> = {}): AsyncGenerator<SheetRow> {
  const limits = { ...SHEET_LIMITS, ...options }
  if (bytes.length === 0) refuseSheet('empty', 'The file is empty.')
  if (bytes.length > limits.bytes)
    refuseSheet('too_large', `The file is larger than ${Math.floor(limits.bytes / 2 ** 20)} MB. Split it into several.`)
  let count = 0
  for await (const { line, cells: raw } of rawRows(bytes, limits)) {
    const cells = raw.map((cell) => cell.trim())
    while (cells.at(-1) === '') cells.pop()
    if (cells.length === 0) continue
    if (cells.length > limits.columns)
      refuseSheet('too_many_columns', `Row ${line} has more than ${limits.columns} columns.`)
    if (cells.some((cell) => cell.length > limits.cell))
      refuseSheet(
        'cell_too_long',
        `A cell in row ${line} has more than ${limits.cell.toLocaleString('en-US')} characters.`,
      )
    if (++count > limits.rows)
      refuseSheet(
        'too_many_rows',
        `The sheet has more than ${(limits.rows - 1).toLocaleString('en-US')} rows below the header. Split it into several.`,
      )
    yield { line, cells }
  }
  if (count === 0) refuseSheet('empty', 'The sheet is empty.')
}

/** A row below the header by the names of its columns; a column that the sheet does not have is ''. */
export type TableRow<Name extends string> = { line: number; values: Record<Name, string> }

/**
 * The rows below the header row, by column: the header's cells are matched by their folded names (`matchColumns`). Throws
 * a `SheetError` also where a required column is missing or a column stands there twice.
 */
export async function* readTable<Name extends string>(
  bytes: Buffer,
  names: ColumnNames<Name>,
  { required = [], ...limits }: Partial<SheetLimits> & { required?: readonly Name[] } = {},
): AsyncGenerator<TableRow<Name>> {
  let at: Partial<Record<Name, number>> | null = null
  const all = Object.keys(names) as Name[]
  for await (const { line, cells } of readSheet(bytes, limits)) {
    if (at === null) {
      const { columns, doubled } = matchColumns(cells, names)
      const missing = required.find((name) => columns[name] === undefined)
      if (doubled.length > 0)
        refuseSheet('doubled_column', `The column “${cells[doubled[0] ?? 0]}” is there twice. Keep one of them.`)
      if (missing !== undefined)
        refuseSheet('missing_column', `The sheet has no column “${names[missing][0]}”. Add it to the first row.`)
      at = columns
      continue
    }
    const places = at
    const values = Object.fromEntries(all.map((name) => [name, cells[places[name] ?? -1] ?? '']))
    yield { line, values: values as Record<Name, string> }
  }
}

/** What a sheet that cannot be read says to people; other failures stay what they are. */
export const sheetProblem = (error: unknown): string => {
  if (error instanceof SheetError) return error.message
  throw error
}
