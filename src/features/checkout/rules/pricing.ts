import { tierFor } from '#kernel/product/prices.ts'

/** A price from a quantity on; amounts in cents. */
export type Tier = { from: number; price_cents: number }

/** The unit price for this quantity, in cents (CRT-011, CRT-012); null for a course without prices. */
export const priceFor = (tiers: readonly Tier[], quantity: number): number | null =>
  tierFor(tiers, quantity)?.price_cents ?? null

/** The price of a bundle, in cents: the discounted price if there is one (CRT-014). */
export const bundlePrice = (bundle: { price_cents: number; discount_price_cents: number | null }): number =>
  bundle.discount_price_cents ?? bundle.price_cents

/** The line total in cents (CRT-013). */
export const lineTotal = (unit_price_cents: number, quantity: number): number => unit_price_cents * quantity

/** The provider takes no amount in between nothing and this, and none above. */
export const LEAST_TOTAL_CENTS = 50
export const MOST_TOTAL_CENTS = 99_999_999

/** What keeps a total from being paid, or null; 0 needs no payment (CRT-029). */
export const totalFault = (total_cents: number): 'min_value' | 'max_value' | null => {
  if (total_cents === 0) return null
  if (total_cents < LEAST_TOTAL_CENTS) return 'min_value'
  return total_cents > MOST_TOTAL_CENTS ? 'max_value' : null
}
