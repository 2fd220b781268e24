import { read, utils, type WorkBook } from '@e965/xlsx'
import { openArchive } from './archive.ts'
import { type Cell, escapeHtml, note, table, tag } from './markup.ts'
import { decodeText } from './text.ts'

const MAX_ROWS = 1000
const MAX_COLUMNS = 60
const MAX_SHEETS = 30

type ShownSheet = { rows: Cell[][]; isHeaded: boolean; isCut: boolean }

/** Cells as their sheet shows them, up to what fits a page; empty rows in a row are shown as one. */
const shownOf = (book: WorkBook, name: string): ShownSheet => {
  const sheet = book.Sheets[name]
  const range = sheet?.['!fullref'] ?? sheet?.['!ref']
  if (!sheet || !range) return { rows: [], isHeaded: false, isCut: false }
  const { s, e } = utils.decode_range(range)
  const end = { r: Math.min(e.r, s.r + MAX_ROWS - 1), c: Math.min(e.c, s.c + MAX_COLUMNS - 1) }
  const covered = new Set<string>()
  const spans = new Map<string, { columns: number; rows: number }>()
  for (const merge of (sheet['!merges'] ?? []).slice(0, MAX_ROWS)) {
    const columns = Math.min(merge.e.c, end.c) - merge.s.c + 1
    const rows = Math.min(merge.e.r, end.r) - merge.s.r + 1
    if (columns < 1 || rows < 1) continue
    spans.set(`${merge.s.r} ${merge.s.c}`, { columns, rows })
    for (let r = merge.s.r; r < merge.s.r + rows; r++)
      for (let c = merge.s.c; c < merge.s.c + columns; c++)
        if (r !== merge.s.r || c !== merge.s.c) covered.add(`${r} ${c}`)
  }
  const cellAt = (r: number, c: number) => sheet['!data']?.[r]?.[c]
  const rows = Array.from({ length: end.r - s.r + 1 }, (_, down) =>
    Array.from({ length: end.c - s.c + 1 }, (__, right) => ({ r: s.r + down, c: s.c + right }))
      .filter(({ r, c }) => !covered.has(`${r} ${c}`))
      .map(({ r, c }): Cell => {
        const cell = cellAt(r, c)
        return { html: escapeHtml(cell?.w ?? (cell?.v === undefined ? '' : String(cell.v))), ...spans.get(`${r} ${c}`) }
      }),
  )
  while (rows.at(-1)?.every(({ html }) => !html)) rows.pop()
  const names = Array.from({ length: end.c - s.c + 1 }, (_, right) => cellAt(s.r, s.c + right))
  const isHeaded = rows.length > 1 && names.length > 1 && names.every((cell) => cell?.t === 's' && cell.v !== '')
  const isEmpty = (cells: Cell[] | undefined) => cells?.every(({ html, rows: down = 1 }) => !html && down === 1)
  const apart = rows.filter((cells, down) => !(isEmpty(cells) && isEmpty(rows[down - 1])))
  return { rows: apart, isHeaded, isCut: end.r < e.r || end.c < e.c }
}

const sheetsOf = (book: WorkBook): string => {
  const names = book.SheetNames.filter((_, index) => !book.Workbook?.Sheets?.[index]?.Hidden)
  const parts = names.slice(0, MAX_SHEETS).map((name) => {
    const { rows, isHeaded, isCut } = shownOf(book, name)
    const cut = isCut
      ? note(`Only the first ${MAX_ROWS} rows and ${MAX_COLUMNS} columns are shown. All are in the file.`)
      : ''
    const head = names.length > 1 ? tag('h2', escapeHtml(name)) : ''
    return head + cut + (rows.length > 0 ? table(rows, isHeaded ? 1 : 0, name) : note('This sheet is empty.'))
  })
  const rest = names.length > MAX_SHEETS ? note(`${names.length - MAX_SHEETS} more sheets are in the file.`) : ''
  return tag('div', parts.join('') + rest, { class: 'sheets' })
}

const OPTIONS = { dense: true, sheetRows: MAX_ROWS + 1, cellFormula: false, cellHTML: false, bookVBA: false } as const

/** A workbook of Excel, new or old: each sheet as a table, with numbers and dates as it shows them. */
export const sheetsToHtml = (bytes: Uint8Array): string => {
  // Looked through for what would unpack to too much before it is read as a whole.
  if (bytes[0] === 0x50) openArchive(bytes)
  return sheetsOf(read(bytes, { ...OPTIONS, type: 'array' }))
}

/** Separated values as one table, every value as it is written. */
export const csvToHtml = (bytes: Uint8Array): string =>
  sheetsOf(read(decodeText(bytes), { ...OPTIONS, type: 'string', raw: true }))
