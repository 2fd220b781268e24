import { readContainer } from './container.ts'
import { type Cell, note, table, tag } from './markup.ts'
import { plainLine } from './text.ts'

// Offsets and flags of the file's head, [MS-DOC] 2.5.
const FLAGS = 0x0a
const LENGTH = 0x4c
const PARAGRAPHS = 0x0102
const PIECES = 0x01a2
const ENCRYPTED = 0x0100
const SECOND_TABLE = 0x0200
const NARROW = 0x40000000
// Of a page that describes paragraphs.
const PAGE = 512
const IN_TABLE = 0x2416
const ROW_END = 0x2417
const FIXED_SIZES = [1, 1, 2, 4, 2, 2, 0, 3]

type Looks = { style: number; isInTable: boolean; isRowEnd: boolean }
type Paragraph = Looks & { text: string }
const PLAIN: Looks = { style: 0, isInTable: false, isRowEnd: false }

const looksAt = (main: DataView, from: number): Looks => {
  const short = main.getUint8(from)
  const start = from + (short === 0 ? 2 : 1)
  const end = start + (short === 0 ? main.getUint8(from + 1) * 2 : short * 2 - 1)
  const looks = { ...PLAIN, style: main.getUint16(start, true) }
  for (let at = start + 2; at + 3 <= end; ) {
    const code = main.getUint16(at, true)
    if (code === IN_TABLE) looks.isInTable = main.getUint8(at + 2) === 1
    if (code === ROW_END) looks.isRowEnd = main.getUint8(at + 2) === 1
    const kind = code >> 13
    at += 2 + (kind === 6 ? 1 + main.getUint8(at + 2) : (FIXED_SIZES[kind] ?? 1))
  }
  return looks
}

/** The format of the paragraph that ends at this place of the file. */
const paragraphLooks = (main: DataView, tables: DataView): ((place: number) => Looks) => {
  const start = main.getUint32(PARAGRAPHS, true)
  const count = Math.floor((main.getUint32(PARAGRAPHS + 4, true) - 4) / 8)
  const runs: { from: number; to: number; looks: Looks }[] = []
  for (let index = 0; index < count; index++) {
    const page = (tables.getUint32(start + (count + 1) * 4 + index * 4, true) & 0x3fffff) * PAGE
    const lines = main.getUint8(page + PAGE - 1)
    for (let line = 0; line < lines; line++) {
      const offset = main.getUint8(page + (lines + 1) * 4 + line * 13) * 2
      const from = main.getUint32(page + line * 4, true)
      const to = main.getUint32(page + line * 4 + 4, true)
      runs.push({ from, to, looks: offset === 0 ? PLAIN : looksAt(main, page + offset) })
    }
  }
  runs.sort((a, b) => a.from - b.from)
  return (place) => {
    let low = 0
    let high = runs.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((runs[middle]?.from ?? 0) <= place) low = middle
      else high = middle - 1
    }
    const run = runs[low]
    return run && run.from <= place && place < run.to ? run.looks : PLAIN
  }
}

/** Leaves out what fields are computed from: only their result is text. Keeps in mind what is open. */
const fieldReader = () => {
  // For each open field, whether its result has begun.
  const open: boolean[] = []
  return (char: string): string => {
    if (char === '\x13') open.push(false)
    else if (char === '\x14') open.splice(-1, 1, true)
    else if (char === '\x15') open.pop()
    else if (open.every(Boolean)) return char
    return ''
  }
}

/** The paragraphs of a Word 97 to 2003 file in their order, put together from the pieces it is kept in. */
const paragraphsOf = (bytes: Uint8Array): Paragraph[] => {
  const streamOf = readContainer(bytes)
  const main = streamOf('WordDocument')
  const flags = main.getUint16(FLAGS, true)
  if (flags & ENCRYPTED) throw new Error('The document is locked with a password')
  const tables = streamOf(flags & SECOND_TABLE ? '1Table' : '0Table')
  const looksOf = paragraphLooks(main, tables)
  let at = main.getUint32(PIECES, true)
  while (tables.getUint8(at) === 1) at += 3 + tables.getUint16(at + 1, true)
  if (tables.getUint8(at) !== 2) throw new Error('The document has no list of its pieces')
  const count = (tables.getUint32(at + 1, true) - 4) / 12
  const first = at + 5
  const length = main.getUint32(LENGTH, true)
  const readField = fieldReader()
  const paragraphs: Paragraph[] = []
  let text = ''
  for (let index = 0; index < count; index++) {
    const from = tables.getUint32(first + index * 4, true)
    // Behind the text of the document follow those of its notes and margins.
    const to = Math.min(tables.getUint32(first + index * 4 + 4, true), length)
    if (to <= from) continue
    const where = tables.getUint32(first + (count + 1) * 4 + index * 8 + 2, true)
    const isNarrow = (where & NARROW) !== 0
    const start = isNarrow ? (where & ~NARROW) / 2 : where
    const width = isNarrow ? 1 : 2
    const part = new TextDecoder(isNarrow ? 'windows-1252' : 'utf-16le', { ignoreBOM: true }).decode(
      new Uint8Array(main.buffer, start, (to - from) * width),
    )
    for (let place = 0; place < part.length; place++) {
      const char = part[place] ?? ''
      if (char === '\r' || char === '\x07' || char === '\x0c') {
        // The end of a cell is that of its last paragraph as well.
        paragraphs.push({ ...looksOf(start + place * width), text: char === '\x07' ? text + char : text })
        text = ''
      } else text += readField(char)
    }
  }
  return text ? [...paragraphs, { ...PLAIN, text }] : paragraphs
}

/** The words of an old Word file: headings, paragraphs and tables, and a sentence that says what is missing. */
export const oldWordToHtml = (bytes: Uint8Array): string => {
  const out: string[] = []
  let rows: Cell[][] = []
  let row: Cell[] = []
  let cell: string[] = []
  const endTable = () => {
    if (rows.length > 0) out.push(table(rows, 0, 'Table'))
    rows = []
  }
  for (const { text, style, isInTable, isRowEnd } of paragraphsOf(bytes)) {
    const html = plainLine(text)
    if (isRowEnd) {
      rows.push(row)
      row = []
    } else if (isInTable) {
      if (html) cell.push(html)
      if (!text.endsWith('\x07')) continue
      row.push({ html: cell.join('<br>') })
      cell = []
    } else {
      endTable()
      // The first nine styles of every file are those of headings.
      if (html) out.push(tag(style >= 1 && style <= 6 ? `h${style}` : 'p', html))
    }
  }
  endTable()
  return (
    note('This is an old Word file. You see its text here; download it for its layout and pictures.') + out.join('')
  )
}
