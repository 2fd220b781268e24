/** What a spreadsheet program recognizes UTF-8 by; it stands before the first line. */
export const CSV_START = '\ufeff'

export type Cell = string | number | boolean | Date | null | undefined

const textOf = (cell: Cell): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return String(cell)
}

/** A row of the file is a line of it: what a name has of line breaks becomes a space. */
const inOneLine = (text: string): string => text.replace(/\s*[\n\v\f\r\u0085\u2028\u2029]+\s*/g, ' ').trim()

/**
 * Where a spreadsheet program would begin to read a formula: at the start of a cell, after blanks, quotes and
 * invisible characters, and after a semicolon or tab, which divide cells where the comma is the decimal sign. Programs set to
 * Japanese or Chinese take the wide signs for the plain ones.
 */
const FORMULA = /(^|[;\t])(?=[\s\p{Cf}"]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu
const NUMBER = /^-\d+(\.\d+)?$/

/**
 * An apostrophe stands before what would be a formula, so that it is shown and never run (API-018). An amount below zero
 * is a number and stays one, so that a sheet adds it up with the others.
 */
const harmless = (text: string): string => (NUMBER.test(text) ? text : text.replace(FORMULA, "$1'"))

const quoted = (text: string): string => (/[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One line of a CSV file by RFC 4180, ended by CR LF; times are ISO 8601 in UTC (API-017, API-018). */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => quoted(harmless(inOneLine(textOf(cell))))).join(',')}\r\n`
