import { centsOf, tierFor } from '#kernel/product/prices.ts'
import { useCartActions } from './cart-store.ts'
import type { PurchaseItem } from './items.ts'
import { reportCart } from './report.ts'

/** Puts items into the cart of this portal and reports it to analytics (CRT-009, CRT-020). */
export const useAddToCart = () => {
  const cart = useCartActions()
  return ({ kind, id, slug, title, tiers }: PurchaseItem, quantity: number): void => {
    cart.add({ kind, id, slug, quantity })
    const price = tierFor(tiers, quantity)?.price ?? 0
    reportCart('add_to_cart', [{ kind, id, title, quantity, unit_cents: centsOf(price) }])
  }
}
