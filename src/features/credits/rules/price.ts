/** What the price of a credit depends on; amounts in cents, `max_discount` in percent from 0 to 100. */
export type PricedCourse = {
  min_credit_price_cents: number
  max_discount: number
  /** The portal's own price, or null. */
  credit_price_cents: number | null
}

/** The minimum price of a credit when the course sets none: 1 dollar (CRD-014). */
export const DEFAULT_MIN_CREDIT_PRICE_CENTS = 100

/**
 * The least a credit costs, in cents: for a buyer who has bought the course before (CRD-016) reduced by the discount,
 * halves of a cent rounded up, never below 0 (CRD-015, CRD-017).
 */
export function minCreditPrice(course: PricedCourse, isBought: boolean): number {
  if (!isBought) return course.min_credit_price_cents
  const discount = Math.min(Math.max(course.max_discount, 0), 100)
  return Math.max(0, Math.round((course.min_credit_price_cents * (100 - discount)) / 100))
}

/** What one credit costs, in cents: the portal's own price where it has one, else the minimum (CRD-018). */
export function creditPrice(course: PricedCourse, isBought: boolean): number {
  return course.credit_price_cents ?? minCreditPrice(course, isBought)
}

/** Whether the portal may set this price, in cents: not below the discounted minimum (CRD-018). */
export function isOwnPriceAllowed(course: Omit<PricedCourse, 'credit_price_cents'>, priceCents: number): boolean {
  return priceCents >= minCreditPrice({ ...course, credit_price_cents: null }, true)
}
