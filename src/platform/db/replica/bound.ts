/** How old what is read from a replica may be. */
export const MOST_LAG_MS = 5_000
