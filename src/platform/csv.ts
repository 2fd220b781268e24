/** What a spreadsheet program recognises UTF-8 by; it stands before the first line. */
export const CSV_START = '\ufeff'

export type Cell = string | number | boolean | Date | null | undefined

const textOf = (cell: Cell): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return String(cell)
}

/**
 * A cell that a spreadsheet program would take for a formula begins with an apostrophe instead (API-018). An amount below
 * zero is a number and stays one, so that a sheet adds it up with the others.
 */
const harmless = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One line of a CSV file by RFC 4180, ended by CR LF; times are ISO 8601 in UTC (API-017, API-018). */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => quoted(harmless(textOf(cell)))).join(',')}\r\n`
