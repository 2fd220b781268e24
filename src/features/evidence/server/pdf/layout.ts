import { createElement as e, type ReactElement } from 'react'
import { formatDate, formatDay, lastDayBefore } from '#kernel/format.ts'
import { printable } from '#kernel/product/printable.ts'
import type { Brand } from '#platform/brand.ts'
import { type Block, drawPage, pagesOf } from '#platform/pdf/flow.ts'
import type { PdfFace, PdfKit, Pen, SetText, WordsStyle } from '#platform/pdf/pdf.ts'

const INK = '#171c24'
const SOFT = '#566070'
const LINE = '#dde2e9'
const PAGE = { width: 612, height: 792 }
const MARGIN = 50
const TOP = 48
const BOTTOM = 64
const WIDTH = PAGE.width - 2 * MARGIN
const STRONG: PdfFace = { family: 'Inter', weight: 600 }
const TEXT: WordsStyle = { size: 9.5, color: INK, line_height: 1.45 }
const SMALL: WordsStyle = { ...TEXT, size: 8.5, line_height: 1.4 }
const GAP = 10
const ROW_SPACE = 3.5

export type { Block }

export type Fact = readonly [label: string, value: string | null]
/** A column of a table: its title, and its share of the width. */
export type Column = readonly [title: string, share: number]

/** The parts of a page for people; all lengths are in points. */
export const pageParts = (kit: PdfKit, brand: Brand, zone: string) => {
  const words = (text: string, style: WordsStyle): SetText => kit.set(printable(text), style)
  const moment = (at: string | null) => (at === null ? null : formatDate(at, 'long_time', zone))
  /** The last day of something that ends, as the screens show it. */
  const lastDay = (end: string | null, of = zone) => (end === null ? null : formatDay(lastDayBefore(end, of), 'long'))

  /** Texts one below the other. */
  const column = (...texts: readonly { set: SetText; above?: number }[]) => {
    let height = 0
    const placed = texts.map(({ set, above = 0 }) => {
      const y = height + above
      height = y + set.height
      return { set, x: 0, y }
    })
    return { height, texts: placed }
  }

  const title = (over: string, text: string, below: string): Block => {
    const { height, texts } = column(
      { set: words(over, { face: STRONG, size: 10, color: brand.ink, width: WIDTH }) },
      { set: words(text, { face: STRONG, size: 22, color: INK, line_height: 1.25, width: WIDTH }), above: 4 },
      { set: words(below, { ...TEXT, color: SOFT, width: WIDTH }), above: 4 },
    )
    const boxes = [{ x: 0, y: height + 14, width: WIDTH, height: 1, color: brand.ink }]
    return { height: height + 31, texts, boxes }
  }

  /** A heading that stays with what follows it. */
  const heading = (text: string, level: 1 | 2 | 3 = 2): Block => {
    const size = { 1: 15, 2: 11.5, 3: 9.5 }[level]
    const color = level === 1 ? brand.ink : INK
    const { height, texts } = column({
      set: words(text, { face: STRONG, size, color, line_height: 1.3, width: WIDTH }),
    })
    return { height: height + 5, texts, boxes: [], space_above: level === 1 ? 22 : 14, room_below: 60 }
  }

  const note = (text: string): Block => {
    const { height, texts } = column({ set: words(text, { ...TEXT, color: SOFT, width: WIDTH }) })
    return { height: height + 4, texts, boxes: [], is_breakable: true }
  }

  /** Labels and values in two columns; what is not known is left out. */
  const facts = (list: readonly Fact[]): Block => {
    const half = WIDTH / 2 - GAP
    const shown = list
      .filter(([, value]) => value !== null && value !== '')
      .map(([label, value]) => ({
        label: words(label, { ...SMALL, color: SOFT, width: 84 }),
        value: words(value ?? '', { ...SMALL, width: half - 84 }),
      }))
    const texts: Block['texts'][number][] = []
    let height = 0
    for (let at = 0; at < shown.length; at += 2) {
      const pair = shown.slice(at, at + 2)
      for (const [side, { label, value }] of pair.entries()) {
        const x = side * (half + 2 * GAP)
        texts.push({ set: label, x, y: height }, { set: value, x: x + 84, y: height })
      }
      height += Math.max(...pair.flatMap(({ label, value }) => [label.height, value.height])) + 2
    }
    return { height: height + 4, texts, boxes: [] }
  }

  const row = (cells: readonly string[], widths: readonly number[], style: WordsStyle, line = LINE): Block => {
    let x = 0
    const texts = cells.map((text, index) => {
      const width = widths[index] ?? 0
      const isLast = index === cells.length - 1
      const placed = { set: words(text, { ...style, width: width - (isLast ? 0 : GAP) }), x, y: ROW_SPACE }
      x += width
      return placed
    })
    const height = Math.max(0, ...texts.map(({ set }) => set.height)) + 2 * ROW_SPACE
    return { height: height + 0.6, texts, boxes: [{ x: 0, y: height, width: WIDTH, height: 0.6, color: line }] }
  }

  const table = (columns: readonly Column[], rows: readonly (readonly (string | null)[])[]): Block[] => {
    const all = columns.reduce((sum, [, share]) => sum + share, 0)
    const widths = columns.map(([, share]) => (share / all) * WIDTH)
    const titles = columns.map(([name]) => name)
    const head = row(titles, widths, { ...SMALL, face: STRONG, size: 8, color: SOFT }, SOFT)
    const body = rows.map((cells) =>
      row(
        cells.map((cell) => cell ?? '–'),
        widths,
        SMALL,
      ),
    )
    return [{ ...head, room_below: 30 }, ...body]
  }

  /** A question with its choices: what was chosen, and what would have been right. */
  const question = (
    text: string,
    choices: readonly { text: string; mark: string; isChosen: boolean }[],
    verdict: string,
  ): Block => {
    const x = 11.5
    const texts: Block['texts'][number][] = []
    let height = 0
    const add = (...line: readonly { set: SetText; x: number }[]) => {
      for (const { set, x } of line) texts.push({ set, x, y: height })
      height += Math.max(...line.map(({ set }) => set.height))
    }
    add({ set: words(text, { ...SMALL, face: STRONG, width: WIDTH - 12 }), x })
    for (const { text, mark, isChosen } of choices) {
      const color = isChosen ? INK : SOFT
      add(
        { set: words(mark, { ...SMALL, width: 92, color, ...(isChosen && { face: STRONG }) }), x },
        { set: words(text, { ...SMALL, width: WIDTH - 106, color }), x: x + 92 },
      )
    }
    add({ set: words(verdict, { ...SMALL, color: SOFT, width: WIDTH - 12 }), x })
    return { height: height + 7, texts, boxes: [{ x: 0, y: 0, width: 1.5, height, color: LINE }] }
  }

  /** Starts on a page of its own. */
  const fresh = (part: Block): Block => ({ ...part, is_on_new_page: true })

  /** The pages of the document, each with its foot. */
  const pages = (blocks: readonly Block[], foot: string): ReactElement[] => {
    const placed = pagesOf(blocks, PAGE.height - TOP - BOTTOM)
    const small = { ...SMALL, size: 8, color: SOFT }
    return placed.map((page, index) => {
      const number = `Page ${index + 1} of ${placed.length}`
      const draw = (pen: Pen) => {
        drawPage(pen, page, { x: MARGIN, y: TOP })
        pen.set(words(foot, { ...small, width: 410 }), { x: MARGIN, y: PAGE.height - 42 })
        pen.set(kit.set(number, { ...small, width: 90, align: 'right' }), {
          x: PAGE.width - MARGIN - 90,
          y: PAGE.height - 42,
        })
      }
      return e(kit.Page, { key: number, size: [PAGE.width, PAGE.height] }, kit.drawing(PAGE, draw))
    })
  }

  return { title, heading, note, facts, table, question, fresh, pages, moment, lastDay }
}

export type PageParts = ReturnType<typeof pageParts>
