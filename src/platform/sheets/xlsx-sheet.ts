import { xmlParser } from '#kernel/format/xml.ts'
import type { SheetLimits } from './limits.ts'
import { formatNumber, type NumberFormat, numberFormatOf } from './number-format.ts'
import { damagedSheet, refuseSheet } from './sheet-error.ts'
import { findSheet, openWorkbook, type Workbook } from './workbook.ts'

type RawRow = { line: number; cells: string[] }

/** Characters that XML cannot hold are written as `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Collects the text of `t` elements; how a text is spoken (`rPh`) is left out. */
const textCollector = (limit: number) => {
  let text = ''
  let isText = false
  let isSpoken = false
  return {
    open: (name: string) => {
      if (name === 'rPh') isSpoken = true
      else if (name === 't') isText = !isSpoken
    },
    close: (name: string) => {
      if (name === 'rPh') isSpoken = false
      else if (name === 't') isText = false
    },
    add: (piece: string) => {
      if (isText && text.length <= limit) text += piece
    },
    take: () => {
      const plain = unescaped(text)
      text = ''
      return plain
    },
  }
}

/** The texts that cells share, in their order. */
const sharedStrings = async (workbook: Workbook, part: string | null, limits: SheetLimits): Promise<string[]> => {
  const strings: string[] = []
  if (part === null) return strings
  const collector = textCollector(limits.cell)
  let characters = 0
  await workbook.read(part, {
    open: collector.open,
    text: collector.add,
    close: (name) => {
      collector.close(name)
      if (name !== 'si') return
      const text = collector.take()
      // Even an empty one takes its place in memory.
      characters += text.length + 8
      if (characters > limits.shared)
        refuseSheet('too_large', 'The workbook holds too much text. Split it into several sheets.')
      strings.push(text)
    },
  })
  return strings
}

/** How cells of each style show numbers. */
const numberFormats = async (workbook: Workbook, part: string | null): Promise<NumberFormat[]> => {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  if (part === null) return formats
  let isInCells = false
  await workbook.read(part, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') isInCells = true
      if (name !== 'xf' || !isInCells) return
      // A workbook of Excel has at most 65,490.
      if (formats.length > 70_000 || codes.size > 70_000) damagedSheet()
      const id = Number(attributes.numFmtId ?? 0)
      formats.push(numberFormatOf(id, codes.get(id)))
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return formats
}

/** The column of a reference such as `AB12`, from 0; -1 where there is none. */
export const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of reference.toUpperCase()) {
    const at = letter.charCodeAt(0) - 64
    if (at < 1 || at > 26) break
    column = column * 26 + at
  }
  return column - 1
}

type Cell = { column: number; type: string; style: number; value: string }

/** Turns the elements of a sheet into rows, which `take` hands out as they come. */
const rowReader = (limits: SheetLimits, show: (cell: Cell) => string) => {
  const rows: RawRow[] = []
  const collector = textCollector(limits.cell)
  let line = 0
  let next = 0
  let cells: string[] = []
  let cell: Cell | null = null
  let isValue = false
  const closeCell = () => {
    if (!cell) return
    const inline = collector.take()
    const text = cell.type === 'inlineStr' ? inline : show(cell)
    if (text !== '') {
      if (cell.column >= limits.columns)
        refuseSheet('too_many_columns', `Row ${line} has more than ${limits.columns} columns.`)
      cells[cell.column] = text
    }
    cell = null
  }
  return {
    open: (name: string, attributes: Record<string, string>) => {
      if (name === 'row') {
        const number = Number(attributes.r ?? line + 1)
        // Rows stand in their order; a number that goes back would make a report name the wrong one.
        if (!Number.isInteger(number) || number <= line) damagedSheet()
        line = number
        next = 0
        cells = []
      } else if (name === 'c') {
        const column = attributes.r === undefined ? next : columnOf(attributes.r)
        next = column + 1
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' }
      } else if (name === 'v') isValue = true
      else collector.open(name)
    },
    text: (text: string) => {
      if (isValue && cell) {
        if (cell.value.length <= limits.cell) cell.value += text
      } else if (cell) collector.add(text)
    },
    close: (name: string) => {
      if (name === 'v') isValue = false
      else if (name === 'c') closeCell()
      else if (name === 'row') rows.push({ line, cells: Array.from(cells, (text) => text ?? '') })
      else collector.close(name)
    },
    take: () => rows.splice(0),
  }
}

/** The rows of the first visible sheet of a workbook; a formula counts as the value that it had when the file was saved. */
export async function* xlsxRows(bytes: Buffer, limits: SheetLimits): AsyncGenerator<RawRow> {
  const workbook = await openWorkbook(bytes, limits)
  const { sheet, strings: stringsPart, styles, is1904 } = await findSheet(workbook)
  const strings = await sharedStrings(workbook, stringsPart, limits)
  const formats = await numberFormats(workbook, styles)
  const show = ({ type, style, value }: Cell): string => {
    if (type === 's') return value === '' ? '' : (strings[Number(value)] ?? damagedSheet())
    if (type === 'b') return value === '1' ? 'TRUE' : value === '' ? '' : 'FALSE'
    if (type === 'd') return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ')
    if (type === 'n') return value === '' ? '' : formatNumber(value.trim(), formats[style] ?? { kind: 'plain' }, is1904)
    return unescaped(value)
  }
  const reader = rowReader(limits, show)
  const parser = xmlParser(reader, () => damagedSheet())
  for await (const piece of workbook.pieces(sheet)) {
    parser.write(piece)
    yield* reader.take()
  }
  parser.end()
  yield* reader.take()
}
