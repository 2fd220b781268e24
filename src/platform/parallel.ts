/** Files that are copied at once: what waits for the disk then waits together. */
const WORKERS = 8

/** Works through everything, a few at a time. Fails with the first failure, after which nothing more is begun. */
export const inParallel = async <T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> => {
  const pending = [...items].reverse()
  const worker = async () => {
    for (let item = pending.pop(); item !== undefined; item = pending.pop())
      await work(item).catch((error) => {
        pending.length = 0
        throw error
      })
  }
  const ended = await Promise.allSettled(Array.from({ length: WORKERS }, worker))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}
