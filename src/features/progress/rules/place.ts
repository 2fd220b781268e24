/** How often a player reports its position. */
export const KEEP_EVERY = 10

/**
 * Decides which of the places in an item are worth keeping (LRN-049): of a film or sound that runs, one every ten seconds;
 * where the learner rests or leaves, that one; and none twice.
 */
export const createPlace = (from: number, keep: (position: number) => void) => {
  let last = from
  let current = from
  const save = () => {
    const position = Math.max(0, Math.round(current))
    if (position === last) return
    last = position
    keep(position)
  }
  return {
    move: (position: number): void => {
      current = position
      if (Math.abs(position - last) >= KEEP_EVERY) save()
    },
    /** What counts should the learner leave before having come to rest there. */
    note: (position: number): void => {
      current = position
    },
    rest: (position: number): void => {
      current = position
      save()
    },
    leave: save,
  }
}
