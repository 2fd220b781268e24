import { createElement as e, type ReactElement } from 'react'
import { type PdfFace, type PdfKit, type Pen, type PenStyle, pdfKit, renderPdf } from '#platform/pdf/pdf.ts'
import { STATE_TONES } from '../../rules/words.ts'
import type { LaidOut, LaidOutPerson } from './laid-out.ts'

// Letter pages, landscape. A matrix that is too wide continues on further pages, with the names again.
const PAGE = { width: 792, height: 612 }
const MARGIN = 30
const WIDTH = PAGE.width - 2 * MARGIN
const NAME_WIDTH = 132
const MOST_COLUMNS = 8
const ROW = 31
const TITLES = 40
const TITLE_LINE = 11
const FOOT = 26
const LEGEND_LINE = 13

const STRONG: PdfFace = { family: 'Inter', weight: 600 }
const INK = '#14171c'
const SOFT = '#565e6b'
const LINE = '#dde2e9'
const TONES = {
  good: { color: '#17633b', fill: null },
  notice: { color: '#854700', fill: '#fdf1dc' },
  bad: { color: '#b0231a', fill: '#fdebe9' },
  open: { color: '#1a58a0', fill: '#e7f0fb' },
  muted: { color: SOFT, fill: null },
} as const

const small = (color: string = SOFT): PenStyle => ({ size: 7, color })

type Sheet = { people: readonly LaidOutPerson[]; from: number; to: number; isFirst: boolean }

const chunks = <T>(items: readonly T[], size: number, first = size): T[][] => {
  const all = [items.slice(0, first)]
  for (let at = first; at < items.length; at += size) all.push(items.slice(at, at + size))
  return all
}

const headHeight = ({ head, legend }: LaidOut) =>
  26 + head.length * 12 + 8 + Math.ceil(legend.length / 2) * LEGEND_LINE + 10
const rowsIn = (height: number) => Math.max(1, Math.floor((PAGE.height - 2 * MARGIN - FOOT - TITLES - height) / ROW))

/** The pages in the order in which they are read: all columns of some people, then those of the next ones. */
const sheetsOf = (matrix: LaidOut): Sheet[] => {
  const groups = chunks(matrix.people, rowsIn(0), rowsIn(headHeight(matrix)))
  const columns = Math.max(1, Math.ceil(matrix.columns.length / MOST_COLUMNS))
  return groups.flatMap((people, group) =>
    Array.from({ length: columns }, (_, part) => ({
      people,
      from: part * MOST_COLUMNS,
      to: Math.min(matrix.columns.length, (part + 1) * MOST_COLUMNS),
      isFirst: group === 0 && part === 0,
    })),
  )
}

const drawHead = (pen: Pen, { title, head, legend }: LaidOut): void => {
  pen.text(title, { x: 0, y: 0, width: WIDTH }, { face: STRONG, size: 18, color: INK })
  for (const [index, line] of head.entries())
    pen.text(line, { x: 0, y: 26 + index * 12, width: WIDTH }, { size: 8.5, color: SOFT })
  const top = 26 + head.length * 12 + 8
  for (const [index, { state, word, meaning }] of legend.entries()) {
    const x = (index % 2) * (WIDTH / 2)
    const y = top + Math.floor(index / 2) * LEGEND_LINE
    const { color, fill } = TONES[STATE_TONES[state]]
    if (fill) pen.box({ x, y, width: 66, height: LEGEND_LINE - 2 }, fill)
    pen.text(word, { x: x + 4, y: y + 1.5, width: 60 }, { face: STRONG, size: 7, color })
    pen.text(meaning, { x: x + 72, y: y + 1.5, width: WIDTH / 2 - 80 }, small())
  }
}

/** What is too long for a line goes on in a second one. */
export const inTwoLines = (title: string, width: number): string[] => {
  const most = Math.floor(width / 4.8)
  if (title.length <= most) return [title]
  const space = title.lastIndexOf(' ', most)
  return space > 0 ? [title.slice(0, space), title.slice(space + 1)] : [title]
}

/** A title in at most two lines, at the bottom of the row of titles. */
export const drawTitle = (pen: Pen, title: string, at: { x: number; y: number; width: number }): void => {
  const lines = inTwoLines(title, at.width)
  for (const [index, line] of lines.entries()) {
    const y = at.y + (2 - lines.length + index) * TITLE_LINE
    pen.text(line, { ...at, y }, { face: STRONG, size: 8, color: INK })
  }
}

/** A name is not cut where two lines hold it: the file proves who was cleared. */
const drawPerson = (pen: Pen, { name, where }: Pick<LaidOutPerson, 'name' | 'where'>, top: number): void => {
  const width = NAME_WIDTH - 8
  const lines = inTwoLines(name, width)
  const y = top + (lines.length === 2 ? 2 : where ? 6 : 11)
  for (const [index, line] of lines.entries())
    pen.text(line, { x: 0, y: y + index * 9.5, width }, { face: STRONG, size: 8, color: INK })
  if (where) pen.text(where, { x: 0, y: y + lines.length * 9.5 + 0.5, width }, { size: 6.5, color: SOFT })
}

const drawTable = (pen: Pen, matrix: LaidOut, { people, from, to }: Sheet, top: number): void => {
  const columns = matrix.columns.slice(from, to)
  const width =
    columns.length > 0 ? Math.min(120, (WIDTH - NAME_WIDTH) / Math.min(MOST_COLUMNS, Math.max(columns.length, 4))) : 0
  const columnX = (index: number) => NAME_WIDTH + index * width
  pen.text('Person', { x: 0, y: top + TITLES - 12, width: NAME_WIDTH - 8 }, small())
  for (const [index, { title, note }] of columns.entries()) {
    const at = { x: columnX(index) + 4, y: top + 3, width: width - 8 }
    drawTitle(pen, title, at)
    pen.text(note, { ...at, y: top + TITLES - 12 }, small())
  }
  const right = columnX(columns.length)
  pen.box({ x: 0, y: top + TITLES - 1, width: right, height: 0.8 }, SOFT)
  for (const [row, { name, where, cells }] of people.entries()) {
    const y = top + TITLES + row * ROW
    drawPerson(pen, { name, where }, y)
    for (const [index, cell] of cells.slice(from, to).entries()) {
      const { color, fill } = TONES[STATE_TONES[cell.state]]
      const x = columnX(index)
      if (fill) pen.box({ x: x + 1, y: y + 1, width: width - 2, height: ROW - 2.5 }, fill)
      const face = cell.state === 'not_required' ? undefined : STRONG
      pen.text(
        cell.word,
        { x: x + 4, y: y + (cell.day ? 6 : 11), width: width - 8 },
        { ...(face && { face }), size: 7.5, color },
      )
      if (cell.day) pen.text(cell.day, { x: x + 4, y: y + 16.5, width: width - 8 }, small(color))
    }
    pen.box({ x: 0, y: y + ROW - 0.6, width: right, height: 0.5 }, LINE)
  }
}

const pageOf = (kit: PdfKit, matrix: LaidOut, sheet: Sheet, number: number, pages: number): ReactElement => {
  const height = PAGE.height - 2 * MARGIN
  const draw = (pen: Pen) => {
    if (sheet.isFirst) drawHead(pen, matrix)
    drawTable(pen, matrix, sheet, sheet.isFirst ? headHeight(matrix) : 0)
    pen.text(`${matrix.title} · ${matrix.head[0]}`, { x: 0, y: height - 10, width: 400 }, small())
    pen.text(`Page ${number} of ${pages}`, { x: WIDTH - 80, y: height - 10, width: 80 }, small())
  }
  return e(
    kit.Page,
    { key: number, size: [PAGE.width, PAGE.height], style: { padding: MARGIN } },
    kit.drawing({ width: WIDTH, height }, draw),
  )
}

/** The matrix on letter pages, landscape, drawn when it is asked for (CMP-013). The same matrix gives the same bytes. */
export async function* pdfOf(matrix: LaidOut, madeAt: Date): AsyncGenerator<Buffer> {
  const kit = await pdfKit()
  const sheets = sheetsOf(matrix)
  const pages = sheets.map((sheet, index) => pageOf(kit, matrix, sheet, index + 1, sheets.length))
  const about = {
    title: `${matrix.title}, ${matrix.head[0]}`,
    creator: 'Portico',
    producer: 'Portico',
    language: 'en-US',
    creationDate: madeAt,
    modificationDate: madeAt,
  }
  yield (await renderPdf(kit, e(kit.Document, about, pages))).pdf
}
