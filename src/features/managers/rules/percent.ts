const FINISHED = 5

/** Progress in whole percent: 100 for a finished course, else the share of its items that are done, halves up (LRN-023, LRN-024). */
export function coursePercent(status: number, done: number, total: number): number {
  if (status === FINISHED) return 100
  return total === 0 ? 0 : Math.min(100, Math.floor((200 * done + total) / (2 * total)))
}
