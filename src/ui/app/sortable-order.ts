/** The list with the item of one place at another, both from 0 on. */
export const moved = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const next = [...items]
  const taken = next.splice(from, 1)
  next.splice(to, 0, ...taken)
  return next
}

/**
 * The place that an item dragged from `from` takes when it is let go at the height `y`: behind every other item whose
 * middle lies above. `middles` are the heights of all items in their present order.
 */
export const dropPlace = (middles: readonly number[], from: number, y: number): number =>
  middles.filter((middle, index) => index !== from && middle < y).length
