import { AppError, fail } from '#kernel/errors.ts'
import { meaningOf } from '#platform/db/constraints.ts'
import type { Tx } from '#platform/db/db.ts'
import { inSavepoint } from '#platform/db/transactions/after-commit.ts'
import { UnreadableRow } from '../contract.ts'

type RowError = { code: string; message: string; errors?: Record<string, string[]> }
type Result<S extends object, O extends string> = S & { row: number; result: O | 'refused'; error: RowError | null }

type Bulk<R, S extends object, O extends string> = {
  /** The fields of a result before its row is carried out: what was sent, with nothing reached. */
  nothing: (row: R | null) => S
  /** Rows are carried out in the order of these keys, so that two calls never wait for each other in turn. */
  orderBy: (row: R) => Promise<readonly (string | number)[]> | readonly (string | number)[]
  work: (row: R) => Promise<{ result: O } & Partial<S>>
}

const compare = (a: readonly (string | number)[], b: readonly (string | number)[]): number => {
  for (const [at, key] of a.entries()) {
    const other = b[at]
    if (other === undefined || key === other) continue
    return key < other ? -1 : 1
  }
  return 0
}

/** What a failure means to the program; a fault of ours ends the call, which then has done nothing. */
const errorOf = (thrown: unknown): RowError => {
  const error = thrown instanceof AppError ? thrown : meaningOf(thrown)
  if (!error || error.status >= 500) throw thrown
  return { code: error.code, message: error.message, ...(error.fields && { errors: error.fields }) }
}

/** Carries out one row whole or not at all. */
const whole = async <T>(tx: Tx, work: () => Promise<T>): Promise<T | RowError> => {
  try {
    return await inSavepoint(tx, work)
  } catch (thrown) {
    return errorOf(thrown)
  }
}

/**
 * Carries out the rows of a bulk call, each whole or not at all, and answers a result for each in the order in which they
 * came (INT-034). All rows share the transaction of the call, so a call that dies has done nothing.
 */
export const runRows = async <R extends object, S extends object, O extends string>(
  tx: Tx,
  rows: readonly (R | UnreadableRow)[],
  { nothing, orderBy, work }: Bulk<R, S, O>,
) => {
  const data: Result<S, O>[] = rows.map((row, at) => {
    const isRead = !(row instanceof UnreadableRow)
    const unreadable = isRead ? null : errorOf(fail('invalid', { fields: row.fields }))
    return { row: at, result: 'refused', ...nothing(isRead ? row : null), error: unreadable }
  })
  const keyed: { at: number; row: R; keys: readonly (string | number)[] }[] = []
  for (const [at, row] of rows.entries())
    if (!(row instanceof UnreadableRow)) keyed.push({ at, row, keys: await orderBy(row) })
  for (const { at, row } of keyed.sort((a, b) => compare(a.keys, b.keys) || a.at - b.at)) {
    const done = await whole(tx, () => work(row))
    const result = data[at] as Result<S, O>
    data[at] = 'code' in done ? { ...result, error: done as RowError } : { ...result, ...(done as { result: O }) }
  }
  const refused = data.filter(({ result }) => result === 'refused').length
  return { data, meta: { succeeded: data.length - refused, refused } }
}
