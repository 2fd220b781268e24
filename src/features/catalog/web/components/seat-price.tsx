import { nextSaving, TierList } from '#features/cart/web/public.ts'
import { formatCents } from '#kernel/format.ts'
import { centsOf, type PriceTier, tierFor } from '#kernel/product/prices.ts'
import { Price } from '#ui/public/products/price.tsx'
import styles from './buy-box.module.css'

type SeatPriceProps = { tiers: readonly PriceTier[]; quantity: number }

/** What a number of seats costs, and the price list with its tier marked (CRT-011 to CRT-013). */
export function SeatPrice({ tiers, quantity }: SeatPriceProps) {
  const unit = centsOf(tierFor(tiers, quantity)?.price ?? 0)
  return (
    <>
      <div className={styles.priceRow}>
        <Price amount={(unit * quantity) / 100} size="lg" />
        {quantity > 1 && <span className={styles.each}>{formatCents(unit)} each</span>}
      </div>
      <TierList tiers={tiers} quantity={quantity} />
    </>
  )
}

/** How many more seats make each of them cheaper; nothing for one seat, and where that is far off. */
export function NextSaving({ tiers, quantity }: SeatPriceProps) {
  const saving = nextSaving(tiers, quantity)
  if (!saving || quantity < 2 || saving.missing > 20) return null
  return (
    <p className={styles.hint}>
      {saving.missing === 1 ? 'One more seat' : `${saving.missing} more seats`}, and each costs{' '}
      {formatCents(saving.unit_cents)}.
    </p>
  )
}
