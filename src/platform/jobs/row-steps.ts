import { AppError } from '#kernel/errors.ts'
import { meaningOf } from '../db/constraints.ts'

type RowSteps<At> = {
  signal: AbortSignal
  /** Works in a transaction of its own under the lock of the whole; null when it is not this step's turn. */
  inTurn: <T>(work: (at: At) => Promise<T>) => Promise<T | null>
  /**
   * Does the row after the last one, names it before it writes anything, and notes it. False where no row is left, once it
   * has ended the step.
   */
  doNext: (at: At, last: number | null, name: (row: number) => void) => Promise<boolean>
  /** Notes why a row was left out. */
  leaveOut: (at: At, row: number, reason: string) => Promise<void>
}

/** What a failure means to the people who read the rows; a fault of ours ends the job, which is tried again. */
const reasonOf = (error: unknown): string => {
  const known = error instanceof AppError ? error : meaningOf(error)
  if (!known || known.status >= 500) throw error
  return known.message
}

/**
 * Works row by row, each in one transaction in which it is looked for, decided, written and noted, so that a process that
 * dies goes on after its last row and two do each row once. The transaction of a row that is refused is gone with all it
 * wrote; only the reason is noted.
 */
export const workThroughRows = async <At>({ signal, inTurn, doNext, leaveOut }: RowSteps<At>): Promise<void> => {
  let last: number | null = null
  for (;;) {
    signal.throwIfAborted()
    const named: { row: number | null } = { row: null }
    let isMore: boolean | null
    try {
      isMore = await inTurn((at) =>
        doNext(at, last, (row) => {
          named.row = row
        }),
      )
    } catch (error) {
      const { row } = named
      const reason = reasonOf(error)
      if (row === null) throw error
      isMore = await inTurn(async (at) => {
        await leaveOut(at, row, reason)
        return true
      })
    }
    if (!isMore) return
    last = named.row ?? last
  }
}
