import { isSameJson } from '#kernel/format/compare.ts'
import { type AnyBlock, SLOTS } from './blocks.ts'
import { type Blocks, MOST_IN_COLUMN, MOST_ON_PAGE } from './operations.ts'

type Page = Record<string, unknown> & { components: Blocks }

/** A block by itself: its own settings, and the list that it stands in. */
type Entry = { type: string; own: Record<string, unknown>; list: string }
type Flat = { entries: Map<string, Entry>; lists: Map<string, string[]> }

const TOP = ''
const listOf = (section: string, slot: string) => `${section} ${slot}`

const flatten = (blocks: Blocks, list = TOP, flat: Flat = { entries: new Map(), lists: new Map() }): Flat => {
  flat.lists.set(
    list,
    blocks.map(({ props }) => props.id),
  )
  for (const { type, props } of blocks) {
    const { id } = props
    const own = Object.fromEntries(Object.entries(props).filter(([name]) => !SLOTS.includes(name as never)))
    flat.entries.set(id, { type, own, list })
    for (const slot of SLOTS) {
      const inside = props[slot]
      if (Array.isArray(inside)) flatten(inside as Blocks, listOf(id, slot), flat)
    }
  }
  return flat
}

/** What both mean where at most one of them changed what there was; `undefined` is a value, null says that they differ. */
const agreed = <Value>(base: Value, mine: Value, theirs: Value): { value: Value } | null => {
  if (isSameJson(mine, theirs) || isSameJson(theirs, base)) return { value: mine }
  return isSameJson(mine, base) ? { value: theirs } : null
}

/** The blocks that are there afterwards, each by itself; null if both edited one, or one edited what the other removed. */
const mergeEntries = (base: Flat, mine: Flat, theirs: Flat): Map<string, Entry> | null => {
  const entries = new Map<string, Entry>()
  for (const id of new Set([...mine.entries.keys(), ...theirs.entries.keys()])) {
    const [was, own, other] = [base, mine, theirs].map((flat) => flat.entries.get(id))
    const block = agreed(was && [was.type, was.own], own && [own.type, own.own], other && [other.type, other.own])
    const list = agreed(was?.list, own?.list, other?.list)
    if (!block || !list) return null
    if (block.value === undefined || list.value === undefined) continue
    entries.set(id, { type: block.value[0] as string, own: block.value[1] as Entry['own'], list: list.value })
  }
  return entries
}

/** The members of a list in their order; null if both sorted it, each in another way. */
const mergeOrder = (
  members: ReadonlySet<string>,
  base: string[],
  mine: string[],
  theirs: string[],
): string[] | null => {
  const everywhere = new Set(base.filter((id) => members.has(id) && mine.includes(id) && theirs.includes(id)))
  const common = (list: string[]) => list.filter((id) => everywhere.has(id))
  const order = agreed(common(base), common(mine), common(theirs))
  if (!order) return null
  const [first, second] = isSameJson(order.value, common(theirs)) ? [theirs, mine] : [mine, theirs]
  const merged = first.filter((id) => members.has(id))
  const standing = new Set(merged)
  second.forEach((id, at) => {
    if (!members.has(id) || standing.has(id)) return
    // Behind the one that it stands behind there.
    const before = second.slice(0, at).findLast((each) => standing.has(each))
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, id)
    standing.add(id)
  })
  return merged
}

/** Whether a section's columns hold other blocks, or in another order, than they did. */
const isRefilled = (id: string, base: Flat, now: Flat) =>
  SLOTS.some((slot) => !isSameJson(base.lists.get(listOf(id, slot)) ?? [], now.lists.get(listOf(id, slot)) ?? []))

/** Whether one alone changed the columns of a section, or removed it, while the other filled them. */
const isRebuilt = (id: string, base: Flat, one: Flat, other: Flat) => {
  const [before, here, there] = [base, one, other].map(({ entries }) => entries.get(id)?.own['layout'])
  return here !== before && here !== there && isRefilled(id, base, other)
}

/**
 * The blocks of a page with the edits of two people who began from the same ones: what either added, changed, moved or
 * removed. Null if they edited the same block, or if the edit of one has no place in what the other made: then one of
 * them has to decide (PGB-055).
 */
export const mergeBlocks = (base: Blocks, mine: Blocks, theirs: Blocks): Blocks | null => {
  const [was, own, other] = [flatten(base), flatten(mine), flatten(theirs)]
  const entries = mergeEntries(was, own, other)
  if (!entries) return null
  for (const id of was.entries.keys()) if (isRebuilt(id, was, own, other) || isRebuilt(id, was, other, own)) return null
  const members = Map.groupBy(entries.keys(), (id) => entries.get(id)?.list ?? TOP)
  let isWhole = true
  const build = (list: string): AnyBlock[] => {
    const ids = new Set(members.get(list))
    members.delete(list)
    const idsOf = (flat: Flat) => flat.lists.get(list) ?? []
    const order = mergeOrder(ids, idsOf(was), idsOf(own), idsOf(other))
    if (!order || order.length > (list === TOP ? MOST_ON_PAGE : MOST_IN_COLUMN)) isWhole = false
    return (order ?? []).map((id) => {
      const { type, own: props } = entries.get(id) as Entry
      const slots = SLOTS.map((slot) => [slot, listOf(id, slot)] as const)
        .filter(([, column]) => own.lists.has(column) || other.lists.has(column))
        .map(([slot, column]) => [slot, build(column)] as const)
      return { type, props: { ...props, ...Object.fromEntries(slots) } as AnyBlock['props'] }
    })
  }
  const blocks = build(TOP)
  // What is left over stood in a section that the other removed.
  return isWhole && members.size === 0 ? blocks : null
}

/** A page with the edits of two people who began from the same one; null if one of them has to decide. */
export const mergePages = <Values extends Page>(base: Values, mine: Values, theirs: Values): Values | null => {
  const merged: Record<string, unknown> = { ...mine }
  for (const name of Object.keys(mine)) {
    if (name === 'components') continue
    const one = agreed(base[name], mine[name], theirs[name])
    if (!one) return null
    merged[name] = one.value
  }
  const components = mergeBlocks(base.components, mine.components, theirs.components)
  if (!components) return null
  merged['components'] = components
  return merged as Values
}
