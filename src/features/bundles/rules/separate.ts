import { centsOf, type PriceTier, tierFor } from '#kernel/product/prices.ts'

type Priced = { course_pricings: readonly PriceTier[] }

/** The price of this many seats of each course, bought separately, in cents; null when one has no price. */
export const separateCents = (courses: readonly Priced[], quantity: number): number | null => {
  let cents = 0
  for (const { course_pricings } of courses) {
    const tier = tierFor(course_pricings, quantity)
    if (!tier) return null
    cents += centsOf(tier.price) * quantity
  }
  return cents
}
