import type { Db, Tx } from '../db/db.ts'

const NOTHING = Symbol('nothing')

/** Runs `work` in a transaction of the portal and takes back everything that it wrote: to see what would be. */
export const takenBack = async <T>(db: Db, portalId: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
  class TakenBack extends Error {}
  let result: T | typeof NOTHING = NOTHING
  try {
    await db.withPortal(portalId, async (tx) => {
      result = await work(tx)
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  if (result === NOTHING) throw new Error('The work has answered by now')
  return result
}
