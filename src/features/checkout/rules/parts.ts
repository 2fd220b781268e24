/**
 * An order has at most this many different courses or bundles: the payment page takes 100 lines, and shipping needs one
 * of them. The rest stays in the cart for the next order.
 */
export const MOST_ITEMS = 99

/** The list in parts of at most that size: a call takes no more at once. */
export const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
