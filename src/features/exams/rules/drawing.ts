/** A pool as an exam draws from it: how many questions it has, and how many of them are drawn; null draws all (QPL-008). */
export type PoolDraw = { questions_count: number | null; available: number }

/** How many questions an attempt gets: all of a pool, or the number of its attachment, never more than there are. */
export const drawnCount = (pools: readonly PoolDraw[]): number =>
  pools.reduce((sum, { questions_count: count, available }) => sum + Math.min(count ?? available, available), 0)

/** True when an exam has no questions, or a pool is smaller than the number to draw from it (EXM-029). */
export const lacksQuestions = (pools: readonly PoolDraw[]): boolean =>
  drawnCount(pools) === 0 || pools.some(({ questions_count: count, available }) => available < (count ?? 0))
