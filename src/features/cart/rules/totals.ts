import { centsOf, type PriceTier, tierFor } from '#kernel/product/prices.ts'

/** What a line costs, for display: the server computes what is paid (CRT-016). Amounts in whole cents. */
export type LinePrice = {
  unit_cents: number
  total_cents: number
  /** The price before a discount, if there is one. */
  old_unit_cents: number | null
}

/** A course at a quantity: the price of its tier, times the quantity (CRT-011 to CRT-013); null while it has no price. */
export const coursePrice = (course: { course_pricings: readonly PriceTier[] }, quantity: number): LinePrice | null => {
  const tier = tierFor(course.course_pricings, quantity)
  if (!tier) return null
  const unit = centsOf(tier.price)
  return { unit_cents: unit, total_cents: unit * quantity, old_unit_cents: null }
}

/** A bundle at a quantity: its discount price if it has one, else its price (CRT-014). */
export const bundlePrice = (bundle: { price: number; discount_price: number | null }, quantity: number): LinePrice => {
  const unit = centsOf(bundle.discount_price ?? bundle.price)
  const old = bundle.discount_price === null ? null : centsOf(bundle.price)
  return { unit_cents: unit, total_cents: unit * quantity, old_unit_cents: old }
}

/** The sum of lines; those without a price count nothing. */
export const sumOf = (lines: readonly (Pick<LinePrice, 'total_cents'> | null)[]): number =>
  lines.reduce((sum, line) => sum + (line?.total_cents ?? 0), 0)

/** A tier in words for a price list: which quantities it holds for, its price, and what it saves against the first. */
export type TierRow = { from: number; to: number | null; unit_cents: number; saving_percent: number }

/** The price list in the order of its quantities; the first holds from 1 on, whatever its `from` says (CRT-012). */
export const tierRows = (tiers: readonly PriceTier[]): TierRow[] => {
  const sorted = tiers.toSorted((one, other) => one.from - other.from)
  const first = sorted[0]
  return sorted.map((tier, index) => {
    const next = sorted[index + 1]
    const saving = first && first.price > 0 ? Math.floor((1 - tier.price / first.price) * 100) : 0
    return {
      from: index === 0 ? 1 : tier.from,
      to: next ? next.from - 1 : null,
      unit_cents: centsOf(tier.price),
      saving_percent: Math.max(0, saving),
    }
  })
}

/** The nearest larger quantity with a lower unit price, for a hint next to the quantity; null if there is none. */
export const nextSaving = (
  tiers: readonly PriceTier[],
  quantity: number,
): { missing: number; unit_cents: number } | null => {
  const current = tierFor(tiers, quantity)
  if (!current) return null
  const better = tiers
    .filter((tier) => tier.from > quantity && tier.price < current.price)
    .toSorted((one, other) => one.from - other.from)[0]
  return better ? { missing: better.from - quantity, unit_cents: centsOf(better.price) } : null
}
