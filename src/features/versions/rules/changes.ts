import { isSameJson, longestRising } from '#kernel/format/compare.ts'

/** An item of a version with everything it says. */
export type VersionItem = {
  item_type: string
  item_id: number
  module_id: number | null
  sort_number: number
  title: string | null
  content: Record<string, unknown>
}

export type ItemChange = {
  kind: 'added' | 'removed' | 'changed'
  item_type: string
  item_id: number
  title: string | null
  module_id: number | null
  /** What differs in a changed item: `title`, `place`, or a part of its content. */
  fields: string[]
}

const keyOf = ({ item_type, item_id }: VersionItem): string => `${item_type}:${item_id}`

/** The items that stand elsewhere: in another module, or in another order among those that were beside them before. */
const movedItems = (before: readonly VersionItem[], after: readonly VersionItem[]): Set<string> => {
  const place = new Map(before.map((item, at) => [keyOf(item), { at, module_id: item.module_id }]))
  const moved = new Set<string>()
  for (const [moduleId, items] of Map.groupBy(after, (item) => item.module_id)) {
    const stayed = items.filter((item) => place.get(keyOf(item))?.module_id === moduleId)
    const kept = longestRising(stayed.map((item) => place.get(keyOf(item))?.at ?? 0))
    for (const item of items) {
      const former = place.get(keyOf(item))
      if (former && (former.module_id !== moduleId || !kept.has(former.at))) moved.add(keyOf(item))
    }
  }
  return moved
}

/**
 * What makes the second version of the first, item by item: added and changed ones in the order of the second, then those
 * that were removed. Both lists are in the order of their outlines. An item that only stands further down because another
 * was added has not changed.
 */
export const changesBetween = (before: readonly VersionItem[], after: readonly VersionItem[]): ItemChange[] => {
  const former = new Map(before.map((item) => [keyOf(item), item]))
  const present = new Set(after.map(keyOf))
  const moved = movedItems(before, after)
  const changeOf = (kind: ItemChange['kind'], item: VersionItem, fields: string[] = []): ItemChange => {
    const { item_type, item_id, title, module_id } = item
    return { kind, item_type, item_id, title, module_id, fields }
  }
  const fieldsOf = (one: VersionItem, other: VersionItem): string[] => [
    ...(one.title === other.title ? [] : ['title']),
    ...(moved.has(keyOf(other)) ? ['place'] : []),
    ...[...new Set([...Object.keys(one.content), ...Object.keys(other.content)])].filter(
      (field) => !isSameJson(one.content[field] ?? null, other.content[field] ?? null),
    ),
  ]
  const addedAndChanged = after.flatMap((item) => {
    const old = former.get(keyOf(item))
    if (!old) return [changeOf('added', item)]
    const fields = fieldsOf(old, item)
    return fields.length > 0 ? [changeOf('changed', item, fields)] : []
  })
  return [
    ...addedAndChanged,
    ...before.filter((item) => !present.has(keyOf(item))).map((item) => changeOf('removed', item)),
  ]
}
