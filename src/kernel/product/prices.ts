/** From this quantity on, one costs so much. */
export type PriceTier = { from: number; price: number }

/**
 * The tier that prices a quantity: the highest tier whose `from` is at most the quantity (CRT-011), or the lowest tier
 * for smaller quantities (CRT-012). The tiers can come in any order. Null without tiers, which means: not for sale.
 */
export const tierFor = <T extends { from: number }>(tiers: readonly T[], quantity: number): T | null => {
  let reached: T | null = null
  let lowest: T | null = null
  for (const tier of tiers) {
    if (tier.from <= quantity && (reached === null || tier.from > reached.from)) reached = tier
    if (lowest === null || tier.from < lowest.from) lowest = tier
  }
  return reached ?? lowest
}

/** A decimal amount of the API as whole cents, in which sums are exact (API-008). */
export const centsOf = (amount: number): number => Math.round(amount * 100)
