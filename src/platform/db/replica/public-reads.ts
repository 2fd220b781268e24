import type { Db, Tx } from '../db.ts'

type Work<T> = (tx: Tx) => Promise<T>

/** The reads of one call or page of somebody without a session. */
export type Reader = {
  /**
   * Reads where that may be done: on a replica, or on the primary. What a replica answers with a failure, or with a result
   * that is not `isGood`, is read again on the primary, and so are all further reads of this reader: none goes back in time.
   */
  read: <T>(portalId: number, work: Work<T>, isGood?: (result: T) => boolean) => Promise<T>
  /** Reads the newest state, as all further reads then do. */
  readCurrent: <T>(portalId: number, work: Work<T>) => Promise<T>
}

/** Where people without a session read. */
export type PublicReads = {
  reader: () => Reader
  /** Whether that may be another server, so that a change of theirs must be noted. */
  mayBeBehind: boolean
}

/** Reads the primary alone. */
export const currentReader = (db: Db): Reader => {
  const read = <T>(portalId: number, work: Work<T>) => db.withPortal(portalId, work, 'read only')
  return { read, readCurrent: read }
}

export const primaryReads = (db: Db): PublicReads => ({ reader: () => currentReader(db), mayBeBehind: false })
