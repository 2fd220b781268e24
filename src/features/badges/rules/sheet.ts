/** Letter pages in points, with ten cards of 3.5 by 2 inches that touch each other, as perforated sheets have them (BDG-010). */
export const SHEET = { width: 612, height: 792, card_width: 252, card_height: 144, columns: 2, rows: 5 } as const

/** People whose badges one print has (BDG-010). */
export const MOST_PRINTED = 100

const ON_PAGE = SHEET.columns * SHEET.rows
const LEFT = (SHEET.width - SHEET.columns * SHEET.card_width) / 2
const TOP = (SHEET.height - SHEET.rows * SHEET.card_height) / 2

export type Place = { x: number; y: number }

/** Where the cards of a page lie, row by row. */
export const PLACES: readonly Place[] = Array.from({ length: ON_PAGE }, (_, at) => ({
  x: LEFT + (at % SHEET.columns) * SHEET.card_width,
  y: TOP + Math.floor(at / SHEET.columns) * SHEET.card_height,
}))

export type SheetPage<T> = { kind: 'badges' | 'slips'; cards: { card: T; place: Place }[] }

/**
 * The pages of a print: ten badges each, and behind each page that needs it one with the slips of these people in the same
 * places, so that both can be cut with the same cuts.
 */
export const sheetPages = <T extends { start_code: string | null }>(people: readonly T[]): SheetPage<T>[] => {
  const pages: SheetPage<T>[] = []
  for (let from = 0; from < people.length; from += ON_PAGE) {
    const cards = people.slice(from, from + ON_PAGE).map((card, at) => ({ card, place: PLACES[at] as Place }))
    pages.push({ kind: 'badges', cards })
    const slips = cards.filter(({ card }) => card.start_code !== null)
    if (slips.length > 0) pages.push({ kind: 'slips', cards: slips })
  }
  return pages
}
