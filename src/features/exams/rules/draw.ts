import { lacksQuestions } from './drawing.ts'

/** A pool attached to an exam: its questions in ascending sort_number, and how many of them to draw (QPL-008). */
export type AttachedPool = { question_ids: readonly number[]; questions_count: number | null }

/** Random numbers in [0, 1) that are the same for the same seed (mulberry32). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A random order of the values (Fisher and Yates); every order is equally likely. */
const shuffled = <T>(values: readonly T[], random: () => number): T[] => {
  const result = [...values]
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const current = result[at] as T
    result[at] = result[other] as T
    result[other] = current
  }
  return result
}

/**
 * The questions of one attempt in the order in which they are asked: of each pool all, or as many as its attachment says,
 * each at most once. Without shuffling they stand in the order of the pools and of the questions in them. The same seed
 * draws the same questions. Null when questions are missing (EXM-005, EXM-029, QPL-008).
 */
export const drawQuestions = (
  pools: readonly AttachedPool[],
  { seed, shuffle }: { seed: number; shuffle: boolean },
): number[] | null => {
  if (lacksQuestions(pools.map((pool) => ({ ...pool, available: pool.question_ids.length })))) return null
  const random = randomFrom(seed)
  const drawn = pools.flatMap(({ question_ids: ids, questions_count: count }) => {
    if (count === null || count >= ids.length) return [...ids]
    const chosen = new Set(shuffled(ids, random).slice(0, count))
    return ids.filter((id) => chosen.has(id))
  })
  return shuffle ? shuffled(drawn, random) : drawn
}
