/** Whether two values of JSON are the same; objects whatever the order of their keys. */
export const isSameJson = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [a, b] = [Object.entries(one), new Map(Object.entries(other))]
  return a.length === b.size && a.every(([key, value]) => b.has(key) && isSameJson(value, b.get(key)))
}

/** The longest series of values that rises: what kept its order among what was moved (patience sorting). */
export const longestRising = (values: readonly number[]): Set<number> => {
  const tails: number[] = []
  const before: number[] = []
  values.forEach((value, at) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[tails[middle] as number] as number) < value) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? (tails[low - 1] as number) : -1
    tails[low] = at
  })
  const rising = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] as number) rising.add(values[at] as number)
  return rising
}
