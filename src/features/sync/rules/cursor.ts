/**
 * How far a reader is: first through every record by its id, then through those that changed since (INT-037). `since` is the
 * first transaction whose changes the walk may have missed.
 */
export type FeedCursor =
  | { phase: 'all'; after: number; since: number }
  | { phase: 'since'; changed_in: number; after: number }

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

export const encodeFeedCursor = (cursor: FeedCursor): string => {
  const parts = cursor.phase === 'all' ? ['a', cursor.after, cursor.since] : ['s', cursor.changed_in, cursor.after]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** The cursor behind a text, or null for one that was not made here. */
export const decodeFeedCursor = (text: string): FeedCursor | null => {
  try {
    const [phase, first, second, ...rest] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (rest.length > 0 || !isCount(first) || !isCount(second)) return null
    if (phase === 'a') return { phase: 'all', after: first, since: second }
    return phase === 's' ? { phase: 'since', changed_in: first, after: second } : null
  } catch {
    return null
  }
}

/**
 * Where to read on. A cursor that is unknown starts over, and so does one from a database whose transactions have not come
 * that far, as after a restore elsewhere (API-015).
 */
export const startOf = (text: string | undefined, horizon: number): FeedCursor => {
  const cursor = text ? decodeFeedCursor(text) : null
  const reached = cursor === null ? 0 : cursor.phase === 'all' ? cursor.since : cursor.changed_in
  return cursor === null || reached > horizon ? { phase: 'all', after: 0, since: horizon } : cursor
}

type Row = { id: number; changed_in: number }

/**
 * The cursor after a page. `rows` has one row more than the page when there is more to read; `horizon` is the first
 * transaction that may still be running, before which everything is known.
 */
export const nextOf = <R extends Row>(
  cursor: FeedCursor,
  rows: readonly R[],
  perPage: number,
  horizon: number,
): { page: R[]; next: FeedCursor; has_more: boolean } => {
  const page = rows.slice(0, perPage)
  const last = page.at(-1)
  const isFull = rows.length > perPage
  if (cursor.phase === 'all') {
    if (isFull && last) return { page, next: { ...cursor, after: last.id }, has_more: true }
    // What changed during the walk is read next.
    return { page, next: { phase: 'since', changed_in: cursor.since, after: 0 }, has_more: cursor.since < horizon }
  }
  if (isFull && last)
    return { page, next: { phase: 'since', changed_in: last.changed_in, after: last.id }, has_more: true }
  return { page, next: { phase: 'since', changed_in: Math.max(horizon, cursor.changed_in), after: 0 }, has_more: false }
}
