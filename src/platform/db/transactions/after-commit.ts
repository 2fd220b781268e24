import { type QueryExecutorProvider, sql } from 'kysely'

/** What waits for the commit of each transaction; the connection's next one begins without it. */
export const waitingForCommit = new WeakMap<object, (() => void)[]>()

/** Calls `work` in this process right after the commit and before its caller continues; never after a rollback. */
export const afterCommit = (tx: object, work: () => void): void => {
  waitingForCommit.set(tx, [...(waitingForCommit.get(tx) ?? []), work])
}

/** Runs `work` so that a failure takes back what it wrote, and what it left for after the commit, and nothing else. */
export const inSavepoint = async <T>(tx: QueryExecutorProvider, work: () => Promise<T>): Promise<T> => {
  const before = waitingForCommit.get(tx)
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    await sql`release savepoint part`.execute(tx)
    if (before) waitingForCommit.set(tx, before)
    else waitingForCommit.delete(tx)
    throw error
  }
}
