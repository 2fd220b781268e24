import { createElement as e, type ReactElement, type ReactNode } from 'react'
import { formatDate, formatDay, lastDayBefore } from '#kernel/format.ts'
import { printable } from '#kernel/product/printable.ts'
import type { Brand } from '#platform/brand.ts'
import { pageFoot } from '#platform/pdf/page-foot.ts'
import type { PdfFace, PdfKit, WordsStyle } from '#platform/pdf/pdf.ts'

const INK = '#171c24'
const SOFT = '#566070'
const LINE = '#dde2e9'
export const PAGE = { width: 612, height: 792 }
const MARGIN = 50
const WIDTH = PAGE.width - 2 * MARGIN
const STRONG: PdfFace = { family: 'Inter', weight: 600 }
const TEXT: WordsStyle = { size: 9.5, color: INK, line_height: 1.45 }
const SMALL: WordsStyle = { ...TEXT, size: 8.5, line_height: 1.4 }
const GAP = 10

export type Fact = readonly [label: string, value: string | null]
/** A column of a table: its title, and its share of the width. */
export type Column = readonly [title: string, share: number]

/** The parts of a page for people; all lengths are in points. */
export const pageParts = (kit: PdfKit, brand: Brand, zone: string) => {
  const { View, words: set } = kit
  const words = (text: string, style: WordsStyle) => set(printable(text), style)
  const moment = (at: string | null) => (at === null ? null : formatDate(at, 'long_time', zone))
  /** The last day of something that ends, as the screens show it. */
  const lastDay = (end: string | null, of = zone) => (end === null ? null : formatDay(lastDayBefore(end, of), 'long'))
  const box = (style: Record<string, string | number>, ...children: ReactNode[]): ReactElement =>
    e(View, { style }, ...children)

  const title = (over: string, text: string, below: string) =>
    box(
      { borderBottomWidth: 1, borderBottomColor: brand.ink, paddingBottom: 14, marginBottom: 16 },
      words(over, { face: STRONG, size: 10, color: brand.ink, width: WIDTH }),
      words(text, { face: STRONG, size: 22, color: INK, line_height: 1.25, width: WIDTH, margin_top: 4 }),
      words(below, { ...TEXT, color: SOFT, width: WIDTH, margin_top: 4 }),
    )

  /** A heading that stays with what follows it. */
  const heading = (text: string, level: 1 | 2 | 3 = 2) => {
    const size = { 1: 15, 2: 11.5, 3: 9.5 }[level]
    return e(
      View,
      { minPresenceAhead: 60, style: { marginTop: level === 1 ? 22 : 14, marginBottom: 5 } },
      words(text, { face: STRONG, size, color: level === 1 ? brand.ink : INK, line_height: 1.3, width: WIDTH }),
    )
  }

  const note = (text: string) => box({ marginBottom: 4 }, words(text, { ...TEXT, color: SOFT, width: WIDTH }))

  /** Labels and values in two columns; what is not known is left out. */
  const facts = (list: readonly Fact[]) => {
    const shown = list.filter(([, value]) => value !== null && value !== '')
    const half = WIDTH / 2 - GAP
    return box(
      { flexDirection: 'row', flexWrap: 'wrap', marginBottom: 4 },
      ...shown.map(([label, value], index) =>
        e(
          View,
          {
            key: label,
            style: { width: half, marginRight: index % 2 === 0 ? 2 * GAP : 0, flexDirection: 'row', marginBottom: 2 },
          },
          words(label, { ...SMALL, color: SOFT, width: 84 }),
          words(value ?? '', { ...SMALL, width: half - 84 }),
        ),
      ),
    )
  }

  const row = (
    cells: readonly string[],
    widths: readonly number[],
    style: WordsStyle,
    frame: Record<string, string> = {},
    fixed = false,
  ) =>
    e(
      View,
      {
        wrap: false,
        ...(fixed && { minPresenceAhead: 30 }),
        style: {
          flexDirection: 'row',
          paddingVertical: 3.5,
          borderBottomWidth: 0.6,
          borderBottomColor: LINE,
          ...frame,
        },
      },
      ...cells.map((text, index) =>
        e(
          View,
          {
            key: `cell-${index}`,
            style: { width: widths[index] ?? 0, paddingRight: index === cells.length - 1 ? 0 : GAP },
          },
          words(text, { ...style, width: (widths[index] ?? 0) - (index === cells.length - 1 ? 0 : GAP) }),
        ),
      ),
    )

  const table = (columns: readonly Column[], rows: readonly (readonly (string | null)[])[]): ReactElement[] => {
    const all = columns.reduce((sum, [, share]) => sum + share, 0)
    const widths = columns.map(([, share]) => (share / all) * WIDTH)
    const head = row(
      columns.map(([name]) => name),
      widths,
      { ...SMALL, face: STRONG, size: 8, color: SOFT },
      { borderBottomColor: SOFT },
      true,
    )
    return [
      head,
      ...rows.map((cells) =>
        row(
          cells.map((cell) => cell ?? '–'),
          widths,
          SMALL,
        ),
      ),
    ]
  }

  /** A question with its choices: what was chosen, and what would have been right. */
  const question = (
    text: string,
    choices: readonly { text: string; mark: string; isChosen: boolean }[],
    verdict: string,
  ) =>
    e(
      View,
      {
        wrap: false,
        style: { marginBottom: 7, paddingLeft: 10, borderLeftWidth: 1.5, borderLeftColor: LINE },
      },
      words(text, { ...SMALL, face: STRONG, width: WIDTH - 12 }),
      ...choices.map((choice, index) =>
        e(
          View,
          { key: `choice-${index}`, style: { flexDirection: 'row' } },
          words(choice.mark, {
            ...SMALL,
            width: 92,
            color: choice.isChosen ? INK : SOFT,
            ...(choice.isChosen && { face: STRONG }),
          }),
          words(choice.text, { ...SMALL, width: WIDTH - 106, color: choice.isChosen ? INK : SOFT }),
        ),
      ),
      words(verdict, { ...SMALL, color: SOFT, width: WIDTH - 12 }),
    )

  const foot = (text: string) =>
    pageFoot(kit, printable(text), {
      height: PAGE.height,
      margin: MARGIN,
      width: 410,
      style: { ...SMALL, size: 8, color: SOFT },
    })

  /** Starts on a page of its own. */
  const fresh = (part: ReactElement) => e(View, { break: true }, part)

  return { title, heading, note, facts, table, question, foot, fresh, moment, lastDay }
}

export type PageParts = ReturnType<typeof pageParts>
export const PAGE_STYLE = { paddingTop: 48, paddingBottom: 64, paddingHorizontal: MARGIN }
