import { expect, test } from 'vitest'
import { PLACES, SHEET, sheetPages } from './sheet.ts'

test('ten cards fill a letter page with equal margins, and none overlaps another (BDG-010)', () => {
  expect(PLACES).toHaveLength(10)
  expect(PLACES[0]).toEqual({ x: 54, y: 36 })
  const last = PLACES.at(-1) as { x: number; y: number }
  expect(SHEET.width - last.x - SHEET.card_width).toBe(54)
  expect(SHEET.height - last.y - SHEET.card_height).toBe(36)
  expect(new Set(PLACES.map(({ x, y }) => `${x} ${y}`)).size).toBe(10)
})

const people = (codes: readonly (string | null)[]) => codes.map((start_code, id) => ({ id, start_code }))

test.each([
  [0, []],
  [1, ['badges 1']],
  [10, ['badges 10']],
  [11, ['badges 10', 'badges 1']],
  [25, ['badges 10', 'badges 10', 'badges 5']],
])('%i badges without start codes take the pages %j (BDG-010)', (count, pages) => {
  const made = sheetPages(people(Array.from({ length: count }, () => null)))
  expect(made.map(({ kind, cards }) => `${kind} ${cards.length}`)).toEqual(pages)
})

test('slips follow their page of badges, in the places of the badges, for those who get a start code (BDG-010)', () => {
  const codes = Array.from({ length: 12 }, (_, at) => (at === 3 || at === 9 ? `CODE${at}` : null))
  const [badges, slips, rest, ...others] = sheetPages(people(codes))
  expect(others).toEqual([])
  expect([badges?.kind, slips?.kind, rest?.kind]).toEqual(['badges', 'slips', 'badges'])
  expect(slips?.cards.map(({ card }) => card.id)).toEqual([3, 9])
  for (const { card, place } of slips?.cards ?? []) expect(badges?.cards[card.id]?.place).toEqual(place)
})
