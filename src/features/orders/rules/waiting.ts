import { ORDER_STATUS } from '#kernel/product/statuses.ts'

/** Pauses in milliseconds between two looks at an order whose payment is being confirmed; the last one repeats. */
const PAUSES = [1000, 1500, 2500, 4000, 6000, 10_000, 15_000] as const
/** This many looks are taken before the page says that it takes longer: a little over three minutes. */
const MOST_LOOKS = 18

/** How long to wait before the next look, given how many there were; null when looking on is of no use. */
export const pauseBefore = (looks: number): number | null =>
  looks >= MOST_LOOKS ? null : (PAUSES[looks] ?? PAUSES[PAUSES.length - 1] ?? null)

/** Pending and processing are the states that the payment's confirmation still changes (ORD-007). */
export const isWaiting = (status: number): boolean =>
  status === ORDER_STATUS.pending || status === ORDER_STATUS.processing
