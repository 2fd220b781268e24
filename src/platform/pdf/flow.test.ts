import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Block, drawPage, pagesOf } from './flow.ts'
import type { Pen, SetText } from './pdf-drawing.ts'

const LINE = 10
const HEIGHT = 100

const textOf = (name: string, count: number): SetText => ({
  width: 50,
  height: count * LINE,
  size: 8,
  color: '#000000',
  face: { family: 'Inter', weight: 400 },
  lines: Array.from({ length: count }, (_, at) => ({
    letters: `${name}.${at}`,
    x: 0,
    top: at * LINE,
    height: LINE,
    baseline: at * LINE + 8,
  })),
})

const block = (name: string, lines: number, more: Partial<Block> = {}): Block => ({
  height: lines * LINE,
  texts: [{ set: textOf(name, lines), x: 0, y: 0 }],
  boxes: [],
  ...more,
})

/** The lines of each page with the place of their baseline, and how high the boxes are. */
const drawn = (blocks: readonly Block[]) =>
  pagesOf(blocks, HEIGHT).map((page) => {
    const lines: [string, number][] = []
    const boxes: number[] = []
    const pen: Pen = {
      text: () => {},
      box: ({ height }) => boxes.push(height),
      set: ({ lines: all }, at, isShown = () => true) => {
        for (const line of all) if (isShown(line)) lines.push([line.letters, at.y + line.baseline])
      },
    }
    drawPage(pen, page, { x: 0, y: 0 })
    return { lines, boxes }
  })

const names = (blocks: readonly Block[]) => drawn(blocks).map(({ lines }) => lines.map(([name]) => name))

describe('pages of blocks (EVD-006)', () => {
  test('a block that does not fit begins on the next page, without the space above it', () => {
    const [, second] = drawn([block('a', 7), block('b', 4, { space_above: 6 })])
    expect(second?.lines[0]).toEqual(['b.0', 8])
  })

  test('a heading is not left alone at the foot of a page', () => {
    const heading = block('heading', 1, { room_below: 20 })
    expect(names([block('a', 8), heading, block('b', 1)])).toEqual([
      Array.from({ length: 8 }, (_, at) => `a.${at}`),
      ['heading.0', 'b.0'],
    ])
  })

  test('a breakable block goes on between its lines, and its box with it', () => {
    const long = block('long', 6, {
      is_breakable: true,
      boxes: [{ x: 0, y: 0, width: 2, height: 60, color: '#000000' }],
    })
    const pages = drawn([block('a', 8), long])
    expect(pages.map(({ lines }) => lines.length)).toEqual([10, 4])
    expect(pages.map(({ boxes }) => boxes)).toEqual([[20], [40]])
  })

  test('a new page is begun where it is asked for, unless the page is empty', () => {
    expect(names([block('a', 1, { is_on_new_page: true }), block('b', 1, { is_on_new_page: true })])).toEqual([
      ['a.0'],
      ['b.0'],
    ])
  })

  test('every line is drawn once, in its order, whole, and within its page', () => {
    const part = fc.record({
      lines: fc.integer({ min: 1, max: 40 }),
      space: fc.integer({ min: 0, max: 30 }),
      room: fc.integer({ min: 0, max: 60 }),
      isBreakable: fc.boolean(),
      isNew: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 20 }), (parts) => {
        const blocks = parts.map(({ lines, space, room, isBreakable, isNew }, at) =>
          block(`${at}`, lines, {
            space_above: space,
            room_below: room,
            is_breakable: isBreakable,
            is_on_new_page: isNew,
          }),
        )
        const pages = drawn(blocks)
        const all = blocks.flatMap(({ texts }) => texts.flatMap(({ set }) => set.lines.map(({ letters }) => letters)))
        expect(pages.flatMap(({ lines }) => lines.map(([name]) => name))).toEqual(all)
        for (const { lines } of pages)
          for (const [, baseline] of lines) {
            expect(baseline).toBeGreaterThanOrEqual(8)
            expect(baseline).toBeLessThanOrEqual(HEIGHT - 2)
          }
      }),
    )
  })
})
