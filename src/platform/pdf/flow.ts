import type { Pen, SetText } from './pdf-drawing.ts'

// Long documents: blocks of known height, one below the other, on as many pages as they need. The layout of the PDF library
// takes ten times as long for them.

type Box = { x: number; y: number; width: number; height: number; color: string }

/** A part of a document; lengths are in points, places from its upper left corner. */
export type Block = {
  height: number
  texts: readonly { set: SetText; x: number; y: number }[]
  boxes: readonly Box[]
  /** Left out at the top of a page. */
  space_above?: number
  /** Room for what follows that has to be on the same page. */
  room_below?: number
  is_on_new_page?: boolean
  /** May be continued on the next page; other blocks are only if they are higher than a page. */
  is_breakable?: boolean
}

/** A block, or its lines between two heights, on a page. */
export type Placed = { block: Block; y: number; from: number; to: number }

/** The lowest height within reach at which no line is cut in two, if there is one. */
const cutOf = ({ texts, height }: Block, from: number, room: number): number | undefined => {
  const end = from + room
  if (height <= end) return height
  const lines = texts.flatMap(({ set, y }) =>
    set.lines.map((line) => ({ top: y + line.top, bottom: y + line.top + line.height })),
  )
  const tops = lines.map(({ top }) => top).filter((top) => top > from && top <= end)
  const isFree = (at: number) => lines.every(({ top, bottom }) => bottom <= at + 0.01 || top >= at - 0.01)
  return tops.toSorted((one, other) => other - one).find(isFree)
}

/**
 * Divides blocks among pages of `height` points: each block is on one page, unless it is breakable or higher than a page.
 * Every line of every text is on exactly one page, in the order of the blocks.
 */
export const pagesOf = (blocks: readonly Block[], height: number): Placed[][] => {
  let page: Placed[] = []
  const pages = [page]
  let y = 0
  const turn = () => {
    page = []
    pages.push(page)
    y = 0
  }
  for (const block of blocks) {
    const above = y === 0 ? 0 : (block.space_above ?? 0)
    const isWhole = !block.is_breakable && block.height <= height
    const needed = above + (isWhole ? block.height : 0) + (block.room_below ?? 0)
    if (y > 0 && (block.is_on_new_page || y + needed > height)) turn()
    else y += above
    let from = 0
    while (from < block.height) {
      // A line that is higher than a page is cut.
      const to = cutOf(block, from, height - y) ?? (y === 0 ? from + height : undefined)
      if (to === undefined) turn()
      else {
        page.push({ block, y, from, to })
        y += to - from
        from = to
        if (from < block.height) turn()
      }
    }
  }
  return pages
}

/** Draws what stands on a page at a distance from its left edge and top. */
export const drawPage = (pen: Pen, placed: readonly Placed[], at: { x: number; y: number }): void => {
  for (const { block, y, from, to } of placed) {
    const top = at.y + y - from
    for (const box of block.boxes) {
      const [start, end] = [Math.max(box.y, from), Math.min(box.y + box.height, to)]
      if (end > start) pen.box({ x: at.x + box.x, y: top + start, width: box.width, height: end - start }, box.color)
    }
    for (const text of block.texts)
      pen.set(text.set, { x: at.x + text.x, y: top + text.y }, (line) => {
        const middle = text.y + line.top + line.height / 2
        return middle >= from && middle < to
      })
  }
}
