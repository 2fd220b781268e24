/** Larger exports are made in the background (API-019). */
export const MOST_ROWS_AT_ONCE = 10_000

/** Whether an export of this many rows, or files, is made in the background. */
export const isInBackground = (rows: number, most: number = MOST_ROWS_AT_ONCE): boolean => rows > most
