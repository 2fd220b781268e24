const DELIMITERS = [',', ';', '\t', '|'] as const
/** Rows that are compared. */
const ROWS = 20

/** Rows of a text without what stands in quotation marks, so that only delimiters are left to count. */
const bareRows = (text: string): string[] =>
  text
    .replace(/"(?:[^"]|"")*"?/g, '')
    .split(/\r\n|\n|\r/)
    .filter((row) => row.trim() !== '')
    .slice(0, ROWS)

const countOf = (row: string, delimiter: string): number => row.split(delimiter).length - 1

/** What divides the cells of a text: whatever most rows have as often as the first does, then the one it has most. */
export const delimiterOf = (text: string): string => {
  const rows = bareRows(text)
  const [header = ''] = rows
  let best: { delimiter: string; agreeing: number; count: number } = { delimiter: ',', agreeing: 0, count: 0 }
  for (const delimiter of DELIMITERS) {
    const count = countOf(header, delimiter)
    if (count === 0) continue
    const agreeing = rows.filter((row) => countOf(row, delimiter) === count).length
    if (agreeing > best.agreeing || (agreeing === best.agreeing && count > best.count))
      best = { delimiter, agreeing, count }
  }
  return best.delimiter
}

/** The line `sep=;` with which a file tells Excel its delimiter. */
const SEP_LINE = /^sep=(.)(?:\r\n|\n|\r)/i

/** The delimiter that the first line names, and that line, which holds no data. */
export const namedDelimiter = (text: string): { delimiter: string; line: string } | null => {
  const [line, delimiter] = SEP_LINE.exec(text) ?? []
  return line && delimiter ? { delimiter, line } : null
}
