/** A course of an order as far as its money goes back. */
export type RefundShare = {
  /** What was paid for it, without tax. */
  total_cents: number
  seats: number
  /** Credits that enrollments have taken. The buyer's own seat never counts as used. */
  used: number
  /** Credits that can be taken back now; those that went back before are neither used nor unused. */
  unused: number
}

export type RefundFacts = {
  total_cents: number
  subtotal_cents: number
  /** What has gone back or is on its way back. */
  refunded_cents: number
  shares: readonly RefundShare[]
}

/** Divides an amount into parts that differ by a cent at most and sum up to it. */
export const divide = (cents: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, index) => Math.floor(cents / parts) + (index < cents % parts ? 1 : 0))

/** What the used seats cost, tax included, halves of a cent rounded up (ORD-045). */
const usedWorth = ({ total_cents, subtotal_cents, shares }: RefundFacts): number => {
  const worth = shares.reduce(
    (sum, share) => sum + (share.total_cents * Math.min(share.used, share.seats)) / share.seats,
    0,
  )
  return subtotal_cents === 0 ? 0 : Math.round((worth * total_cents) / subtotal_cents)
}

/** The most that can still go back of an order, in cents: the total without used credits and earlier refunds (ORD-022, ORD-045). */
export const refundable = (order: RefundFacts): number =>
  Math.max(0, order.total_cents - usedWorth(order) - order.refunded_cents)

/**
 * How many unused credits a refund takes back (ORD-045): all of them when nothing refundable is left, else as many as
 * it pays for in full at the highest price, so that nobody loses a credit that was not refunded.
 */
export const creditsFor = (order: RefundFacts, amount_cents: number): number => {
  const withCredits = order.shares.filter((share) => share.unused > 0)
  const unused = withCredits.reduce((sum, share) => sum + share.unused, 0)
  if (amount_cents >= refundable(order)) return unused
  const dearest = Math.max(0, ...withCredits.map((share) => share.total_cents / share.seats))
  if (dearest === 0 || order.subtotal_cents === 0) return 0
  const withTax = (dearest * order.total_cents) / order.subtotal_cents
  return Math.min(unused, Math.floor(amount_cents / withTax + 1e-9))
}
