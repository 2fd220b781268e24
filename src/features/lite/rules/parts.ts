/** What a text weighs as it is sent, before it is packed. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/**
 * One part of a list that is too long for a page: each part has at least one element and, beyond that, at most `most` in
 * weight. A number that there is no part for gives the nearest one.
 */
export const partOf = <T>(
  all: readonly T[],
  wanted: number,
  weightOf: (one: T) => number,
  most: number,
): { part: T[]; number: number; count: number } => {
  const parts: T[][] = [[]]
  let weight = 0
  for (const one of all) {
    const last = parts.at(-1) as T[]
    weight += weightOf(one)
    if (last.length > 0 && weight > most) {
      parts.push([one])
      weight = weightOf(one)
    } else last.push(one)
  }
  const number = Math.min(parts.length, Math.max(1, Math.trunc(wanted) || 1))
  return { part: parts[number - 1] as T[], number, count: parts.length }
}
