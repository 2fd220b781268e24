import { useState } from 'react'
import { NotForSale, PurchaseStack, QuantityField } from '#features/cart/web/public.ts'
import type { PriceTier } from '#kernel/product/prices.ts'
import { NextSaving, SeatPrice } from './seat-price.tsx'

/** The price of a course as its page shows it, for those who set it: any quantity can be tried (BLD-061). */
export function BuyerView({ tiers }: { tiers: readonly PriceTier[] }) {
  const [quantity, setQuantity] = useState(1)
  if (tiers.length === 0) return <NotForSale>This course is not for sale right now.</NotForSale>
  return (
    <PurchaseStack>
      <SeatPrice tiers={tiers} quantity={quantity} />
      <div>
        <QuantityField label="Seats to try" value={quantity} onChange={setQuantity} />
      </div>
      <NextSaving tiers={tiers} quantity={quantity} />
    </PurchaseStack>
  )
}
