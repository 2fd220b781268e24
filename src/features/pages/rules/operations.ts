import { type AnyBlock, columnsOf, type Layout, SLOTS } from './blocks.ts'

/**
 * What an author does to the blocks of a page. Each operation takes the blocks and answers new ones; what it does not
 * touch stays the same object, so that only what changed is drawn again, and undoing is going back to the former blocks.
 * An operation that cannot be done answers the blocks as they are.
 */

/** Where a block stands: on the page itself, or in a column (from 0 on) of a section. */
export type Place = { section: string | null; column: number; index: number }
export type Blocks = readonly AnyBlock[]

/** The most blocks a page, and a column, can hold; the server refuses more. */
export const MOST_ON_PAGE = 200
export const MOST_IN_COLUMN = 50

export const isSection = ({ type }: { type: string }): boolean => type === 'Section'
const slotOf = (column: number) => SLOTS[column] as (typeof SLOTS)[number]
export const columnOf = (section: AnyBlock, column: number): Blocks =>
  (section.props[slotOf(column)] as AnyBlock[] | undefined) ?? []
export const countOf = (section: AnyBlock): number => columnsOf((section.props['layout'] as Layout | undefined) ?? '1')

export const findBlock = (blocks: Blocks, id: string): AnyBlock | null => {
  for (const block of blocks) {
    if (block.props.id === id) return block
    if (!isSection(block)) continue
    for (const slot of SLOTS) {
      const inside = (block.props[slot] as AnyBlock[] | undefined)?.find(({ props }) => props.id === id)
      if (inside) return inside
    }
  }
  return null
}

export const placeOf = (blocks: Blocks, id: string): Place | null => {
  for (const [index, block] of blocks.entries()) {
    if (block.props.id === id) return { section: null, column: 0, index }
    if (!isSection(block)) continue
    for (let column = 0; column < SLOTS.length; column += 1) {
      const at = columnOf(block, column).findIndex(({ props }) => props.id === id)
      if (at >= 0) return { section: block.props.id, column, index: at }
    }
  }
  return null
}

const changeList = (blocks: Blocks, { section, column }: Place, change: (list: Blocks) => Blocks): Blocks => {
  if (section === null) return change(blocks)
  return blocks.map((block) =>
    block.props.id !== section
      ? block
      : { ...block, props: { ...block.props, [slotOf(column)]: change(columnOf(block, column)) } },
  )
}

/** Whether a block may stand there: a section never within a section, and no list grows beyond its limit. */
const canStand = (blocks: Blocks, { section, column }: Place, block: AnyBlock): boolean => {
  if (section === null) return blocks.length < MOST_ON_PAGE
  const around = blocks.find(({ props }) => props.id === section)
  if (!around || !isSection(around) || isSection(block) || column >= countOf(around)) return false
  return columnOf(around, column).length < MOST_IN_COLUMN
}

export const insert = (blocks: Blocks, place: Place, block: AnyBlock): Blocks =>
  canStand(blocks, place, block)
    ? changeList(blocks, place, (list) => [...list.slice(0, place.index), block, ...list.slice(place.index)])
    : blocks

export const remove = (blocks: Blocks, id: string): Blocks => {
  const place = placeOf(blocks, id)
  return place ? changeList(blocks, place, (list) => list.filter(({ props }) => props.id !== id)) : blocks
}

/** Puts a block to another place, whose index counts without the block. */
export const move = (blocks: Blocks, id: string, to: Place): Blocks => {
  const block = findBlock(blocks, id)
  if (!block || to.section === id) return blocks
  const without = remove(blocks, id)
  const moved = insert(without, to, block)
  return moved === without ? blocks : moved
}

/** Every place that a block may take, in the order of the page; the indexes count without the block. */
export const placesFor = (blocks: Blocks, block: AnyBlock): Place[] => {
  const others = remove(blocks, block.props.id)
  const places: Place[] = []
  for (let index = 0; index <= others.length; index += 1) {
    places.push({ section: null, column: 0, index })
    const here = others[index]
    if (!here || !isSection(here) || isSection(block)) continue
    for (let column = 0; column < countOf(here); column += 1)
      for (let inside = 0; inside <= columnOf(here, column).length; inside += 1)
        places.push({ section: here.props.id, column, index: inside })
  }
  return places.filter((place) => canStand(others, place, block))
}

const isSame = (one: Place, other: Place) =>
  one.section === other.section && one.column === other.column && one.index === other.index

/** The next place of a block up (-1) or down (1) the page; null at the end. */
export const nextPlace = (blocks: Blocks, id: string, step: 1 | -1): Place | null => {
  const block = findBlock(blocks, id)
  const now = placeOf(blocks, id)
  if (!block || !now) return null
  const places = placesFor(blocks, block)
  return places[places.findIndex((place) => isSame(place, now)) + step] ?? null
}

/** A copy of a block with ids of its own, all the way down. */
export const withNewIds = (block: AnyBlock, newId: () => string): AnyBlock => {
  const props: AnyBlock['props'] = { ...block.props, id: newId() }
  if (isSection(block))
    for (const slot of SLOTS) {
      const inside = block.props[slot] as AnyBlock[] | undefined
      if (inside) props[slot] = inside.map((each) => withNewIds(each, newId))
    }
  return { ...block, props }
}

/** A copy right after the block. */
export const duplicate = (blocks: Blocks, id: string, newId: () => string): Blocks => {
  const block = findBlock(blocks, id)
  const place = placeOf(blocks, id)
  if (!block || !place) return blocks
  return insert(blocks, { ...place, index: place.index + 1 }, withNewIds(block, newId))
}

type Tree = Record<string, unknown> | readonly unknown[]

/** The value at a path such as `items.0.label`. */
export const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((now, name) => (now as Record<string, unknown> | undefined | null)?.[name], values)

/** The values with another one at a path; everything beside the path stays the same object. */
export const withValueAt = <V extends Tree>(values: V, path: string, value: unknown): V => {
  const [name = '', ...rest] = path.split('.')
  const inner = (values as Record<string, unknown>)[name]
  const next = rest.length === 0 ? value : withValueAt((inner ?? {}) as Tree, rest.join('.'), value)
  if (!Array.isArray(values)) return { ...values, [name]: next }
  return values.with(Number(name), next) as unknown as V
}

/**
 * Sets one setting of a block. A section with fewer columns than before keeps what stood in the others: it goes to the
 * end of the last column that is left.
 */
export const change = (blocks: Blocks, id: string, path: string, value: unknown): Blocks => {
  const place = placeOf(blocks, id)
  if (!place || path === 'id') return blocks
  return changeList(blocks, place, (list) =>
    list.map((block) => {
      if (block.props.id !== id) return block
      const props = withValueAt(block.props, path, value)
      return isSection(block) && path === 'layout' ? gathered({ ...block, props }) : { ...block, props }
    }),
  )
}

const gathered = (section: AnyBlock): AnyBlock => {
  const count = countOf(section)
  const hidden = SLOTS.slice(count).flatMap((_, at) => columnOf(section, count + at))
  if (hidden.length === 0) return section
  const emptied = Object.fromEntries(SLOTS.slice(count).map((slot) => [slot, []]))
  const last = slotOf(count - 1)
  return {
    ...section,
    props: { ...section.props, ...emptied, [last]: [...columnOf(section, count - 1), ...hidden] },
  }
}

/** Where a new block goes when one is selected: into a selected section, else right after what is selected, else to the end. */
export const placeAfter = (blocks: Blocks, selected: string | null, block: AnyBlock): Place => {
  const end: Place = { section: null, column: 0, index: blocks.length }
  const place = selected === null ? null : placeOf(blocks, selected)
  if (!selected || !place) return end
  const at = findBlock(blocks, selected)
  if (at && isSection(at) && !isSection(block)) {
    const column = Array.from({ length: countOf(at) }, (_, each) => each).find(
      (each) => columnOf(at, each).length === 0,
    )
    return { section: selected, column: column ?? 0, index: column === undefined ? columnOf(at, 0).length : 0 }
  }
  if (place.section === null) return { ...place, index: place.index + 1 }
  if (!isSection(block)) return { ...place, index: place.index + 1 }
  return { section: null, column: 0, index: blocks.findIndex(({ props }) => props.id === place.section) + 1 }
}
