// Edits as authors make them, for tests of what follows from any of them.
import fc from 'fast-check'
import { BLOCK_KINDS, kindOf, SECTION } from './block-kinds.ts'
import { type AnyBlock, allBlocks, LAYOUTS } from './blocks.ts'
import {
  type Blocks,
  change,
  duplicate,
  findBlock,
  insert,
  isSection,
  move,
  nextPlace,
  placeAfter,
  placesFor,
  remove,
} from './operations.ts'

export const heading = (id: string): AnyBlock => ({ type: 'Heading', props: { id, html: `<h2>${id}</h2>` } })
export const section = (id: string, layout: string, ...columns: AnyBlock[][]): AnyBlock => ({
  type: 'Section',
  props: { ...SECTION.fresh, id, layout, ...Object.fromEntries(columns.map((each, at) => [`column_${at + 1}`, each])) },
})
export const PAGE: Blocks = [
  heading('top'),
  section('s', '2', [heading('a'), heading('b')], [heading('c')]),
  section('t', '1', []),
]
export const idsOf = (blocks: Blocks) => [...allBlocks(blocks)].map(({ props }) => props.id)

export type Order = { what: number; which: number; where: number; kind: number }
export const order: fc.Arbitrary<Order> = fc.record({
  what: fc.nat(7),
  which: fc.nat(10_000),
  where: fc.nat(10_000),
  kind: fc.nat(10_000),
})

/** One operation as an author could do it at that moment. */
export const obey = (blocks: Blocks, { what, which, where, kind }: Order, newId: () => string): Blocks => {
  const ids = idsOf(blocks)
  const id = ids[which % (ids.length || 1)] ?? ''
  const chosen = [SECTION, ...BLOCK_KINDS][kind % (BLOCK_KINDS.length + 1)]!
  const fresh: AnyBlock = { type: chosen.type, props: { ...chosen.fresh, id: newId() } }
  const block = findBlock(blocks, id)
  // Without a bound the page grows until every further operation takes as long as all before.
  if (ids.length > 120 && what < 3) return remove(blocks, id)
  if (what === 0) return insert(blocks, placeAfter(blocks, id, fresh), fresh)
  if (what === 1) {
    const places = placesFor(blocks, fresh)
    const place = places[where % (places.length || 1)]
    return place ? insert(blocks, place, fresh) : blocks
  }
  if (!block) return blocks
  if (what === 2) return duplicate(blocks, id, newId)
  if (what === 3) return remove(blocks, id)
  if (what === 4) {
    const places = placesFor(blocks, block)
    const place = places[where % (places.length || 1)]
    return place ? move(blocks, id, place) : blocks
  }
  if (what === 5) {
    const place = nextPlace(blocks, id, where % 2 === 0 ? 1 : -1)
    return place ? move(blocks, id, place) : blocks
  }
  if (what === 6 && isSection(block)) return change(blocks, id, 'layout', LAYOUTS[where % LAYOUTS.length])
  const field = kindOf(block.type)?.fields[where % (kindOf(block.type)?.fields.length || 1)]
  return field?.kind === 'line' ? change(blocks, id, field.name, `Text ${where}`) : blocks
}
